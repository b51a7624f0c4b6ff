// Intervals in Node, where modules are files.

import "./read.js";

export * from "../intervals.js";
