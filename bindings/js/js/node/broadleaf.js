// The package in Node, where modules are files.

import "./read.js";

export * from "../broadleaf.js";
