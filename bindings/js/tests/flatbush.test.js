// Files of npm's flatbush, both ways.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { Index } from "broadleaf-wasm";
import Flatbush from "flatbush";
import { generator, randomBoxes } from "./support/cases.js";
import { ready } from "./support/ready.js";

before(ready);

const TYPES = [
    Float64Array, Float32Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
    Int32Array, Uint32Array,
];

/** Boxes with whole coordinates from 0 to 100. */
function boxesOf(count) {
    return randomBoxes(Int32Array, generator(count), 2, count).map((at) => 2 * at + 50);
}

function flatbushOf(boxes, Type, nodeSize) {
    const index = new Flatbush(boxes.length / 4, nodeSize, Type);
    for (let i = 0; i < boxes.length; i += 4) index.add(...boxes.subarray(i, i + 4));
    index.finish();
    return index;
}

test("an index reads flatbush files of every type", () => {
    for (const Type of TYPES) {
        for (const [count, nodeSize] of [[1, 16], [2, 16], [16, 4], [17, 16], [300, 5], [9000, 2]]) {
            const boxes = boxesOf(count);
            const index = Index.from(flatbushOf(boxes, Type, nodeSize).data);
            assert.deepEqual([...index.boxes()], [...boxes]);
        }
    }
});

test("flatbush reads files of an index", () => {
    for (const Type of [Float64Array, Float32Array]) {
        for (const count of [1, 16, 17, 5000]) {
            const boxes = Type.from(boxesOf(count));
            const ours = new Index(boxes, { dimensions: 2 });
            const theirs = Flatbush.from(ours.toFlatbush());
            assert.equal(theirs.numItems, count);
            const windows = randomBoxes(Type, generator(1), 2, 50).map((at) => 2 * at + 50);
            for (let i = 0; i < windows.length; i += 4) {
                const window = windows.subarray(i, i + 4);
                const found = Uint32Array.from(theirs.search(...window)).sort();
                assert.deepEqual(found, ours.search(window));
            }
        }
    }
});

test("damaged files are refused", () => {
    const { data } = flatbushOf(boxesOf(20), Int16Array, 16);
    const bytes = new Uint8Array(data);
    assert.throws(() => Index.from(bytes.subarray(0, 90)), Error);
    const high = bytes.slice();
    high[4] = 255;
    assert.throws(() => Index.from(high), Error);
    const inverted = new Float64Array(new Index(boxesOf(20), { dimensions: 2 }).toFlatbush().slice(8, 40));
    const file = new Uint8Array(new Index(boxesOf(20), { dimensions: 2 }).toFlatbush());
    file.set(new Uint8Array(inverted.map((at, i) => (i === 2 ? inverted[0] - 1 : at)).buffer), 8);
    assert.throws(() => Index.from(file), { message: /^byte 8: item \d+ is not a box$/ });
    const other = bytes.slice();
    other[0] = 7;
    assert.throws(() => Index.from(other), {
        message: "byte 0: a flatbush file begins with 0xfb, not with 0x07",
    });
});
