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

/** Functions that load a module once, from a URL, and that refuse calls before it is there. */
export function loader(initSync, url) {
    let loading;
    let isReady = false;

    async function load(given) {
        const source = given ?? (await read(url));
        const isModule = source instanceof WebAssembly.Module;
        initSync({ module: isModule ? source : await WebAssembly.compile(source) });
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

    return { init, checkReady };
}
