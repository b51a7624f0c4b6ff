// The examples run: in Node, and in Chromium under a Content Security Policy.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { serve } from "../../../playground/tests/server.js";
import { run as runGame } from "../examples/game_loop.js";
import { run as runThree } from "../examples/three.js";
import { PATIENCE, browserPath } from "./support/chromium.js";

test("a game loop collects coins, sees past walls and blasts enemies", async () => {
    assert.deepEqual(await runGame(), { score: 2, watchers: [4], hit: [4, 5], left: 3 });
});

test("three.js picks and culls the same meshes with an index", async () => {
    const { picked, visible } = await runThree();
    for (const [own, expected] of picked) assert.equal(own, expected);
    assert.ok(picked.filter(([own]) => own).length > 20);
    assert.deepEqual(visible[0], visible[1]);
    assert.ok(visible[0].length > 20);
});

test("a page with a policy has a worker find pairs", async (context) => {
    const executablePath = browserPath();
    if (!executablePath) return context.skip("Chromium is not installed");
    const server = await serve(fileURLToPath(new URL("..", import.meta.url)));
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: PATIENCE });
    try {
        const page = await browser.newPage();
        const problems = [];
        page.on("console", (message) => problems.push(message.text()));
        page.on("pageerror", (error) => problems.push(String(error)));
        await page.goto(`${server.url}examples/page/index.html`, { timeout: PATIENCE });
        const answer = page.locator("#answer", { hasText: "pairs" });
        await answer.waitFor({ timeout: PATIENCE });
        assert.match(await answer.textContent(), /^[1-9]\d+ pairs, the same here, 0 numbers left behind$/);
        assert.deepEqual(problems, []);
    } finally {
        await browser.close();
        server.stop();
    }
});
