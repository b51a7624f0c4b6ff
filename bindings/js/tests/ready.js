// Loads the package for the tests.

import { readFile } from "node:fs/promises";
import { env } from "node:process";

import { init } from "broadleaf-wasm";

/**
 * Loads the module of pairs and indexes: the file that BROADLEAF_MODULE names, or the one that the
 * package chooses.
 */
export async function ready() {
    const file = env.BROADLEAF_MODULE;
    await init(file && { module: await readFile(new URL(`../package/${file}`, import.meta.url)) });
}
