// Reads modules from files.

import { readFile } from "node:fs/promises";

import { readWith } from "../load.js";

readWith(readFile);
