// Pairs from scratch, and boxes at rest.

export { Index } from "./index.js";
export { countPairs, crossPairs, missingRows, selfPairs } from "./pairs.js";
export { init } from "./queries_module.js";
