// The module of worlds.

import { loader } from "./load.js";
import { initSync } from "./world_core.js";

export const { init, checkReady } = loader(initSync, new URL("./world.wasm", import.meta.url));
