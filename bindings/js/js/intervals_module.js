// The module of intervals. It has one build: none of its loops uses vector instructions.

import { initSync } from "./intervals_core.js";
import { loader } from "./load.js";

// Bundlers find the file by this expression.
const url = new URL("./intervals.wasm", import.meta.url);

export const { init, checkReady, contents } = loader(initSync, url);
