// Loads the module of the engine: with vector instructions if the browser has them.

import { initSync } from "./engine_core.js";
import { hasSimd128 } from "./simd128.js";

/** Starts the engine of this thread; resolves to the module's memory. */
export async function load() {
  const url = new URL(hasSimd128 ? "./engine_simd128.wasm" : "./engine.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url}: ${response.status}`);
  const module = await WebAssembly.compile(await response.arrayBuffer());
  return initSync({ module }).memory;
}
