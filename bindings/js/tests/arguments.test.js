// Invalid arguments are rejected by name; none are ignored.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Index, countPairs, crossPairs, selfPairs } from "broadleaf-wasm";
import { BroadPhase, init } from "broadleaf-wasm/broad-phase";
import { generator, randomBoxes } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(() => Promise.all([ready(), init()]));

const BOX = Float64Array.of(0, 0, 1, 1);

/** A broad phase of one box, and its id. */
function broadPhaseOf(options) {
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 0, ...options });
    return [broadPhase, broadPhase.create(BOX)];
}

function refused(call, name, message) {
    assert.throws(call, { name, message });
}

test("labels of a broad phase are whole numbers of 32 bits", () => {
    const [broadPhase] = broadPhaseOf();
    for (const label of ["category", "mask"]) {
        for (const value of ["player", [1, 2], Uint32Array.of(), true, null, {}, 1n]) {
            refused(() => broadPhase.create(BOX, { [label]: value }), "TypeError", new RegExp(`^${label}: expected a number`));
        }
        for (const value of [2 ** 33, 2 ** 32, NaN, 1.5, Infinity, -(2 ** 31) - 1]) {
            const message = `${label}: expected a whole number of 32 bits, not ${value}`;
            refused(() => broadPhase.create(BOX, { [label]: value }), "RangeError", message);
        }
    }
    for (const value of ["a", [], null, true]) {
        refused(() => broadPhase.create(BOX, { group: value }), "TypeError", /^group: expected a number/);
    }
    for (const value of [2 ** 31, -(2 ** 31) - 1, NaN, 0.5]) {
        refused(() => broadPhase.create(BOX, { group: value }), "RangeError", /^group: expected a whole number/);
    }
    refused(() => broadPhase.create(BOX, { mask: [0.5] }), "RangeError", "mask: row 0: expected a whole number of 32 bits, not 0.5");
    refused(() => broadPhase.create(BOX, { group: ["1"] }), "TypeError", 'group: row 0: expected a number, not "1"');
    assert.equal(broadPhase.length, 1);
});

test("a mask of all bits but one has a sign or none", () => {
    for (const mask of [~1, ~1 >>> 0]) {
        const [broadPhase] = broadPhaseOf();
        broadPhase.create(BOX, { category: 1 });
        broadPhase.create(BOX, { category: 2, mask });
        // The first box is in all categories; the second in the category that the third one's mask excludes.
        assert.equal(broadPhase.step().begun.length / 2, 2);
    }
});

test("labels decide about pairs as brute force does", () => {
    const random = generator(77);
    const word = () => (random() < 0.5 ? 1 : -1) * Math.floor(2 ** 31 * random());
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 0 });
    const labels = Array.from({ length: 60 }, () => ({ category: word() & word(), mask: word() & word(), group: word() % 3 }));
    const ids = labels.map((label) => broadPhase.create(BOX, label)[0]);
    const meet = (a, b) => {
        if (a.group === b.group && a.group !== 0) return a.group > 0;
        return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
    };
    const expected = ids.flatMap((id, i) =>
        ids.slice(i + 1).flatMap((other, j) => (meet(labels[i], labels[i + 1 + j]) ? [id, other] : [])),
    );
    assert.deepEqual([...broadPhase.step().begun], expected);
});

test("an option that does not exist is refused", () => {
    const [broadPhase, ids] = broadPhaseOf();
    const index = new Index(BOX, { dimensions: 2 });
    const calls = [
        () => selfPairs(BOX, { dimensions: 2, category: 1 }),
        () => selfPairs(BOX, { dimensions: 2, sorted: true }),
        () => crossPairs(BOX, BOX, { dimensions: 2, group: [1] }),
        () => countPairs(BOX, { dimensions: 2, mask: 1 }),
        () => countPairs(BOX, BOX, { dimensions: 2, mask: 1 }),
        () => new Index(BOX, { dimensions: 2, ordered: true }),
        () => index.neighbors([0, 0], { maxResults: 3 }),
        () => index.neighborsMany(BOX, { maxdistance: 3 }),
        () => index.cast([0, 0], [1, 0], { maxDistance: 3 }),
        () => index.castAll([0, 0], [1, 0], { len: 3 }),
        () => index.castMany(BOX, BOX, { k: 3 }),
        () => new BroadPhase({ dimensions: 2, margins: 0 }),
        () => BroadPhase.restore(broadPhase.save(), { historie: 3 }),
        () => broadPhase.create(BOX, { categories: 1 }),
        () => broadPhase.create(BOX, { masks: 1 }),
        () => broadPhase.move(ids, BOX, { displacement: BOX }),
        () => broadPhase.boxes(ids, { fatt: true }),
    ];
    for (const call of calls) refused(call, "TypeError", /^options: there is no option "\w+" here, only \w/);
    refused(() => selfPairs(BOX, 2), "TypeError", "options: expected an object, not number");
    refused(() => broadPhase.create(BOX, null), "TypeError", "options: expected an object, not null");
    refused(() => index.neighbors([0, 0], 3), "TypeError", "options: expected an object, not number");
    assert.equal(broadPhase.length, 1);
});

