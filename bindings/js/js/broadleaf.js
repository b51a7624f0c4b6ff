// Pairs from scratch, boxes at rest, and changing sets of items.

export { Index } from "./index.js";
export { countPairs, crossPairs, missingRows, selfPairs } from "./pairs.js";
export { init } from "./queries_module.js";
export { Tree } from "./tree.js";
