// The golden trace in Node must give the hashes of the native library.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as broadleaf from "broadleaf-wasm";
import { BroadPhase } from "broadleaf-wasm/broad-phase";
import { golden } from "./support/golden.js";
import { ready, readyBroadPhases } from "./support/ready.js";

/** The hashes of the native library, in 2D and 3D. */
const EXPECTED = readFileSync(new URL("../../../crates/broadleaf-golden/golden.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("package"));

test("the golden trace has the hashes of the native library", async () => {
    await Promise.all([ready(), readyBroadPhases()]);
    const lines = [2, 3].map((d) => `package ${d}D ${golden({ ...broadleaf, BroadPhase }, d)}`);
    assert.deepEqual(lines, EXPECTED);
});
