// Every query and change of a broad phase, against brute force after random changes.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import * as brute from "./support/brute.js";
import { BroadPhase } from "broadleaf-wasm/broad-phase";
import { generator, randomBoxes } from "./support/cases.js";
import { readyBroadPhases } from "./support/ready.js";

before(() => readyBroadPhases());

const MOBILITIES = ["dynamic", "kinematic", "static", "sleeping"];

/** A broad phase beside the rows of boxes that it should have. */
class Both {
    constructor(seed, options) {
        this.random = generator(seed);
        this.broadPhase = new BroadPhase(options);
        this.dimensions = options.dimensions;
        this.rows = [];
    }

    int(below) {
        return Math.floor(this.random() * below);
    }

    pick(list) {
        return list[this.int(list.length)];
    }

    /** Boxes on a grid, a few of them infinite or extreme. */
    boxes(count) {
        const boxes = randomBoxes(Float64Array, this.random, this.dimensions, count);
        const width = 2 * this.dimensions;
        for (let row = 0; row < count; row++) {
            if (this.int(40) > 0) continue;
            const axis = this.int(this.dimensions);
            const [min, max] = this.pick([[-Infinity, Infinity], [-1e300, 1e300], [5, Infinity], [-Infinity, -3]]);
            boxes[row * width + axis] = min;
            boxes[row * width + this.dimensions + axis] = max;
        }
        return boxes;
    }

    labels() {
        return { category: 1 << this.int(4), mask: this.int(16) | this.pick([0, -16]), group: this.pick([0, 0, 0, 2, -1]) };
    }

    some(part) {
        return this.rows.filter(() => this.random() < part);
    }

    create(count) {
        const boxes = this.boxes(count);
        const mobility = this.pick(MOBILITIES);
        const labels = Array.from({ length: count }, () => this.labels());
        const isOne = this.int(2) === 0;
        const list = (name) => (isOne ? labels[0][name] : labels.map((row) => row[name]));
        const options = { mobility, category: list("category"), mask: list("mask"), group: list("group") };
        const ids = this.broadPhase.create(boxes, count ? options : { mobility });
        const width = 2 * this.dimensions;
        ids.forEach((id, row) => {
            const own = isOne ? labels[0] : labels[row];
            this.rows.push({ id, mobility, ...own, box: boxes.slice(row * width, (row + 1) * width) });
        });
        this.rows.sort((a, b) => (a.id & 0x1ff_ffff) - (b.id & 0x1ff_ffff));
    }

    change() {
        if (this.int(3) === 0 || this.rows.length < 9) this.create(1 + this.int(20));
        const moved = this.some(0.3);
        const boxes = this.boxes(moved.length);
        this.broadPhase.move(Float64Array.from(moved, ({ id }) => id), boxes);
        moved.forEach((row, at) => (row.box = boxes.slice(2 * this.dimensions * at, 2 * this.dimensions * (at + 1))));
        const gone = this.some(0.08);
        this.broadPhase.remove(gone.map(({ id }) => id));
        this.rows = this.rows.filter((row) => !gone.includes(row));
        this.relabel();
    }

    relabel() {
        const changed = this.some(0.2);
        const labels = changed.map(() => this.labels());
        const name = this.pick(["category", "mask", "group"]);
        if (changed.length > 0) {
            this.broadPhase.setFilter(changed.map(({ id }) => id), { [name]: labels.map((row) => row[name]) });
        }
        changed.forEach((row, at) => (row[name] = labels[at][name]));
        const other = this.some(0.1);
        const mobility = this.pick(MOBILITIES);
        this.broadPhase.setMobility(other.map(({ id }) => id), mobility);
        for (const row of other) row.mobility = mobility;
    }

    /** Options of a query: none, an exception, labels, or one way. */
    options() {
        const options = {};
        if (this.int(2) && this.rows.length) options.except = this.pick(this.rows).id;
        if (this.int(2)) Object.assign(options, this.labels());
        if (this.int(4) === 0) options.mask = 5;
        if (this.int(3) === 0) options.oneWay = true;
        return options;
    }

