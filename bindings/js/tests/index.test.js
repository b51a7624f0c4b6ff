// Boxes at rest, against brute force.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Index } from "broadleaf-wasm";
import { bruteCross, brutePairs, forEachCase, generator, overlap } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(ready);

/** The answer to one of many queries. */
function part({ offsets, ids }, question) {
    return ids.subarray(offsets[question], offsets[question + 1]);
}

function rows(numbers, width) {
    return Array.from({ length: numbers.length / width }, (_, row) =>
        numbers.subarray(row * width, (row + 1) * width),
    );
}

/** The distance between a point and each box, with its id, nearest first. */
function distances(boxes, point, dimensions) {
    const found = rows(boxes, 2 * dimensions).map((box, id) => {
        let sum = 0;
        for (let axis = 0; axis < dimensions; axis++) {
            const below = box[axis] - point[axis];
            const gap = Math.max(0, below, point[axis] - box[dimensions + axis]);
            sum += gap * gap;
        }
        return [sum, id];
    });
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

test("searches find what brute force finds", () => {
    forEachCase((random, dimensions, boxes, another) => {
        const index = new Index(boxes, { dimensions });
        const windows = another();
        const answers = index.searchMany(windows);
        const along = new Index(boxes, { dimensions, order: "curve" });
        assert.deepEqual(along.searchMany(windows), answers);
        const cuts = new Index(boxes, { dimensions, order: "cuts" });
        assert.deepEqual(cuts.data, index.data);
        rows(windows, 2 * dimensions).forEach((window, row) => {
            const expected = bruteCross(window, boxes, dimensions).filter((_, i) => i % 2);
            assert.deepEqual(part(answers, row), expected);
            if (row < 5) assert.deepEqual(index.search(window), expected);
        });
    });
});

test("a search may find more than the memory of the module holds", () => {
    const count = 1_000_000;
    const index = new Index(new Float32Array(4 * count), { dimensions: 2 });
    const found = index.search([0, 0, 1, 1]);
    assert.ok(found.length === count && found.every((id, row) => id === row));
    assert.deepEqual(index.search([1, 1, 2, 2]), new Uint32Array());
});

test("pairs are those of brute force", () => {
    forEachCase((random, dimensions, first, another) => {
        const second = another();
        const [a, b] = [first, second].map((boxes) => new Index(boxes, { dimensions }));
        assert.deepEqual(a.pairs(), brutePairs(first, dimensions));
        assert.deepEqual(a.crossPairs(b), bruteCross(first, second, dimensions));
        assert.equal(a.countPairs(), a.pairs().length / 2);
        assert.equal(a.countPairs(b), a.crossPairs(b).length / 2);
    });
});

test("neighbors are the nearest boxes, by distance and id", () => {
    forEachCase((random, dimensions, boxes) => {
        const index = new Index(boxes, { dimensions });
        const points = boxes.constructor.from({ length: 5 * dimensions }, () => 30 * random() - 15);
        const [k, maxDistance] = [7, 4];
        const many = index.neighborsMany(points, { k, maxDistance });
        rows(points, dimensions).forEach((point, row) => {
            const all = distances(boxes, point, dimensions);
            const near = all.filter(([d]) => d <= maxDistance ** 2).slice(0, k);
            const ids = near.map(([, id]) => id);
            assert.deepEqual([...part(many, row)], ids);
            const one = index.neighbors(point, { k, maxDistance });
            assert.deepEqual([...one.ids], ids);
            assert.deepEqual([...one.distances], near.map(([d]) => Math.sqrt(d)));
        });
    });
});

test("rays along an axis hit what thin boxes overlap", () => {
    forEachCase((random, dimensions, boxes) => {
        const index = new Index(boxes, { dimensions });
        const origin = Array.from({ length: dimensions }, () => Math.floor(10 * random() - 5));
        const direction = Array.from({ length: dimensions }, (_, axis) => (axis === 0 ? 2 : 0));
        const end = origin.map((at, axis) => at + 4 * direction[axis]);
        const swept = boxes.constructor.from([...origin, ...end]);
        const hits = [];
        rows(boxes, 2 * dimensions).forEach((box, id) => {
            if (!overlap(swept, 0, boxes, id, dimensions)) return;
            hits.push([Math.max(0, box[0] - origin[0]) / 2, id]);
        });
        hits.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const all = index.castAll(origin, direction, { length: 4 });
        assert.deepEqual([...all.ids], hits.map(([, id]) => id));
        assert.deepEqual([...all.reaches], hits.map(([reach]) => reach));
        const first = index.cast(origin, direction, { length: 4 });
        assert.deepEqual(first, hits.length ? { id: hits[0][1], reach: hits[0][0] } : undefined);
        const ways = Float64Array.from([...direction, ...direction.map((d) => -0 * d)]);
        const origins = boxes.constructor.from([...origin, ...origin]);
        const { ids, reaches } = index.castMany(origins, ways, { length: 4 });
        const [reach, id] = hits[0] ?? [Infinity, 0xffff_ffff];
        assert.deepEqual([ids[0], reaches[0]], [id, reach]);
    });
});

test("an index knows its boxes", () => {
    const boxes = Float32Array.of(0, 1, 2, 3, -5, 5, 6, 6);
    const index = new Index(boxes, { dimensions: 2 });
    assert.deepEqual([index.length, index.dimensions], [2, 2]);
    assert.deepEqual(index.bounds, Float64Array.of(-5, 1, 6, 6));
    assert.deepEqual(index.boxes(), Float64Array.from(boxes));
    const none = new Index(new Int32Array(), { dimensions: 3 });
    assert.deepEqual([none.length, none.bounds], [0, undefined]);
    assert.deepEqual(none.search([0, 0, 0, 1, 1, 1]), new Uint32Array());
});

test("its data are the same index", () => {
    forEachCase((random, dimensions, boxes) => {
        const index = new Index(boxes, { dimensions });
        const same = Index.from(index.data);
        same.validate();
        assert.deepEqual(same.boxes(), index.boxes());
        assert.deepEqual(same.data, index.data);
        const inside = new Uint8Array(index.data.byteLength + 3);
        inside.set(new Uint8Array(index.data), 3);
        assert.deepEqual(Index.from(inside.subarray(3)).pairs(), index.pairs());
    });
});

test("errors name what is wrong", () => {
    const boxes = Float32Array.of(0, 0, 1, 1);
    const index = new Index(boxes, { dimensions: 2 });
    const refused = (call, message) => assert.throws(call, { message });
    refused(
        () => new Index(Float64Array.of(0, 0, 1, 1, 0, 3, 1, 2), { dimensions: 2 }),
        "boxes: row 1: min 3 is above max 2 on axis 1",
    );
    refused(
        () => new Index(boxes, { dimensions: 2, order: "hilbert" }),
        'order: expected "cuts" or "curve", not "hilbert"',
    );
    refused(() => index.search([0, NaN, 1, 1]), "box: not a number on axis 1: min NaN, max 1");
    refused(() => index.search([0, 0, 1]), "box: expected 4 numbers, not 3");
    refused(
        () => index.searchMany(new Float32Array(5)),
        "boxes: 5 values are not a whole number of rows of 4 values",
    );
    refused(
        () => index.neighborsMany(Float32Array.of(1, 2, NaN, 4)),
        "points: row 1: not a number on axis 0",
    );
    refused(
        () => index.neighbors([0, NaN]),
        "point: not a number on axis 1",
    );
    refused(
        () => index.cast([0, 0], [NaN, 1]),
        "direction: expected a finite number on axis 0, not NaN",
    );
    refused(
        () => index.neighborsMany(new Float32Array(5)),
        "points: 5 values are not a whole number of rows of 2 values",
    );
    refused(
        () => index.castMany(new Float32Array(5), new Float32Array(5)),
        "origins: 5 values are not a whole number of rows of 2 values",
    );
    refused(
        () => index.searchMany(Float32Array.of(0, 0, 1, 1, 0, 3, 1, 2)),
        "boxes: row 1: min 3 is above max 2 on axis 1",
    );
    refused(() => index.castAll([0], [1, 1]), "origin: expected 2 numbers, not 1");
    refused(() => index.neighbors([0, 0], { k: -1 }), "k: expected a whole number from 0, not -1");
    refused(
        () => index.neighbors([0, 0], { maxDistance: NaN }),
        "maxDistance: expected a number of at least 0, not NaN",
    );
    refused(
        () => index.castMany(new Float32Array(4), new Float32Array(2)),
        "directions: expected as many numbers as origins, 4, not 2",
    );
    refused(
        () => index.crossPairs(new Index(new Float64Array(), { dimensions: 3 })),
        "other: expected 2 dimensions, not 3",
    );
    refused(
        () => Index.from(new ArrayBuffer(3)),
        "a flatbush file has a header of 8 bytes, but there are only 3",
    );
    refused(() => Index.from("data"), "source: expected an ArrayBuffer or a view of one, not string");
    refused(
        () => new Index(new Float32Array(), { dimensions: 3 }).toFlatbush(),
        "a flatbush file has boxes in 2 dimensions, not in 3",
    );
});

test("a distance that was reported finds its box again", () => {
    const random = generator(41);
    for (const Type of [Float32Array, Float64Array]) {
        for (const dimensions of [2, 3]) {
            const boxes = Type.from({ length: 200 * 2 * dimensions }, () => 9 * random());
            // Sort the corners.
            for (let row = 0; row < boxes.length; row += 2 * dimensions) {
                for (let axis = 0; axis < dimensions; axis++) boxes[row + dimensions + axis] = boxes[row + axis] + random() ** 4;
            }
            const index = new Index(boxes, { dimensions });
            for (let question = 0; question < 40; question++) {
                const point = Type.from({ length: dimensions }, () => 20 * random() - 5);
                const { ids, distances } = index.neighbors(point, { k: Infinity });
                const at = Math.floor(200 * random());
                // Equally near boxes are in order of their ids.
                const options = { k: Infinity, maxDistance: distances[at] };
                const again = index.neighbors(point, options);
                assert.ok(again.ids.includes(ids[at]));
                assert.deepEqual(again.distances, distances.filter((distance) => distance <= distances[at]));
                assert.deepEqual(index.neighborsMany(point, options).ids, again.ids);
            }
        }
    }
    const index = new Index(Float64Array.of(1, 1, 1, 1, 1, 1), { dimensions: 3 });
    const [maxDistance] = index.neighbors([0, 0, 0]).distances;
    assert.deepEqual(index.neighbors([0, 0, 0], { maxDistance }).ids, Uint32Array.of(0));
});
