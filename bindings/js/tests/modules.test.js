// Which of the modules is loaded.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const PACKAGE = new URL("../package/", import.meta.url);
/** Prints which files the package reads. */
const PROGRAM = `
import { readFile } from "node:fs/promises";
import { init } from "${PACKAGE}node/broadleaf.js";
import { init as initBroadPhases } from "${PACKAGE}node/broad_phase.js";
import { init as initIntervals } from "${PACKAGE}node/intervals.js";
import { readWith } from "${PACKAGE}load.js";
readWith((url) => {
    console.log(url.pathname.split("/").pop());
    return readFile(url);
});
await init();
await initBroadPhases();
await initIntervals();
`;

function filesRead(...options) {
    const program = ["--input-type=module", "--eval", PROGRAM];
    return execFileSync(process.execPath, [...options, ...program], { encoding: "utf8" });
}

test("an engine with simd128 loads the modules with it, and no others", () => {
    assert.equal(filesRead(), "queries_simd128.wasm\nbroad_phase_simd128.wasm\nintervals.wasm\n");
});

test("an engine without simd128 loads the portable modules", (context) => {
    // V8 has no simd128 without these instructions of x86-64.
    if (process.arch !== "x64") return context.skip("this engine always has simd128");
    assert.equal(filesRead("--no-enable-sse4-1"), "queries.wasm\nbroad_phase.wasm\nintervals.wasm\n");
});
