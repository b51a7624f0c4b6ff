// The module of broad phases, in two builds: one runs in all engines, the other is faster.

import { initSync } from "./broad_phase_core.js";
import { loader } from "./load.js";
import { hasSimd128 } from "./simd128.js";

// Bundlers find the files by these expressions.
const portable = new URL("./broad_phase.wasm", import.meta.url);
const simd128 = new URL("./broad_phase_simd128.wasm", import.meta.url);

export const { init, checkReady, contents } = loader(initSync, hasSimd128 ? simd128 : portable);
