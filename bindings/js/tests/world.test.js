// Worlds, against brute force.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { World, init } from "broadleaf-wasm/world";
import { brutePairs, generator, randomBoxes } from "./cases.js";

before(() => init());

/** A film of random changes: what each frame does to a world, and its boxes after it. */
function play(world, seed, frames, afterStep) {
    const { dimensions } = world;
    const random = generator(seed);
    for (let frame = 0; frame < frames; frame++) {
        if (frame % 3 === 0) world.create(randomBoxes(Float64Array, random, dimensions, 20));
        const moved = world.ids().filter(() => random() < 0.3);
        world.move(moved, randomBoxes(Float64Array, random, dimensions, moved.length));
        world.remove(world.ids().filter(() => random() < 0.05));
        afterStep(world.step());
    }
}

/** The pairs of a world as strings, from all of its boxes. */
function pairsOf(world) {
    const [ids, boxes] = [world.ids(), world.boxes()];
    return new Set(texts(BigUint64Array.from(brutePairs(boxes, world.dimensions), (row) => ids[row])));
}

function texts(pairs) {
    return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

test("events are the differences of the pairs of brute force", () => {
    for (const dimensions of [2, 3]) {
        const world = new World({ dimensions, margin: 0 });
        let pairs = new Set();
        play(world, 5, 40, ({ begun, ended }) => {
            const now = pairsOf(world);
            assert.deepEqual(new Set(texts(begun)), new Set([...now].filter((p) => !pairs.has(p))));
            assert.deepEqual(new Set(texts(ended)), new Set([...pairs].filter((p) => !now.has(p))));
            assert.deepEqual(new Set(texts(world.pairs())), now);
            pairs = now;
        });
    }
});

test("two worlds with the same changes are equal, and a rewound one repeats them", () => {
    for (const dimensions of [2, 3]) {
        const [a, b] = [0, 1].map(() => new World({ dimensions, history: 8 }));
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
        const restored = World.restore(a.save(), { history: 3 });
        assert.equal(restored.stateHash, a.stateHash);
        assert.deepEqual(restored.ids(), a.ids());
        assert.deepEqual(restored.boxes(), a.boxes());
        const [change, same] = [a, restored].map((world) => {
            world.remove(world.ids().slice(0, 3));
            return world.step();
        });
        assert.deepEqual(change, same);
        assert.throws(() => a.rewind(9), Error);
    }
});

/** Boxes of the same coordinates on all axes: where each begins. */
function cubes(starts, dimensions) {
    const corner = (at) => Array(dimensions).fill(at);
    return Float64Array.from(starts.flatMap((at) => [...corner(at), ...corner(at + 1.1)]));
}

test("a world has the hash that the native library gives for the same calls", () => {
    // Of a `World<(), f64, D>` with the default structures on x86-64: with the default margin of the
    // library, and with that of this package, 2 sixteenths and 2 displacements ahead.
    const expected = [
        [0.1, { 2: 18280514113891861941n, 3: 9059480352387068384n }],
        [undefined, { 2: 11688463212413462918n, 3: 11524979491570824342n }],
    ];
    for (const [margin, hashes] of expected) {
        for (const dimensions of [2, 3]) assert.equal(playedHash({ dimensions, margin }), hashes[dimensions]);
    }
});

/** The hash of a world of cubes that come, move and go. */
function playedHash(options) {
    const world = new World(options);
    const { dimensions } = options;
    const starts = (from, count) =>
        Array.from({ length: count }, (_, i) => (((from + i) * 7) % 50) * 0.3);
    const moving = world.create(cubes(starts(0, 40), dimensions));
    world.create(cubes(starts(9, 30), dimensions), { mobility: "static" });
    world.step();
    for (let frame = 1; frame < 10; frame++) {
        const places = Array.from({ length: 30 }, (_, i) => ((i + frame * 3) % 40) * 0.37);
        world.move(moving.slice(10), cubes(places, dimensions), {
            displacements: new Float64Array(30 * dimensions).fill(0.25),
        });
        if (frame === 5) world.remove(moving.slice(0, 10));
        world.step();
    }
    return world.stateHash;
}

test("fat boxes keep pairs while boxes move a little", () => {
    const world = new World({ dimensions: 2, margin: 1, prediction: 0 });
    const ids = world.create(Float64Array.of(0, 0, 1, 1, 2, 0, 3, 1));
    assert.deepEqual([...world.step().begun], [...ids]);
    assert.equal(world.pairs().length, 0);
    assert.deepEqual([...world.pairs({ fat: true })], [...ids]);
    world.move(ids.slice(0, 1), Float64Array.of(-0.5, 0, 0.5, 1));
    assert.equal(world.step().ended.length, 0);
    assert.deepEqual(world.boxes(ids.slice(0, 1), { fat: true }), Float64Array.of(-1, -1, 2, 2));
    assert.deepEqual(world.search([0.5, 0, 0.6, 1]), ids.slice(0, 1));
});

test("mobility and filters decide which boxes form pairs", () => {
    const world = new World({ dimensions: 2, margin: 0 });
    const box = Float64Array.of(0, 0, 1, 1);
    const [ground] = world.create(box, { mobility: "static" });
    world.create(box, { mobility: "static" });
    const [ball] = world.create(box, { category: 1, mask: 2 });
    world.create(box, { category: 4, mask: 4 });
    // The ground is in every category.
    const found = texts(world.step().begun);
    assert.ok(found.includes(`${ground} ${ball}`));
    assert.equal(found.length, 4);
});

test("ids are never used again, and slots are", () => {
    const world = new World({ dimensions: 3 });
    const box = Float64Array.of(0, 0, 0, 1, 1, 1);
    const first = world.create(box);
    assert.deepEqual(World.slots(first), Uint32Array.of(0));
    world.remove(first);
    world.step();
    const second = world.create(box);
    assert.deepEqual(World.slots(second), Uint32Array.of(0));
    assert.notEqual(first[0], second[0]);
    assert.deepEqual([world.has(first[0]), world.has(second[0])], [false, true]);
    assert.equal(world.length, 1);
});

test("errors name the row", () => {
    const world = new World({ dimensions: 2 });
    const box = Float64Array.of(0, 0, 1, 1);
    const ids = world.create(box);
    const refused = (call, message) => assert.throws(call, { message });
    refused(
        () => world.create(Float64Array.of(0, 0, 1, 1, 0, 0, NaN, 1)),
        "boxes: row 1: not a number on axis 0: min 0, max NaN",
    );
    refused(() => world.move(ids, new Float64Array(8)), "boxes: expected 4 values for 1 ids, not 8");
    refused(
        () => world.move(BigUint64Array.of(ids[0], 77n), new Float64Array(8)),
        "ids: row 1: there is no box with the id 77",
    );
    refused(() => world.remove(BigUint64Array.of(5n)), "ids: row 0: there is no box with the id 5");
    refused(() => world.remove([ids[0]]), "ids: expected a BigUint64Array, not Array");
    refused(
        () => world.move(ids, box, { displacements: Float64Array.of(1) }),
        "displacements: expected 2 values for 1 ids, not 1",
    );
    refused(() => World.restore(new Uint8Array(9)), "these bytes are not a saved world");
    refused(() => new World({ dimensions: 2, margin: -1 }), "margin: expected a number of at least 0, not -1");
    refused(
        () => world.create(box, { mobility: "fixed" }),
        'mobility: expected "dynamic" or "kinematic" or "static", not "fixed"',
    );
    assert.deepEqual(world.boxes(), box);
});

test("a fast frame leaves no pairs when boxes rest", () => {
    for (const margin of [undefined, 0.5]) {
        const world = new World({ dimensions: 2, margin });
        // A row, ten sides apart.
        const places = (to) => Float64Array.from({ length: 4 * 200 }, (_, i) => [0, to, 1, to + 1][i % 4] + (i % 2 ? 0 : 10 * Math.floor(i / 4)));
        const ids = world.create(places(0));
        world.step();
        world.move(ids, places(50), { displacements: Float64Array.from({ length: 400 }, (_, i) => (i % 2 ? 0 : 100)) });
        assert.ok(world.step().begun.length > 0);
        for (let frame = 0; frame < 100; frame++) {
            world.move(ids, places(50));
            world.step();
        }
        assert.equal(world.pairs({ fat: true }).length, 0);
    }
});

test("the default margin suits coordinates of any scale", () => {
    const boxes = randomBoxes(Float64Array, generator(12), 2, 100);
    const fat = [1, 2 ** -20, 2 ** 20].map((scale) => {
        const world = new World({ dimensions: 2 });
        world.create(boxes.map((at) => at * scale));
        assert.deepEqual([...world.step().begun], [...world.pairs({ fat: true })]);
        return world.pairs({ fat: true });
    });
    assert.deepEqual(fat[1], fat[0]);
    assert.deepEqual(fat[2], fat[0]);
    const world = new World({ dimensions: 2 });
    const ids = world.create(Float64Array.of(0, 0, 8, 2));
    assert.deepEqual(world.boxes(ids, { fat: true }), Float64Array.of(-1, -1, 9, 3));
});
