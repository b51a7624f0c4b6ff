// The module of broad phases.

import { loader } from "./load.js";
import { initSync } from "./broad_phase_core.js";

export const { init, checkReady, contents } = loader(initSync, new URL("./broad_phase.wasm", import.meta.url));
