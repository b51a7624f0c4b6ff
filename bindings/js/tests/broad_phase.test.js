// Broad phases, against brute force.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { BroadPhase, init } from "broadleaf-wasm/broad-phase";
import { brutePairs, generator, randomBoxes } from "./support/cases.js";

before(() => init());

/** A random sequence of changes: the changes of each frame, and the boxes after it. */
function play(broadPhase, seed, frames, afterStep) {
    const { dimensions } = broadPhase;
    const random = generator(seed);
    for (let frame = 0; frame < frames; frame++) {
        if (frame % 3 === 0) broadPhase.create(randomBoxes(Float64Array, random, dimensions, 20));
        const moved = broadPhase.ids().filter(() => random() < 0.3);
        broadPhase.move(moved, randomBoxes(Float64Array, random, dimensions, moved.length));
        broadPhase.remove(broadPhase.ids().filter(() => random() < 0.05));
        afterStep(broadPhase.step());
    }
}

/** The pairs of a broad phase as strings, from all of its boxes. */
function pairsOf(broadPhase) {
    const [ids, boxes] = [broadPhase.ids(), broadPhase.boxes()];
    return new Set(texts(Float64Array.from(brutePairs(boxes, broadPhase.dimensions), (row) => ids[row])));
}

function texts(pairs) {
    return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

test("events are the differences of the pairs of brute force", () => {
    for (const dimensions of [2, 3]) {
        const broadPhase = new BroadPhase({ dimensions, margin: 0 });
        let pairs = new Set();
        play(broadPhase, 5, 40, ({ begun, ended }) => {
            const now = pairsOf(broadPhase);
            assert.deepEqual(new Set(texts(begun)), new Set([...now].filter((p) => !pairs.has(p))));
            assert.deepEqual(new Set(texts(ended)), new Set([...pairs].filter((p) => !now.has(p))));
            assert.deepEqual(new Set(texts(broadPhase.tightPairs())), now);
            pairs = now;
        });
    }
});

test("two broad phases with the same changes are equal, and a rewound one repeats them", () => {
    for (const dimensions of [2, 3]) {
        const [a, b] = [0, 1].map(() => new BroadPhase({ dimensions, history: 8 }));
        const film = [];
        play(a, 9, 20, (events) => film.push([events, a.stateHash]));
        const again = [];
        play(b, 9, 20, (events) => again.push([events, b.stateHash]));
        assert.deepEqual(film, again);
        assert.equal(a.frame, 20);
        assert.equal(a.history, 8);
        a.rewind(8);
        assert.equal(a.frame, 12);
        assert.equal(a.stateHash, film[11][1]);
        const restored = BroadPhase.restore(a.save(), { history: 3 });
        assert.equal(restored.stateHash, a.stateHash);
        assert.deepEqual(restored.ids(), a.ids());
        assert.deepEqual(restored.boxes(), a.boxes());
        const [change, same] = [a, restored].map((broadPhase) => {
            broadPhase.remove(broadPhase.ids().slice(0, 3));
            return broadPhase.step();
        });
        assert.deepEqual(change, same);
        assert.throws(() => a.rewind(9), Error);
    }
});

/** Boxes with the same coordinates on all axes, given where each begins. */
function cubes(starts, dimensions) {
    const corner = (at) => Array(dimensions).fill(at);
    return Float64Array.from(starts.flatMap((at) => [...corner(at), ...corner(at + 1.1)]));
}

test("a broad phase has the hash that the native library gives for the same calls", () => {
    // Hashes of a `BroadPhase<(), f64, D>` with the default structures on x86-64: with the default
    // margin of the library, and with the margin of this package, 2 sixteenths and 2 displacements
    // ahead.
    const expected = [
        [0.1, { 2: 18280514113891861941n, 3: 9059480352387068384n }],
        [undefined, { 2: 11688463212413462918n, 3: 11524979491570824342n }],
    ];
    for (const [margin, hashes] of expected) {
        for (const dimensions of [2, 3]) assert.equal(playedHash({ dimensions, margin }), hashes[dimensions]);
    }
});

/** The hash of a broad phase of cubes that are added, moved and removed. */
function playedHash(options) {
    const broadPhase = new BroadPhase(options);
    const { dimensions } = options;
    const starts = (from, count) =>
        Array.from({ length: count }, (_, i) => (((from + i) * 7) % 50) * 0.3);
    const moving = broadPhase.create(cubes(starts(0, 40), dimensions));
    broadPhase.create(cubes(starts(9, 30), dimensions), { mobility: "static" });
    broadPhase.step();
    for (let frame = 1; frame < 10; frame++) {
        const places = Array.from({ length: 30 }, (_, i) => ((i + frame * 3) % 40) * 0.37);
        broadPhase.move(moving.slice(10), cubes(places, dimensions), {
            displacements: new Float64Array(30 * dimensions).fill(0.25),
        });
        if (frame === 5) broadPhase.remove(moving.slice(0, 10));
        broadPhase.step();
    }
    return broadPhase.stateHash;
}

test("fat boxes keep pairs while boxes move a little", () => {
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 1, prediction: 0 });
    const ids = broadPhase.create(Float64Array.of(0, 0, 1, 1, 2, 0, 3, 1));
    assert.deepEqual([...broadPhase.step().begun], [...ids]);
    assert.equal(broadPhase.tightPairs().length, 0);
    assert.deepEqual([...broadPhase.pairs()], [...ids]);
    broadPhase.move(ids.slice(0, 1), Float64Array.of(-0.5, 0, 0.5, 1));
    assert.equal(broadPhase.step().ended.length, 0);
    assert.deepEqual(broadPhase.boxes(ids.slice(0, 1), { fat: true }), Float64Array.of(-1, -1, 2, 2));
    assert.deepEqual(broadPhase.search([0.5, 0, 0.6, 1]), ids.slice(0, 1));
});

