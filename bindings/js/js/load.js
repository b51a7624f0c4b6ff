// Finds and compiles WebAssembly modules.

let read = async (url) => {
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`cannot load ${url}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
};

/** Sets the function that reads the bytes of a module, given its URL. */
export function readWith(reader) {
    read = reader;
}

/**
 * Functions for one module: one loads it once from a URL, one throws until it is loaded, and one
 * reads its memory.
 */
export function loader(initSync, url) {
    let loading;
    let isReady = false;
    let memory;
    let views;

    async function load(given) {
        const source = given ?? (await read(url));
        const isModule = source instanceof WebAssembly.Module;
        const compiled = isModule ? source : await WebAssembly.compile(source);
        ({ memory } = initSync({ module: compiled }));
        view();
        isReady = true;
    }

    function init({ module } = {}) {
        loading ??= load(module).catch((error) => {
            loading = undefined;
            throw error;
        });
        return loading;
    }

    function checkReady() {
        if (!isReady) throw new Error("not loaded yet: call `await init()` first");
    }

    function view() {
        const { buffer } = memory;
        views = {
            words: new Uint32Array(buffer),
            numbers: new Float64Array(buffer),
            bigs: new BigUint64Array(buffer),
        };
    }

    /**
     * Views of the module's memory: words of 32 and of 64 bits, and float64. The memory moves when
     * it grows.
     */
    function contents() {
        if (views.words.length === 0) view();
        return views;
    }

    return { init, checkReady, contents };
}
