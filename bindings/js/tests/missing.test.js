// Rows without a box.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Index, countPairs, crossPairs, missingRows, selfPairs } from "broadleaf-wasm";
import { bruteCross, forEachCase } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(ready);

/** Removes the boxes of some rows, and returns these rows. */
function holes(boxes, random, dimensions) {
    if (boxes instanceof Int32Array) return [];
    const rows = [];
    for (let row = 0; row < boxes.length / (2 * dimensions); row++) {
        if (random() < 0.7) continue;
        boxes[2 * dimensions * row + Math.floor(2 * dimensions * random())] = NaN;
        rows.push(row);
    }
    return rows;
}

test("rows that are left out make no pair, and others keep their numbers", () => {
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        const lists = [first, second];
        const missing = lists.map((boxes) => holes(boxes, random, dimensions));
        missing.forEach((rows, i) => assert.deepEqual([...missingRows(lists[i], { dimensions })], rows));
        const options = { dimensions, missing: "skip" };
        const has = (list, row) => !missing[list].includes(row);
        // Comparisons with NaN never find a gap, so these rows are left out explicitly.
        const within = bruteCross(first, first, dimensions, (a, b) => a < b && has(0, a) && has(0, b));
        assert.deepEqual(selfPairs(first, options), within);
        assert.equal(countPairs(first, options), within.length / 2);
        const groups = lists.map((boxes) => Array.from({ length: boxes.length / (2 * dimensions) }, (_, row) => row % 3));
        const between = (a, b) => has(0, a) && has(1, b);
        assert.deepEqual(crossPairs(first, second, options), bruteCross(first, second, dimensions, between));
        assert.deepEqual(
            crossPairs(first, second, { ...options, groups }),
            bruteCross(first, second, dimensions, (a, b) => between(a, b) && a % 3 !== b % 3),
        );
        const index = new Index(first, { dimensions, missing: "skip" });
        assert.deepEqual(index.pairs(), within);
        assert.deepEqual([...index.ids()], groups[0].map((_, row) => row).filter((row) => has(0, row)));
        assert.deepEqual(Index.from(index.data).ids(), index.ids());
    });
});

test("a row without a box is an error that says how to leave it out", () => {
    const boxes = Float32Array.of(0, 0, 1, 1, 0, NaN, 1, 1);
    const message =
        'boxes: row 1: not a number on axis 1: min NaN, max 1; rows without a box are left out with missing: "skip"';
    assert.throws(() => selfPairs(boxes, { dimensions: 2 }), { message });
    assert.throws(() => countPairs(boxes, { dimensions: 2, missing: "error" }), { message });
    assert.throws(() => new Index(boxes, { dimensions: 2 }), { message });
    assert.throws(() => selfPairs(boxes, { dimensions: 2, missing: "drop" }), {
        message: 'missing: expected "error" or "skip", not "drop"',
    });
    // A box that is invalid for another reason is always an error.
    const inverted = Float32Array.of(NaN, 0, 0, 1, 1, 0, 0, 1);
    for (const call of [selfPairs, (boxes, options) => new Index(boxes, options)]) {
        assert.throws(() => call(inverted, { dimensions: 2, missing: "skip" }), {
            message: "boxes: row 1: min 1 is above max 0 on axis 0",
        });
    }
});

test("a row that is not whole is no missing row", () => {
    const boxes = Float32Array.of(NaN, 0, 1, 1, 0, 0);
    const message = "boxes: 6 values are not a whole number of rows of 4 values";
    const options = { dimensions: 2, missing: "skip" };
    assert.throws(() => selfPairs(boxes, options), { message });
    assert.throws(() => new Index(boxes, options), { message });
    assert.throws(() => missingRows(boxes, { dimensions: 2 }), { message });
});

test("an index without some rows is no flatbush file", () => {
    const boxes = Float32Array.of(NaN, 0, 1, 1, 0, 0, 1, 1);
    const index = new Index(boxes, { dimensions: 2, missing: "skip" });
    assert.deepEqual(index.search([0, 0, 1, 1]), Uint32Array.of(1));
    assert.deepEqual(index.neighbors([5, 5]).ids, Uint32Array.of(1));
    assert.throws(() => index.toFlatbush(), Error);
    assert.throws(() => new Index(new Float64Array(), { dimensions: 2 }).toFlatbush(), Error);
    const none = new Index(Float32Array.of(NaN, 0, 1, 1), { dimensions: 2, missing: "skip" });
    assert.equal(none.length, 0);
});