test("mobility and filters decide which boxes form pairs", () => {
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 0 });
    const box = Float64Array.of(0, 0, 1, 1);
    const [ground] = broadPhase.create(box, { mobility: "static" });
    broadPhase.create(box, { mobility: "static" });
    const [ball] = broadPhase.create(box, { category: 1, mask: 2 });
    broadPhase.create(box, { category: 4, mask: 4 });
    // The ground is in every category.
    const found = texts(broadPhase.step().begun);
    assert.ok(found.includes(`${ground} ${ball}`));
    assert.equal(found.length, 4);
});

test("ids are never used again, and slots are", () => {
    const broadPhase = new BroadPhase({ dimensions: 3 });
    const box = Float64Array.of(0, 0, 0, 1, 1, 1);
    const first = broadPhase.create(box);
    assert.deepEqual(BroadPhase.slots(first), Uint32Array.of(0));
    broadPhase.remove(first);
    broadPhase.step();
    const second = broadPhase.create(box);
    assert.deepEqual(BroadPhase.slots(second), Uint32Array.of(0));
    assert.notEqual(first[0], second[0]);
    assert.deepEqual([broadPhase.has(first[0]), broadPhase.has(second[0])], [false, true]);
    assert.equal(broadPhase.length, 1);
});

test("errors name the row", () => {
    const broadPhase = new BroadPhase({ dimensions: 2 });
    const box = Float64Array.of(0, 0, 1, 1);
    const ids = broadPhase.create(box);
    const refused = (call, message) => assert.throws(call, { message });
    refused(
        () => broadPhase.create(Float64Array.of(0, 0, 1, 1, 0, 0, NaN, 1)),
        "boxes: row 1: not a number on axis 0: min 0, max NaN",
    );
    refused(() => broadPhase.move(ids, new Float64Array(8)), "boxes: expected 4 values for 1 ids, not 8");
    refused(
        () => broadPhase.move(Float64Array.of(ids[0], 77), new Float64Array(8)),
        "ids: row 1: there is no box with the id 77",
    );
    refused(() => broadPhase.remove([5]), "ids: row 0: there is no box with the id 5");
    refused(() => broadPhase.remove(Uint32Array.of(0)), "ids: expected a Float64Array or an array of ids, not Uint32Array");
    refused(() => broadPhase.remove([ids[0], "0"]), "ids: row 1: expected a number, not string");
    refused(
        () => broadPhase.move(ids, box, { displacements: Float64Array.of(1) }),
        "displacements: expected 2 values for 1 rows, not 1",
    );
    refused(() => BroadPhase.restore(new Uint8Array(9)), "these bytes are not a saved broad phase");
    refused(() => new BroadPhase({ dimensions: 2, margin: -1 }), "margin: expected a number of at least 0, not -1");
    refused(
        () => broadPhase.create(box, { mobility: "fixed" }),
        'mobility: expected "dynamic" or "kinematic" or "static" or "sleeping", not "fixed"',
    );
    assert.deepEqual(broadPhase.boxes(), box);
});

test("a fast frame leaves no pairs when boxes rest", () => {
    for (const margin of [undefined, 0.5]) {
        const broadPhase = new BroadPhase({ dimensions: 2, margin });
        // A row of boxes, ten sides apart.
        const places = (to) => Float64Array.from({ length: 4 * 200 }, (_, i) => [0, to, 1, to + 1][i % 4] + (i % 2 ? 0 : 10 * Math.floor(i / 4)));
        const ids = broadPhase.create(places(0));
        broadPhase.step();
        broadPhase.move(ids, places(50), { displacements: Float64Array.from({ length: 400 }, (_, i) => (i % 2 ? 0 : 100)) });
        assert.ok(broadPhase.step().begun.length > 0);
        for (let frame = 0; frame < 100; frame++) {
            broadPhase.move(ids, places(50));
            broadPhase.step();
        }
        assert.equal(broadPhase.pairs().length, 0);
    }
});

test("the default margin suits coordinates of any scale", () => {
    const boxes = randomBoxes(Float64Array, generator(12), 2, 100);
    const fat = [1, 2 ** -20, 2 ** 20].map((scale) => {
        const broadPhase = new BroadPhase({ dimensions: 2 });
        broadPhase.create(boxes.map((at) => at * scale));
        assert.deepEqual([...broadPhase.step().begun], [...broadPhase.pairs()]);
        return broadPhase.pairs();
    });
    assert.deepEqual(fat[1], fat[0]);
    assert.deepEqual(fat[2], fat[0]);
    const broadPhase = new BroadPhase({ dimensions: 2 });
    const ids = broadPhase.create(Float64Array.of(0, 0, 8, 2));
    assert.deepEqual(broadPhase.boxes(ids, { fat: true }), Float64Array.of(-1, -1, 9, 3));
});
