// The package in Node, where modules are files.

import { readFile } from "node:fs/promises";

import { readWith } from "./load.js";

readWith(readFile);

export * from "./broadleaf.js";
