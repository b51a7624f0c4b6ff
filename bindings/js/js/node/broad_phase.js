// Broad phases in Node, where modules are files.

import "./read.js";

export * from "../broad_phase.js";
