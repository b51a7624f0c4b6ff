// Finds and compiles the WebAssembly module that suits the engine.

import { initSync } from "./core.js";

let read;
let loading;
let isReady = false;

/** Sets how the bytes of a module are read: a function of its URL. */
export function readWith(reader) {
    read = reader;
}

/**
 * Loads the WebAssembly module. Everything else works once this has finished; it may be called
 * again.
 */
export function init({ module } = {}) {
    loading ??= start(module).catch((error) => {
        loading = undefined;
        throw error;
    });
    return loading;
}

async function start(given) {
    initSync({ module: await compiled(given ?? (await read(portable()))) });
    isReady = true;
}

function portable() {
    return new URL("./portable.wasm", import.meta.url);
}

/** The module that was passed to `init`, or is in what a reader returned. */
function compiled(source) {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    return WebAssembly.compile(source);
}

/** Refuses calls before the module is there. */
export function checkReady() {
    if (!isReady) {
        throw new Error("broadleaf is not loaded: call `await init()` first");
    }
}
