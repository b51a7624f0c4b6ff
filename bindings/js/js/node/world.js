// Worlds in Node, where modules are files.

import "./read.js";

export * from "../world.js";
