// Pairs from scratch, against brute force.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { countPairs, crossPairs, init, selfPairs } from "broadleaf";
import { bruteCross, brutePairs, forEachCase, inOrder } from "./cases.js";

before(() => init());

test("pairs within a list are those of brute force", () => {
    forEachCase((random, dimensions, boxes) => {
        const expected = brutePairs(boxes, dimensions);
        assert.deepEqual(selfPairs(boxes, { dimensions, sorted: true }), expected);
        assert.deepEqual(inOrder(selfPairs(boxes, { dimensions })), expected);
        assert.equal(countPairs(boxes, { dimensions }), expected.length / 2);
    });
});

test("pairs between two lists are those of brute force", () => {
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        const expected = bruteCross(first, second, dimensions);
        assert.deepEqual(crossPairs(first, second, { dimensions, sorted: true }), expected);
        assert.deepEqual(inOrder(crossPairs(first, second, { dimensions })), expected);
        assert.equal(countPairs(first, second, { dimensions }), expected.length / 2);
    });
});

test("a part of a larger array is read where it is", () => {
    const all = Float32Array.of(9, 0, 0, 2, 2, 1, 1, 3, 3, 9);
    const part = all.subarray(1, 9);
    assert.deepEqual(selfPairs(part, { dimensions: 2 }), Uint32Array.of(0, 1));
});

test("an empty list has no pairs", () => {
    const none = new Float64Array();
    assert.deepEqual(selfPairs(none, { dimensions: 3 }), new Uint32Array());
    assert.equal(countPairs(none, none, { dimensions: 3 }), 0);
});

test("lists of different types make pairs", () => {
    const lists = [Float64Array, Float32Array, Int32Array].map((Type) => Type.of(0, 0, 1, 1));
    for (const first of lists) {
        for (const second of lists) {
            assert.equal(countPairs(first, second, { dimensions: 2 }), 1);
        }
    }
});

test("errors name the row and its values", () => {
    const twice = (row) => Float64Array.of(0, 0, 1, 1, ...row);
    const refused = (call, message) => assert.throws(call, { message });
    refused(
        () => selfPairs(twice([0, NaN, 1, 1]), { dimensions: 2 }),
        "boxes: row 1: not a number on axis 1: min NaN, max 1",
    );
    refused(
        () => selfPairs(twice([0, 0, -3, 1]), { dimensions: 2 }),
        "boxes: row 1: min 0 is above max -3 on axis 0",
    );
    refused(
        () => selfPairs(twice([0, 0]), { dimensions: 2 }),
        "boxes: 6 values are not a whole number of rows of 4 values",
    );
    refused(
        () => crossPairs(twice([]), twice([0, 5, 1, 4]), { dimensions: 2 }),
        "second: row 1: min 5 is above max 4 on axis 1",
    );
    refused(
        () => selfPairs([0, 0, 1, 1], { dimensions: 2 }),
        "boxes: expected one of Float32Array, Float64Array, Int32Array, not Array",
    );
    refused(() => selfPairs(twice([])), "dimensions: expected 2 or 3, not undefined");
});
