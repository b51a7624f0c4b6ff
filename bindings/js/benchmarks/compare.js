// Compares with other packages: all pairs, and an index with 10,000 searches. Contenders take
// turns, every answer is verified, and the best of several rounds counts.

import boxIntersect from "box-intersect";
import { Index, countPairs, init, selfPairs } from "broadleaf-wasm";
import { System } from "detect-collisions";
import RBush from "rbush";

import { generator } from "../tests/support/cases.js";
import { flatbushOf } from "./flatbush.js";

const SEARCHES = 10_000;
/** The largest number of boxes for which the hand-written sweep takes part. */
const FEW = 2_000;
/**
 * Calls are repeated until they take this long, in milliseconds, since few boxes take microseconds.
 */
const MIN_TIME = 0.5;
const sizes = process.argv.slice(2).map(Number);

/** Boxes of sides up to 1 in a cube whose volume is their number. */
function boxesOf(count, dimensions, seed) {
    const random = generator(seed);
    const side = count ** (1 / dimensions);
    const boxes = new Float64Array(count * 2 * dimensions);
    for (let row = 0; row < boxes.length; row += 2 * dimensions) {
        for (let axis = 0; axis < dimensions; axis++) {
            boxes[row + axis] = side * random();
            boxes[row + dimensions + axis] = boxes[row + axis] + random();
        }
    }
    return boxes;
}

function rowsOf(boxes, width) {
    return Array.from({ length: boxes.length / width }, (_, row) =>
        Array.from(boxes.subarray(row * width, (row + 1) * width)),
    );
}

/** All pairs, from arrays in the form that each package takes. */
function pairContenders(boxes, dimensions) {
    const rows = rowsOf(boxes, 2 * dimensions);
    const single = Float32Array.from(boxes);
    const contenders = {
        broadleaf: () => selfPairs(boxes, { dimensions }).length / 2,
        // Unsorted, like the pairs of the others.
        "broadleaf, not sorted": () => selfPairs(boxes, { dimensions, sort: false }).length / 2,
        "broadleaf, Float32Array": () => selfPairs(single, { dimensions }).length / 2,
        "box-intersect": () => boxIntersect(rows).length,
    };
    if (rows.length <= FEW) contenders["own sweep"] = () => sweep(boxes, dimensions);
    return dimensions === 2 ? { ...contenders, ...searchingContenders(boxes, rows) } : contenders;
}

/** A sweep that a program may contain for a few boxes: sorted by their minimum on one axis. */
function sweep(boxes, dimensions) {
    const width = 2 * dimensions;
    const order = Array.from({ length: boxes.length / width }, (_, row) => row * width);
    order.sort((a, b) => boxes[a] - boxes[b]);
    let pairs = 0;
    for (let i = 0; i < order.length; i++) {
        const a = order[i];
        for (let j = i + 1; j < order.length && boxes[order[j]] <= boxes[a + dimensions]; j++) {
            const b = order[j];
            let meet = true;
            for (let axis = 1; meet && axis < dimensions; axis++) {
                meet =
                    boxes[a + axis] <= boxes[b + dimensions + axis] &&
                    boxes[b + axis] <= boxes[a + dimensions + axis];
            }
            if (meet) pairs++;
        }
    }
    return pairs;
}

/** Packages that find pairs by one search per box. */
function searchingContenders(boxes, rows) {
    return {
        flatbush: () => {
            const index = flatbushOf(boxes);
            let pairs = 0;
            const after = (i) => (other) => (pairs += other > i ? 1 : 0) < 0;
            rows.forEach((row, i) => index.search(...row, after(i)));
            return pairs;
        },
        rbush: () => {
            const items = rows.map(([minX, minY, maxX, maxY], id) => ({ minX, minY, maxX, maxY, id }));
            const tree = new RBush().load(items);
            let pairs = 0;
            for (const item of items) {
                for (const other of tree.search(item)) if (other.id > item.id) pairs++;
            }
            return pairs;
        },
        "detect-collisions": () => {
            const system = new System();
            const bodies = rows.map(([x, y, maxX, maxY]) =>
                system.createBox({ x, y }, maxX - x, maxY - y),
            );
            system.update();
            let pairs = 0;
            // Its candidates, without its narrow phase.
            for (const body of bodies) pairs += system.getPotentials(body).length;
            return pairs / 2;
        },
    };
}

/** An index of boxes and many searches in it. */
function searchContenders(boxes, windows, expected) {
    const rows = rowsOf(windows, 4);
    return {
        broadleaf: () => new Index(boxes, { dimensions: 2 }).searchMany(windows).ids.length,
        "broadleaf, curve": () =>
            new Index(boxes, { dimensions: 2, order: "curve" }).searchMany(windows).ids.length,
        "build alone": () => new Index(boxes, { dimensions: 2 }) && expected,
        "build alone, curve": () => new Index(boxes, { dimensions: 2, order: "curve" }) && expected,
        "broadleaf, one by one": () => {
            const index = new Index(boxes, { dimensions: 2 });
            return rows.reduce((found, row) => found + index.search(row).length, 0);
        },
        flatbush: () => {
            const index = flatbushOf(boxes);
            return rows.reduce((found, row) => found + index.search(...row).length, 0);
        },
    };
}

/** Runs contenders in turns and prints the best time of each. */
function compare(title, contenders, isRight, rounds) {
    const best = {};
    for (let round = 0; round < rounds; round++) {
        for (const [name, contender] of Object.entries(contenders)) {
            const start = performance.now();
            let [answer, calls, time] = [contender(), 1, 0];
            while ((time = performance.now() - start) < MIN_TIME) {
                contender();
                calls++;
            }
            time /= calls;
            if (!isRight(answer, name)) throw new Error(`${title}: ${name} answers ${answer}`);
            best[name] = Math.min(best[name] ?? Infinity, time);
        }
    }
    console.log(`\n${title}`);
    for (const [name, time] of Object.entries(best)) {
        const ratio = (time / best.broadleaf).toFixed(2);
        console.log(`  ${name.padEnd(24)} ${time.toFixed(time < 0.1 ? 4 : 2).padStart(9)} ms  ${ratio.padStart(7)}`);
    }
}

await init();
for (const count of sizes.length ? sizes : [10_000, 100_000]) {
    const rounds = Math.max(3, Math.min(40, 500_000 / count));
    for (const dimensions of [2, 3]) {
        const boxes = boxesOf(count, dimensions, count + dimensions);
        const expected = countPairs(boxes, { dimensions });
        const single = countPairs(Float32Array.from(boxes), { dimensions });
        const isRight = (pairs, name) => {
            // detect-collisions computes boxes from sizes, and rounding changes whether some boxes touch.
            if (name === "detect-collisions") return Math.abs(pairs - expected) <= expected / 1000;
            return pairs === (name.endsWith("Float32Array") ? single : expected);
        };
        const title = `${count} boxes in ${dimensions}D, all ${expected} pairs`;
        compare(title, pairContenders(boxes, dimensions), isRight, rounds);
    }
    const boxes = boxesOf(count, 2, count);
    const windows = boxesOf(SEARCHES, 2, 1).map((at) => at * Math.sqrt(count / SEARCHES));
    const expected = new Index(boxes, { dimensions: 2 }).searchMany(windows).ids.length;
    const title = `${count} boxes, an index and ${SEARCHES} searches that find ${expected}`;
    compare(title, searchContenders(boxes, windows, expected), (found) => found === expected, rounds);
}
