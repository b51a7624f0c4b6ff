// Round trips of files between npm's flatbush and the program.
//
// node flatbush.mjs PROGRAM FLATBUSH FOLDER
//   PROGRAM    the program `broadleaf`
//   FLATBUSH   index.js of the installed package
//   FOLDER     an empty folder for files
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [program, module, folder] = process.argv.slice(2);
const {default: Flatbush} = await import(pathToFileURL(resolve(module)));

// The type, and the least and the greatest coordinate.
const types = [
    [Int8Array, -128, 127], [Uint8Array, 0, 255], [Uint8ClampedArray, 0, 255],
    [Int16Array, -32768, 32767], [Uint16Array, 0, 65535],
    [Int32Array, -2147483648, 2147483647], [Uint32Array, 0, 4294967295],
    [Float32Array, -1000, 1000], [Float64Array, -1e9, 1e9],
];
// Below and above 16,384 boxes and nodes, an index takes two and four bytes.
const sizes = [1, 2, 15, 16, 17, 257, 2_000, 15_358, 15_359];
const path = name => join(folder, name);
// The longest answer has a megabyte.
const options = {encoding: 'utf8', maxBuffer: 1 << 26};
const run = (...args) => execFileSync(program, ['index', ...args], options);
const query = (file, ...args) => JSON.parse(run('query', path(file), ...args, '--json')).found;

// Numbers from 0 to 1 that are the same in every run.
let state = 1;
const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
};

/** Boxes of a type, as rows of a typed array. */
function randomBoxes(Type, count, low, high) {
    const boxes = new Type(4 * count);
    const isFloat = Type === Float32Array || Type === Float64Array;
    const coordinate = share => isFloat ? share : Math.floor(share);
    for (let i = 0; i < count; i++) {
        for (let axis = 0; axis < 2; axis++) {
            const start = low + random() * (high - low);
            const end = Math.min(high, start + random() * (high - low) / 50);
            boxes[4 * i + axis] = coordinate(start);
            boxes[4 * i + 2 + axis] = coordinate(end);
        }
    }
    return boxes;
}

function build(Type, boxes, nodeSize) {
    const index = new Flatbush(boxes.length / 4, nodeSize, Type);
    for (let i = 0; i < boxes.length; i += 4) index.add(...boxes.subarray(i, i + 4));
    index.finish();
    return index;
}

function open(name) {
    const file = readFileSync(path(name));
    return Flatbush.from(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
}

const sorted = numbers => [...numbers].sort((a, b) => a - b);

/** The squared distance from a point to item `i`, computed as flatbush does. */
function squaredDistance(boxes, [x, y], i) {
    const [minX, minY, maxX, maxY] = boxes.subarray(4 * i, 4 * i + 4);
    const [dx, dy] = [Math.max(minX - x, x - maxX, 0), Math.max(minY - y, y - maxY, 0)];
    return dx * dx + dy * dy;
}

/** Compares the answers of two of their indexes with each other. */
function compareTheirs(theirs, ours, boxes, windows) {
    for (const box of windows) {
        assert.deepEqual(sorted(ours.search(...box)), sorted(theirs.search(...box)));
        const distances = index => index.neighbors(box[0], box[1], 7)
            .map(i => squaredDistance(boxes, box, i));
        assert.deepEqual(distances(ours), distances(theirs));
    }
}

/** Compares the program's answers from a file with those of their index. */
function compareProgram(file, theirs, boxes, windows) {
    for (const box of windows) {
        const found = query(file, '--box', box.join());
        assert.deepEqual(found.map(({id}) => id), sorted(theirs.search(...box)));
        for (const {id, box: {min, max}} of found) {
            // The shortest text of a 32-bit float is another 64-bit float.
            const corners = boxes.constructor.of(...min, ...max);
            assert.deepEqual(corners, boxes.slice(4 * id, 4 * id + 4));
        }
        const near = query(file, '--nearest', `${box[0]},${box[1]}`, '-k', '7');
        const expected = theirs.neighbors(box[0], box[1], 7)
            .map(i => Math.sqrt(squaredDistance(boxes, box, i)));
        assert.equal(near.length, expected.length);
        near.forEach(({value}, i) => {
            const error = Math.abs(value - expected[i]);
            assert(error <= 1e-6 * Math.max(1, expected[i]), `${value}, not ${expected[i]}`);
        });
    }
}

let files = 0;
for (const [Type, low, high] of types) {
    for (const count of sizes) {
        const nodeSize = count % 2 ? 16 : 5;
        const boxes = randomBoxes(Type, count, low, high);
        const windows = randomBoxes(Type, 40, low, high);
        const asked = Array.from({length: 40}, (_, i) => [...windows.subarray(4 * i, 4 * i + 4)]);
        asked.push([low, low, high, high]);
        const theirs = build(Type, boxes, nodeSize);
        writeFileSync(path('theirs.flatbush'), new Uint8Array(theirs.data));

        // Theirs to ours: as it is, and as a tree of ours.
        run('build', path('theirs.flatbush'), '-o', path('ours.index'));
        run('info', path('ours.index'), '--check');
        compareProgram('theirs.flatbush', theirs, boxes, asked.slice(-2));
        compareProgram('ours.index', theirs, boxes, asked.slice(-3));

        // Ours to theirs.
        run('build', path('ours.index'), '--format', 'flatbush', '-o', path('ours.flatbush'));
        const ours = open('ours.flatbush');
        assert.equal(ours.numItems, count);
        assert.equal(ours.nodeSize, 16);
        compareTheirs(theirs, ours, boxes, asked);
        files += 1;
    }
}
console.log(`flatbush: ${files} files went both ways`);
