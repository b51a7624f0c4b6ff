// Everything in the package.

export { init } from "./load.js";
export { countPairs, crossPairs, selfPairs } from "./pairs.js";