    /** The same options for many queries, as lists. */
    lists(all) {
        const lists = {};
        for (const name of ["category", "mask", "group"]) {
            if (all.some((options) => options[name] !== undefined)) {
                lists[name] = all.map((options) => options[name] ?? (name === "group" ? 0 : -1));
            }
        }
        lists.except = all.map(({ except }) => except ?? -1);
        lists.oneWay = all[0].oneWay ?? false;
        return lists;
    }

    point() {
        return Array.from({ length: this.dimensions }, () => (this.int(60) - 30) * 0.25);
    }

    box() {
        const min = this.point();
        return [...min, ...min.map((at) => at + this.int(9) * 0.5)];
    }
}

/** Runs a check after each of many random changes. */
function forEachState(check) {
    for (const dimensions of [2, 3]) {
        for (const margin of [0, undefined]) {
            const both = new Both(dimensions + (margin === 0 ? 10 : 20), { dimensions, margin });
            for (let frame = 0; frame < 40; frame++) {
                both.change();
                check(both, frame);
                if (frame % 2) both.broadPhase.step();
            }
        }
    }
}

const list = (array) => Array.from(array);

test("boxes, labels, mobilities and bounds are those that were set", () => {
    forEachState(({ broadPhase, rows }) => {
        assert.deepEqual(list(broadPhase.ids()), rows.map(({ id }) => id));
        assert.deepEqual(list(broadPhase.boxes()), rows.flatMap(({ box }) => [...box]));
        assert.deepEqual(broadPhase.bounds, brute.bounds(rows));
        for (const { id, category, mask, group, mobility } of rows) {
            assert.deepEqual(broadPhase.filter(id), { category, mask: mask >>> 0, group });
            assert.equal(broadPhase.mobility(id), mobility);
        }
    });
});

test("windows find what brute force finds, one by one and many at once", () => {
    forEachState((both) => {
        const windows = Array.from({ length: 9 }, () => both.box());
        const options = windows.map(() => both.options());
        const answers = windows.map((window, i) => brute.search(both.rows, window, options[i]));
        windows.forEach((window, i) => assert.deepEqual(list(both.broadPhase.search(window, options[i])), answers[i]));
        const all = both.lists(options);
        const expected = windows.map((window, i) => brute.search(both.rows, window, listed(all, i)));
        const { offsets, ids } = both.broadPhase.searchMany(Float64Array.from(windows.flat()), all);
        assert.deepEqual(windows.map((_, i) => list(ids.subarray(offsets[i], offsets[i + 1]))), expected);
    });
});

/** The options of one of many queries, as brute force takes them. */
function listed({ category, mask, group, except, oneWay }, i) {
    return { category: category?.[i], mask: mask?.[i], group: group?.[i], except: except[i], oneWay };
}

test("rays and moving boxes hit what brute force hits", () => {
    forEachState((both) => {
        const { broadPhase, rows } = both;
        const isBox = both.int(2) === 0;
        const origins = Array.from({ length: 9 }, () => (isBox ? both.box() : both.point()));
        const directions = origins.map(() => both.point().map((x) => (both.int(4) ? x : 0)));
        const options = origins.map(() => ({ ...both.options(), ...(both.int(2) ? { length: both.int(5) } : {}) }));
        origins.forEach((origin, i) => {
            const hits = brute.castAll(rows, origin, directions[i], options[i]);
            assert.deepEqual(broadPhase.cast(origin, directions[i], options[i]), hits[0]);
            assert.equal(broadPhase.anyHit(origin, directions[i], options[i]), hits.length > 0);
            const { ids, reaches } = broadPhase.castAll(origin, directions[i], options[i]);
            assert.deepEqual(list(ids), hits.map(({ id }) => id));
            assert.deepEqual(list(reaches), hits.map(({ reach }) => reach));
        });
        const all = { ...both.lists(options), length: 3 };
        const expected = origins.map((origin, i) => brute.castAll(rows, origin, directions[i], { ...listed(all, i), length: 3 })[0]);
        const [starts, ways] = [origins, directions].map((vectors) => Float64Array.from(vectors.flat()));
        const { ids, reaches } = broadPhase.castMany(starts, ways, all);
        assert.deepEqual(list(ids), expected.map((hit) => hit?.id ?? -1));
        assert.deepEqual(list(reaches), expected.map((hit) => hit?.reach ?? Infinity));
        assert.deepEqual(list(broadPhase.anyHitMany(starts, ways, all)), expected.map((hit) => (hit ? 1 : 0)));
    });
});

