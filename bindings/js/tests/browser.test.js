// The golden trace in Chromium, which is `chromium` on the search path or named by CHROMIUM,
// through the package as a page loads it: it must give the hashes of the native library.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { serve } from "../../../playground/tests/server.js";
import { PATIENCE, browserPath } from "./support/chromium.js";

const EXPECTED = readFileSync(new URL("../../../crates/broadleaf-golden/golden.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("package"));
/** Plays the trace in a page, with the modules that the package chooses, or with the portable ones. */
async function play(build) {
    const [broadleaf, broadPhases, { golden }] = await Promise.all(
        ["package/broadleaf.js", "package/broad_phase.js", "tests/support/golden.js"].map((name) =>
            import(new URL(name, document.baseURI)),
        ),
    );
    const given = async (name) => ({
        module: build && (await (await fetch(`package/${name}.wasm`)).arrayBuffer()),
    });
    await Promise.all([broadleaf.init(await given("queries")), broadPhases.init(await given("broad_phase"))]);
    const { BroadPhase } = broadPhases;
    return [2, 3].map((d) => `package ${d}D ${golden({ ...broadleaf, BroadPhase }, d)}`);
}

test("the golden trace in Chromium has the hashes of the native library", async (context) => {
    const executablePath = browserPath();
    if (!executablePath) return context.skip("Chromium is not installed");
    const server = await serve(fileURLToPath(new URL("..", import.meta.url)));
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: PATIENCE });
    try {
        for (const [build, loaded] of [
            [undefined, ["broad_phase_simd128.wasm", "queries_simd128.wasm"]],
            ["portable", ["broad_phase.wasm", "queries.wasm"]],
        ]) {
            const page = await browser.newPage();
            const modules = [];
            page.on("request", (request) => modules.push(request.url().split("/").pop()));
            await page.goto(`${server.url}tests/page.html`, { timeout: PATIENCE });
            assert.deepEqual(await page.evaluate(play, build), EXPECTED);
            assert.deepEqual(modules.filter((name) => name.endsWith(".wasm")).sort(), loaded);
            await page.close();
        }
    } finally {
        await browser.close();
        server.stop();
    }
});
