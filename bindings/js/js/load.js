// Finds and compiles WebAssembly modules.

let read = async (url) => {
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`cannot load ${url}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
};

/** Sets how the bytes of a module are read: a function of its URL. */
export function readWith(reader) {
    read = reader;
}

/**
 * Functions that load a module once, from a URL, that refuse calls before it is there, and that read
 * its memory.
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

    /** The memory of the module: words of 32 and of 64 bits, and float64. Where it grows, it moves. */
    function contents() {
        if (views.words.length === 0) view();
        return views;
    }

    return { init, checkReady, contents };
}
