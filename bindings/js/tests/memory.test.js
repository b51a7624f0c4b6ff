// A result that does not fit into memory is an error with its size, and everything works
// afterwards.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Index, crossPairs, selfPairs } from "broadleaf-wasm";
import { BroadPhase, init } from "broadleaf-wasm/broad-phase";
import { generator, randomBoxes } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(() => Promise.all([ready(), init()]));

/** With so many boxes, half of the pairs do not fit, either: more than 2^28. */
const COUNT = 33_000;
const PAIRS = (COUNT * (COUNT - 1)) / 2;
/** Copies of one box, which all overlap each other. */
const HEAP = new Float64Array(4 * COUNT);
/**
 * The most that the memory of a process may grow for a query that is refused; pairs of a step need
 * most.
 */
const MAX_GROWTH = 1.5e9;

/** Checks that a call is refused with a number, without taking gigabytes. */
function refused(call, count, items) {
    const before = process.memoryUsage().rss;
    assert.throws(call, (error) => {
        assert.ok(error instanceof RangeError, String(error));
        assert.match(error.message, new RegExp(`^(more than )?${count} ${items} do not fit`));
        return true;
    });
    const growth = process.memoryUsage().rss - before;
    assert.ok(growth < MAX_GROWTH, `${growth} bytes`);
}

test("too many pairs are a RangeError with their number", () => {
    refused(() => selfPairs(HEAP, { dimensions: 2 }), PAIRS, "pairs");
    refused(() => selfPairs(HEAP, { dimensions: 2, sort: false }), PAIRS, "pairs");
    refused(() => crossPairs(HEAP, HEAP, { dimensions: 2 }), COUNT ** 2, "pairs");
    const groups = Uint32Array.from({ length: COUNT }, (_, row) => row % 2);
    refused(() => selfPairs(HEAP, { dimensions: 2, groups }), COUNT ** 2 / 4, "pairs");
    assert.deepEqual(selfPairs(HEAP.subarray(0, 12), { dimensions: 2 }), Uint32Array.of(0, 1, 0, 2, 1, 2));
});

test("an index that refused an answer gives others", () => {
    const index = new Index(HEAP, { dimensions: 2 });
    refused(() => index.pairs(), PAIRS, "pairs");
    refused(() => index.crossPairs(index), COUNT ** 2, "pairs");
    refused(() => index.searchMany(HEAP), COUNT ** 2, "ids");
    refused(() => index.neighborsMany(HEAP.subarray(0, 2 * COUNT), { k: Infinity }), COUNT ** 2, "ids");
    assert.equal(index.search([0, 0, 1, 1]).length, COUNT);
    assert.equal(index.neighbors([0, 0], { k: 3 }).ids.length, 3);
    assert.equal(index.boxes().length, HEAP.length);
    assert.equal(Index.from(index.data).length, COUNT);
});

test("counting first does not change the answers", () => {
    const boxes = randomBoxes(Float64Array, generator(8), 2, 6000);
    // More pairs than are listed without counting first.
    const large = boxes.map((at, i) => (i % 4 < 2 ? at - 7 : at + 7));
    const pairs = selfPairs(large, { dimensions: 2 });
    assert.ok(pairs.length / 2 > 2 ** 22);
    const index = new Index(large, { dimensions: 2 });
    assert.deepEqual(index.pairs(), pairs);
    assert.equal(selfPairs(large, { dimensions: 2, sort: false }).length, pairs.length);
    const { offsets, ids } = index.searchMany(large);
    assert.equal(ids.length, pairs.length + 6000);
    for (const row of [0, 1, 17, 5999]) {
        const window = large.subarray(4 * row, 4 * row + 4);
        assert.deepEqual(ids.subarray(offsets[row], offsets[row + 1]), index.search(window));
    }
});

test("arrays that are too large are refused before they are copied", () => {
    // Never touched, so that it takes no physical memory.
    const boxes = new Float64Array(2 ** 28);
    refused(() => selfPairs(boxes, { dimensions: 2 }), "boxes: 67108864", "boxes");
    refused(() => new Index(boxes, { dimensions: 2 }), "boxes: 67108864", "boxes");
    refused(() => new BroadPhase({ dimensions: 2 }).create(boxes), "boxes: 67108864", "boxes");
    const index = new Index(HEAP, { dimensions: 2 });
    refused(() => index.searchMany(boxes), "boxes: 268435456", "numbers");
    refused(() => index.neighborsMany(boxes), "points: 268435456", "numbers");
    refused(() => Index.from(boxes), "source: 2147483648", "bytes");
    refused(() => BroadPhase.restore(boxes), "source: 2147483648", "bytes");
    assert.equal(index.length, COUNT);
});

test("a step with too many pairs changes nothing", () => {
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 0, history: 3 });
    const ids = broadPhase.create(Float64Array.of(0, 0, 1, 1, 1, 1, 2, 2, 5, 5, 6, 6));
    assert.deepEqual(broadPhase.step().begun, ids.slice(0, 2));
    const heap = broadPhase.create(HEAP.subarray(0, 4 * 6_000));
    const hash = broadPhase.stateHash;
    refused(() => broadPhase.step(), 16777216, "pairs");
    refused(() => broadPhase.pairs(), 16777216, "pairs");
    refused(() => broadPhase.tightPairs(), 16777216, "pairs");
    assert.deepEqual([broadPhase.frame, broadPhase.stateHash, broadPhase.length], [1, hash, 6_003]);
    broadPhase.remove(heap.slice(1));
    assert.deepEqual(broadPhase.step().begun, Float64Array.of(ids[0], heap[0]));
    broadPhase.move(ids.slice(0, 1), Float64Array.of(5, 5, 6, 6));
    const { begun, ended } = broadPhase.step();
    assert.deepEqual([...begun], [ids[0], ids[2]]);
    assert.deepEqual([...ended], [ids[0], ids[1], ids[0], heap[0]]);
    broadPhase.rewind(2);
    assert.deepEqual([...broadPhase.pairs()], [ids[0], ids[1]]);
});
