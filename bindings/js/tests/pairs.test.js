// Pairs from scratch, against brute force.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { countPairs, crossPairs, selfPairs } from "broadleaf-wasm";
import { bruteCross, brutePairs, forEachCase, inOrder } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(ready);

test("pairs within a list are those of brute force", () => {
    forEachCase((random, dimensions, boxes) => {
        const expected = brutePairs(boxes, dimensions);
        assert.deepEqual(selfPairs(boxes, { dimensions }), expected);
        assert.deepEqual(inOrder(selfPairs(boxes, { dimensions, sort: false })), expected);
        assert.equal(countPairs(boxes, { dimensions }), expected.length / 2);
    });
});

test("pairs between two lists are those of brute force", () => {
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        const expected = bruteCross(first, second, dimensions);
        assert.deepEqual(crossPairs(first, second, { dimensions }), expected);
        assert.deepEqual(inOrder(crossPairs(first, second, { dimensions, sort: false })), expected);
        assert.equal(countPairs(first, second, { dimensions }), expected.length / 2);
    });
});

test("interiors are compared strictly", () => {
    const meet = (a, i, b, j, dimensions) => {
        const [one, other] = [i, j].map((row) => 2 * dimensions * row);
        return Array.from({ length: dimensions }, (_, axis) => axis).every(
            (axis) => a[one + axis] < b[other + dimensions + axis] && b[other + axis] < a[one + dimensions + axis],
        );
    };
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        const [m, n] = [first, second].map((boxes) => boxes.length / (2 * dimensions));
        const [within, between] = [[], []];
        for (let i = 0; i < m; i++) {
            for (let j = i + 1; j < m; j++) if (meet(first, i, first, j, dimensions)) within.push(i, j);
            for (let j = 0; j < n; j++) if (meet(first, i, second, j, dimensions)) between.push(i, j);
        }
        const options = { dimensions, interiors: true };
        assert.deepEqual(selfPairs(first, options), Uint32Array.from(within));
        assert.deepEqual(inOrder(selfPairs(first, options)), Uint32Array.from(within));
        assert.deepEqual(crossPairs(first, second, options), Uint32Array.from(between));
        assert.equal(countPairs(first, options), within.length / 2);
        assert.equal(countPairs(first, second, options), between.length / 2);
    });
    assert.throws(() => selfPairs(new Float64Array(), { dimensions: 2, interiors: 1 }), {
        message: "interiors: expected true or false, not 1",
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
        'boxes: row 1: not a number on axis 1: min NaN, max 1; rows without a box are left out with missing: "skip"',
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
        "boxes: expected one of Float32Array, Float64Array, Int32Array, not Array; Float64Array.from(list.flat()) makes one",
    );
    refused(() => selfPairs(twice([])), "dimensions: expected 2 or 3, not undefined");
});

/** Whether the labels of two boxes allow them to form a pair. */
function admits({ groups, withinGroups = false, categories, masks }, a, b) {
    const [first, second] = [a, b].map(([list, row]) => ({
        group: groups?.[list][row],
        category: categories?.[list][row],
        mask: masks?.[list][row],
    }));
    if (groups && (first.group === second.group) !== withinGroups) return false;
    return !masks || ((first.category & second.mask) !== 0 && (second.category & first.mask) !== 0);
}

/** Filters by random labels of two lists, of each kind and combined. */
function filters(random, count) {
    const both = (Type, bound) =>
        [0, 1].map(() => Type.from({ length: count }, () => Math.floor(bound * random())));
    const groups = both(Int32Array, 4).map((list) => list.map((group) => group - 2));
    const layers = { categories: both(Array, 16), masks: both(Uint32Array, 16) };
    return [{ groups }, { groups, withinGroups: true }, layers, { groups, ...layers }];
}

test("labels leave out pairs", () => {
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        for (const filter of filters(random, first.length / (2 * dimensions))) {
            const of = (list) => Object.entries(filter).map(([name, both]) => [name, both[list] ?? both]);
            const options = { dimensions, ...Object.fromEntries(of(0)) };
            const within = bruteCross(first, first, dimensions, (a, b) => a < b && admits(filter, [0, a], [0, b]));
            assert.deepEqual(selfPairs(first, options), within);
            assert.deepEqual(inOrder(selfPairs(first, { ...options, sort: false })), within);
            assert.equal(countPairs(first, options), within.length / 2);
            const between = bruteCross(first, second, dimensions, (a, b) => admits(filter, [0, a], [1, b]));
            assert.deepEqual(crossPairs(first, second, { dimensions, ...filter }), between);
            assert.equal(countPairs(first, second, { dimensions, ...filter }), between.length / 2);
        }
    });
});

test("errors name the row of a label", () => {
    const boxes = Float64Array.of(0, 0, 1, 1, 0, 0, 1, 1);
    const refused = (options, message) =>
        assert.throws(() => selfPairs(boxes, { dimensions: 2, ...options }), { message });
    refused({ groups: [1, 1.5] }, "groups: row 1: expected a whole number of 32 bits, not 1.5");
    refused(
        { categories: [1, 1], masks: [2 ** 32, 1] },
        "masks: row 0: expected a whole number of 32 bits, not 4294967296",
    );
    refused({ groups: [1, 2, 3] }, "groups: expected a number for each of 2 boxes, not 3");
    refused({ groups: 7 }, "groups: expected a number for each of 2 boxes, not number");
    refused({ masks: [1, 1] }, "categories and masks go together: only one of them was given");
    const both = (groups) => crossPairs(boxes, boxes, { dimensions: 2, groups });
    assert.throws(() => both([1, 2]), {
        message: "groups, first: expected a number for each of 2 boxes, not number",
    });
    assert.throws(() => both(Uint32Array.of(1, 2)), {
        message: "groups: expected two lists, for the boxes of first and of second",
    });
    assert.throws(() => both([[1, 2], [1, NaN]]), {
        message: "groups, second: row 1: expected a whole number of 32 bits, not NaN",
    });
    // All bits set, as a signed and an unsigned number.
    const masks = [-1, 0xffff_ffff];
    assert.equal(countPairs(boxes, { dimensions: 2, categories: masks, masks }), 1);
});
