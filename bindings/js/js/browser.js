// The package in browsers, where modules are downloaded.

import { readWith } from "./load.js";

readWith(async (url) => {
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`cannot load ${url}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
});

export * from "./broadleaf.js";
