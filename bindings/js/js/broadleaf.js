// Everything in the package.

export { Index } from "./index.js";
export { init } from "./load.js";
export { countPairs, crossPairs, selfPairs } from "./pairs.js";
export { World } from "./world.js";