test("options of the wrong type are refused", () => {
    const [broadPhase, ids] = broadPhaseOf();
    const index = new Index(BOX, { dimensions: 2 });
    refused(() => selfPairs(BOX, { dimensions: 2, sort: "no" }), "TypeError", 'sort: expected true or false, not "no"');
    refused(() => selfPairs(BOX, { dimensions: 2, withinGroups: true }), "TypeError", "withinGroups: expected groups, too");
    refused(() => selfPairs(BOX, { dimensions: "2" }), "RangeError", 'dimensions: expected 2 or 3, not "2"');
    refused(() => broadPhase.boxes(ids, { fat: 1 }), "TypeError", "fat: expected true or false, not 1");
    refused(() => new BroadPhase({ dimensions: 2, margin: "1" }), "TypeError", /^margin: expected a number/);
    refused(() => new BroadPhase({ dimensions: 2, prediction: 2 ** 24 }), "RangeError", /^prediction: expected a number of less/);
    refused(() => new BroadPhase({ dimensions: 2, prediction: NaN }), "RangeError", /^prediction: expected a number/);
    refused(() => new BroadPhase({ dimensions: 2, history: -1 }), "RangeError", /^history: expected a whole number/);
    refused(() => BroadPhase.restore(broadPhase.save(), { history: 0.5 }), "RangeError", /^history: expected a whole/);
    refused(() => broadPhase.rewind("1"), "TypeError", 'steps: expected a whole number from 0, not "1"');
    refused(() => broadPhase.create(BOX, { mobility: ["static"] }), "RangeError", /^mobility: expected "dynamic"/);
    refused(() => broadPhase.has(0n), "TypeError", "id: expected a number, not bigint");
    refused(() => index.neighbors([0, 0], { k: "3" }), "TypeError", /^k: expected a whole number/);
    refused(() => index.cast([0, 0], [1, 0], { length: -1 }), "RangeError", /^length: expected a number of at least 0/);
});

test("a box, a point and a ray are of numbers", () => {
    const index = new Index(BOX, { dimensions: 2 });
    const [broadPhase] = broadPhaseOf();
    for (const thing of [index, broadPhase]) {
        refused(() => thing.search([0, 0, null, 1]), "TypeError", "box: expected 4 numbers, not null at 2");
        refused(() => thing.search([2, 0, 1, 1]), "RangeError", "box: min 2 is above max 1 on axis 0");
        refused(() => thing.search([0, 0, 1, NaN]), "RangeError", "box: not a number on axis 1: min 0, max NaN");
    }
    refused(() => index.neighbors(["0", 0]), "TypeError", 'point: expected 2 numbers, not "0" at 0');
    refused(() => index.neighbors([0, NaN]), "RangeError", "point: not a number on axis 1");
    refused(() => index.cast([0, NaN], [1, 0]), "RangeError", "origin: expected a finite number on axis 1, not NaN");
    refused(() => index.castAll([0, 0], [Infinity, 0]), "RangeError", "direction: expected a finite number on axis 0, not Infinity");
    refused(
        () => index.castMany(Float64Array.of(0, 0, 0, 0), Float64Array.of(1, 0, 0, NaN)),
        "RangeError",
        "directions: row 1: expected a finite number on axis 1, not NaN",
    );
});

test("displacements are finite, and nothing moves if one is not", () => {
    const [broadPhase, [first]] = broadPhaseOf({ margin: 1 });
    const [second] = broadPhase.create(BOX);
    const ids = [first, second];
    const places = Float64Array.of(5, 5, 6, 6, 5, 5, 6, 6);
    for (const value of [Infinity, -Infinity, NaN]) {
        refused(
            () => broadPhase.move(ids, places, { displacements: Float64Array.of(0, 0, 0, value) }),
            "RangeError",
            `displacements: row 1: expected a finite number on axis 1, not ${value}`,
        );
    }
    refused(() => broadPhase.move(ids, places, { displacements: null }), "TypeError", /^displacements: expected one of/);
    assert.deepEqual(broadPhase.boxes(), Float64Array.of(0, 0, 1, 1, 0, 0, 1, 1));
});

test("numbers that are not ids are of no box", () => {
    const [broadPhase, [id]] = broadPhaseOf();
    assert.ok(broadPhase.has(id));
    for (const other of [id + 2 ** 25, id + 2 ** 53, id + 2 ** 64, id + 0.5, id - 1, -id - 1, NaN, Infinity, -Infinity]) {
        assert.ok(!broadPhase.has(other), String(other));
        refused(() => broadPhase.boxes([id, other]), "Error", `ids: row 1: there is no box with the id ${other}`);
    }
});

test("k is Infinity by the default of flatbush", () => {
    const boxes = randomBoxes(Float64Array, generator(3), 2, 100);
    const index = new Index(boxes, { dimensions: 2 });
    const { ids } = index.neighbors([0, 0], { k: Infinity });
    assert.deepEqual([...ids].sort((a, b) => a - b), [...Array(100).keys()]);
    assert.deepEqual(index.neighborsMany(Float64Array.of(0, 0), { k: Infinity }).ids, ids);
    assert.deepEqual(index.neighbors([0, 0], { k: 2 ** 32 - 1 }).ids, ids);
});

test("freed twice, and of no use then", () => {
    const [broadPhase] = broadPhaseOf();
    const index = new Index(BOX, { dimensions: 2 });
    for (const thing of [broadPhase, index]) {
        thing.free();
        thing.free();
    }
    refused(() => index.search([0, 0, 1, 1]), "Error", "this index was freed");
    refused(() => broadPhase.step(), "Error", "this broad phase was freed");
    const others = [broadPhaseOf()[0], new Index(BOX, { dimensions: 2 })];
    for (const other of others) {
        other[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
        assert.throws(() => other.length, /was freed$/);
    }
});

test("slots are the lower 25 bits of ids", () => {
    const ids = Float64Array.from({ length: 1000 }, (_, at) => 2 ** 25 * (at % 7) * 2 ** 20 + 3 * at);
    assert.deepEqual(BroadPhase.slots(ids.subarray(5)), Uint32Array.from({ length: 995 }, (_, at) => 3 * (at + 5)));
    assert.deepEqual(BroadPhase.slots([2 ** 53 - 1]), Uint32Array.of(2 ** 25 - 1));
});
