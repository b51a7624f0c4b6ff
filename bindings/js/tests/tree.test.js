// Changing sets of items, against brute force after random changes.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Tree } from "broadleaf-wasm";
import * as brute from "./support/brute.js";
import { generator } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(() => ready());

/** A tree beside the list of items that it should have. */
class Both {
    constructor(seed, dimensions) {
        this.random = generator(seed);
        this.dimensions = dimensions;
        this.tree = new Tree({ dimensions, toBox: ({ box }) => box });
        this.items = [];
        this.count = 0;
    }

    int(below) {
        return Math.floor(this.random() * below);
    }

    item() {
        const min = Array.from({ length: this.dimensions }, () => this.int(60) * 0.25);
        const box = [...min, ...min.map((at) => at + this.int(9) * 0.5)];
        if (this.int(40) === 0) box[this.int(this.dimensions)] = -Infinity;
        return { id: this.count++, box };
    }

    change() {
        const choice = this.int(20);
        if (choice < 8) this.insert(this.item());
        else if (choice < 9) this.load(Array.from({ length: this.int(40) }, () => this.item()));
        else if (choice < 18) this.remove();
        else if (choice === 19 && this.int(30) === 0) this.clear();
    }

    insert(item) {
        assert.equal(this.tree.insert(item), this.tree);
        this.items.push(item);
    }

    load(items) {
        assert.equal(this.tree.load(items), this.tree);
        this.items.push(...items);
    }

    remove() {
        if (this.items.length === 0) return;
        const [item] = this.items.splice(this.int(this.items.length), 1);
        const isSame = this.int(2) === 0;
        const given = isSame ? item : { ...item };
        if (!isSame) assert.equal(this.tree.remove(given), false);
        assert.equal(this.tree.remove(given, isSame ? undefined : (a, b) => a.id === b.id), true);
    }

    clear() {
        assert.equal(this.tree.clear(), this.tree);
        this.items = [];
    }

    check() {
        const { tree, items } = this;
        assert.equal(tree.length, items.length);
        assert.deepEqual(tree.all(), items);
        const { box } = this.item();
        const found = items.filter((item) => brute.meet(item.box, box));
        assert.deepEqual(tree.search(box), found);
        assert.deepEqual(tree.search({ box }), found);
        assert.equal(tree.collides(box), found.length > 0);
        const point = Array.from({ length: this.dimensions }, () => this.int(90) * 0.25 - 4);
        const options = { k: [0, 1, 4, Infinity][this.int(4)], ...(this.int(2) ? { maxDistance: this.int(9) / 2 } : {}) };
        const near = brute.neighbors(items, point, options);
        const { items: nearest, distances } = tree.neighbors(point, options);
        assert.deepEqual(nearest.map(({ id }) => id), near.map(({ id }) => id));
        assert.deepEqual([...distances], near.map(({ distance }) => distance));
    }
}

test("a tree has the items of a list, whatever is changed between queries", () => {
    for (const dimensions of [2, 3]) {
        // Many queries for each change make indexes, many changes for each query make none.
        for (const [changes, queries] of [[1, 1], [1, 40], [60, 1], [300, 100]]) {
            const both = new Both(dimensions * changes + queries, dimensions);
            both.load(Array.from({ length: 200 }, () => both.item()));
            for (let round = 0; round < 30; round++) {
                for (let change = 0; change < changes; change++) both.change();
                for (let query = 0; query < queries; query++) both.check();
            }
            both.tree.free();
        }
    }
});

test("items have the sides of rbush by default", () => {
    const tree = new Tree();
    const item = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    tree.insert(item).insert(item).load(new Set([{ minX: 3, minY: 3, maxX: 4, maxY: 4 }]));
    assert.equal(tree.length, 3);
    assert.deepEqual(tree.search({ minX: 1, minY: 1, maxX: 3, maxY: 2.9 }), [item, item]);
    assert.equal(tree.remove(item), true);
    assert.deepEqual([tree.length, tree.collides([0, 0, 1, 1])], [2, true]);
    assert.deepEqual([tree.remove(item), tree.remove(item)], [true, false]);
    const cube = { minX: 0, minY: 0, minZ: 5, maxX: 1, maxY: 1, maxZ: 6 };
    const cubes = new Tree({ dimensions: 3 }).insert(cube);
    assert.deepEqual(cubes.neighbors([0, 0, 0]), { items: [cube], distances: Float64Array.of(5) });
});

test("errors name the argument, and nothing changes", () => {
    const tree = new Tree();
    const item = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    tree.insert(item);
    const refused = (call, name, message) => assert.throws(call, { name, message });
    refused(() => tree.insert({ ...item, maxY: -1 }), "RangeError", "item: min 0 is above max -1 on axis 1");
    refused(() => tree.insert({ minX: 0 }), "TypeError", "item: expected 4 numbers, not undefined at 1");
    refused(() => tree.insert(null), "TypeError", "item: expected 4 numbers, not undefined at 0");
    refused(() => tree.load([item, { ...item, minX: NaN }]), "RangeError", "items: row 1: not a number on axis 0: min NaN, max 1");
    refused(() => tree.load(3), "TypeError", "items: expected a list, not number");
    refused(() => tree.remove({}), "TypeError", "item: expected 4 numbers, not undefined at 0");
    refused(() => tree.search([0, 0, 1]), "TypeError", "box: expected 4 numbers, not 3");
    refused(() => tree.search({}), "TypeError", "box: expected 4 numbers, not undefined at 0");
    refused(() => tree.collides([2, 0, 1, 1]), "RangeError", "box: min 2 is above max 1 on axis 0");
    refused(() => tree.neighbors([0, NaN]), "RangeError", "point: not a number on axis 1");
    refused(() => tree.neighbors([0, 0], { k: -1 }), "RangeError", "k: expected a whole number from 0, not -1");
    refused(() => tree.neighbors([0, 0], { maxResults: 1 }), "TypeError", /^options: there is no option/);
    refused(() => new Tree({ toBox: 3 }), "TypeError", "toBox: expected a function, not number");
    refused(() => new Tree({ dimensions: 4 }), "RangeError", "dimensions: expected 2 or 3, not 4");
    assert.deepEqual(tree.all(), [item]);
});

test("the memory of a tree stays flat", () => {
    const both = new Both(7, 2);
    both.load(Array.from({ length: 2000 }, () => both.item()));
    const grow = () => {
        for (let round = 0; round < 2000; round++) {
            both.insert(both.item());
            both.remove();
            both.tree.search([3, 3, 4, 4]);
        }
        return process.memoryUsage().arrayBuffers;
    };
    const first = grow();
    assert.ok(grow() < 1.5 * first + 1e6);
});