test("a box sweeps what a cast of it with its labels hits", () => {
    forEachState((both) => {
        const { broadPhase, rows } = both;
        const finite = rows.filter(({ box }) => box.every(Number.isFinite));
        const ways = finite.map(() => both.point());
        const expected = finite.map(({ id, box, category, mask, group }, i) =>
            brute.castAll(rows, box, ways[i], { category, mask, group, except: id, length: 1 })[0],
        );
        const ids = finite.map(({ id }) => id);
        assert.deepEqual(ids.map((id, i) => broadPhase.sweep(id, ways[i])), expected);
        const many = broadPhase.sweepMany(ids, Float64Array.from(ways.flat()));
        assert.deepEqual(list(many.ids), expected.map((hit) => hit?.id ?? -1));
        assert.deepEqual(list(many.reaches), expected.map((hit) => hit?.reach ?? Infinity));
    });
});

test("the nearest boxes are those of brute force", () => {
    forEachState((both) => {
        const { broadPhase, rows } = both;
        const limits = { k: both.pick([0, 1, 3, Infinity]), ...(both.int(2) ? { maxDistance: both.int(8) / 2 } : {}) };
        const points = Array.from({ length: 9 }, () => both.point());
        const options = points.map(() => ({ ...both.options(), ...limits }));
        for (const [i, place] of [...points.entries(), [0, both.box()]]) {
            const expected = brute.neighbors(rows, place, options[i]);
            const { ids, distances } = broadPhase.neighbors(place, options[i]);
            assert.deepEqual(list(ids), expected.map(({ id }) => id));
            assert.deepEqual(list(distances), expected.map(({ distance }) => distance));
        }
        const all = { ...both.lists(options), ...limits };
        const { offsets, ids } = broadPhase.neighborsMany(Float64Array.from(points.flat()), all);
        const expected = points.map((point, i) => brute.neighbors(rows, point, { ...listed(all, i), ...limits }));
        assert.deepEqual(
            points.map((_, i) => list(ids.subarray(offsets[i], offsets[i + 1]))),
            expected.map((near) => near.map(({ id }) => id)),
        );
    });
});

const texts = (pairs) => Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);

test("pairs and events follow boxes, labels and mobilities", () => {
    for (const dimensions of [2, 3]) {
        const both = new Both(dimensions, { dimensions, margin: 0 });
        let before = [];
        for (let frame = 0; frame < 60; frame++) {
            both.change();
            const { begun, ended } = both.broadPhase.step();
            const now = brute.pairs(both.rows);
            assert.deepEqual(new Set(texts(begun)), new Set(now.filter((pair) => !before.includes(pair))));
            assert.deepEqual(new Set(texts(ended)), new Set(before.filter((pair) => !now.includes(pair))));
            assert.deepEqual(texts(both.broadPhase.pairs()), now);
            assert.deepEqual(texts(both.broadPhase.tightPairs()), now);
            const some = both.some(0.2).map(({ id }) => id);
            const own = now.filter((pair) => pair.split(" ").some((id) => some.includes(Number(id))));
            assert.deepEqual(texts(both.broadPhase.pairsOf(some)), own);
            before = now;
        }
    }
});

test("labels at creation are the labels that are set later, to the hash", () => {
    const boxes = randomBoxes(Float64Array, generator(3), 2, 50);
    const category = Array.from({ length: 50 }, (_, row) => 1 << row % 3);
    const labels = { category, mask: category.map((bits) => ~bits), group: category.map((_, row) => -(row % 2)) };
    const [a, b, c] = [0, 1, 2].map(() => new BroadPhase({ dimensions: 2 }));
    a.create(boxes, labels);
    b.setFilter(b.create(boxes), labels);
    category.forEach((_, row) => {
        const own = Object.fromEntries(Object.entries(labels).map(([name, list]) => [name, list[row]]));
        c.create(boxes.subarray(4 * row, 4 * row + 4), own);
    });
    const events = a.step();
    assert.deepEqual([b.step(), c.step()], [events, events]);
    assert.deepEqual([b.stateHash, c.stateHash], [a.stateHash, a.stateHash]);
});
