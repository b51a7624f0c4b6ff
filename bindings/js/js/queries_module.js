// The module of pairs from scratch and of boxes at rest, in two builds: one runs in all engines,
// the other is faster.

import { loader } from "./load.js";
import { initSync } from "./queries_core.js";
import { hasSimd128 } from "./simd128.js";

// Bundlers find the files by these expressions.
const portable = new URL("./queries.wasm", import.meta.url);
const simd128 = new URL("./queries_simd128.wasm", import.meta.url);

export const { init, checkReady, contents } = loader(initSync, hasSimd128 ? simd128 : portable);
