// The module of pairs from scratch and of boxes at rest.

import { loader } from "./load.js";
import { initSync } from "./queries_core.js";

export const { init, checkReady } = loader(initSync, new URL("./queries.wasm", import.meta.url));
