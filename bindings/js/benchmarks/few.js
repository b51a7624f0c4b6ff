// Calls with few boxes, beside other packages and hand-written loops. Every answer is verified,
// contenders take turns, and times are CPU time.
//
// node benchmarks/few.js [ROUNDS] [FILE.csv]

import { writeFileSync } from "node:fs";

import boxIntersect from "box-intersect";
import { Index, crossPairs, init, selfPairs } from "broadleaf-wasm";
import { BroadPhase, init as initBroadPhases } from "broadleaf-wasm/broad-phase";
import RBush from "rbush";

import { generator } from "../tests/support/cases.js";
import { flatbushOf } from "./flatbush.js";
import { changes, everyCross, firstHit, grid, nearest, scan, sweep, sweepCross } from "./plain.js";

const SIZES = [10, 30, 100, 300, 1000, 3000];
/** How long one contender runs in a round, in microseconds of CPU time. */
const TURN = 10_000;
/**
 * The calls of a turn cycle through different scenes or queries; otherwise the engine would
 * specialize on one.
 */
const VARIANTS = 16;
/** The longest side of a box. */
const SIDE = 1;
const OURS = "broadleaf";

const rounds = Number(process.argv[2] ?? 9);
const file = process.argv[3];

/** Boxes of sides up to 1 in a cube whose volume is their number. */
function boxesOf(count, dimensions, random) {
    const side = count ** (1 / dimensions);
    const boxes = new Float64Array(count * 2 * dimensions);
    for (let row = 0; row < boxes.length; row += 2 * dimensions) {
        for (let axis = 0; axis < dimensions; axis++) {
            boxes[row + axis] = side * random();
            boxes[row + dimensions + axis] = boxes[row + axis] + SIDE * random();
        }
    }
    return boxes;
}

function pointsOf(count, dimensions, random) {
    const side = count ** (1 / dimensions);
    return Array.from({ length: VARIANTS }, () => Array.from({ length: dimensions }, () => side * random()));
}

function rowsOf(boxes, width) {
    return Array.from({ length: boxes.length / width }, (_, row) =>
        Array.from(boxes.subarray(row * width, (row + 1) * width)),
    );
}

function itemsOf(boxes) {
    return rowsOf(boxes, 4).map(([minX, minY, maxX, maxY], id) => ({ minX, minY, maxX, maxY, id }));
}

/** Pairs as text, independent of their order. */
function pairText(pairs, isOneList) {
    const flat = Array.from(pairs).flat();
    const keys = [];
    for (let at = 0; at < flat.length; at += 2) {
        const pair = [flat[at], flat[at + 1]];
        keys.push((isOneList ? pair.sort((a, b) => a - b) : pair).join());
    }
    return keys.sort().join(" ");
}

const idText = (ids) => Array.from(ids).sort((a, b) => a - b).join();

/** Contenders are functions of the index of a variant. `text` makes answers comparable. */
function allPairs(count, dimensions, random) {
    const scenes = Array.from({ length: VARIANTS }, () => boxesOf(count, dimensions, random));
    const rows = scenes.map((boxes) => rowsOf(boxes, 2 * dimensions));
    const contenders = {
        [OURS]: (i) => selfPairs(scenes[i], { dimensions, sort: false }),
        "broadleaf, sorted": (i) => selfPairs(scenes[i], { dimensions }),
        "plain sweep": (i) => sweep(scenes[i], dimensions),
        "plain grid": (i) => grid(scenes[i], dimensions, SIDE),
        "box-intersect": (i) => boxIntersect(rows[i]),
    };
    if (dimensions === 2) {
        const items = scenes.map(itemsOf);
        contenders.flatbush = (i) => {
            const index = flatbushOf(scenes[i]);
            const pairs = [];
            rows[i].forEach(([x, y, maxX, maxY], id) => {
                index.search(x, y, maxX, maxY, (other) => {
                    if (other > id) pairs.push(id, other);
                    return false;
                });
            });
            return pairs;
        };
        contenders.rbush = (i) => {
            const tree = new RBush().load(items[i]);
            const pairs = [];
            for (const item of items[i]) {
                for (const other of tree.search(item)) if (other.id > item.id) pairs.push(item.id, other.id);
            }
            return pairs;
        };
    }
    return { contenders, text: (pairs) => pairText(pairs, true) };
}

function allCrossPairs(count, dimensions, random) {
    const scenes = Array.from({ length: VARIANTS }, () => [1, 2].map(() => boxesOf(count, dimensions, random)));
    const rows = scenes.map((lists) => lists.map((boxes) => rowsOf(boxes, 2 * dimensions)));
    const contenders = {
        [OURS]: (i) => crossPairs(...scenes[i], { dimensions, sort: false }),
        "broadleaf, sorted": (i) => crossPairs(...scenes[i], { dimensions }),
        "plain sweep": (i) => sweepCross(...scenes[i], dimensions),
        "box-intersect": (i) => boxIntersect(...rows[i]),
    };
    if (count <= 300) contenders["plain loops"] = (i) => everyCross(...scenes[i], dimensions);
    return { contenders, text: (pairs) => pairText(pairs, false) };
}

function searches(count, dimensions, random) {
    const boxes = boxesOf(count, dimensions, random);
    const index = new Index(boxes, { dimensions });
    const windows = pointsOf(count, dimensions, random).map((at) => [...at, ...at.map((x) => x + SIDE)]);
    const contenders = {
        [OURS]: (i) => index.search(windows[i]),
        "plain loop": (i) => scan(boxes, windows[i], dimensions),
    };
    if (dimensions === 2) {
        const flatbush = flatbushOf(boxes);
        const rbush = new RBush().load(itemsOf(boxes));
        const items = windows.map(([minX, minY, maxX, maxY]) => ({ minX, minY, maxX, maxY }));
        contenders.flatbush = (i) => flatbush.search(windows[i][0], windows[i][1], windows[i][2], windows[i][3]);
        contenders.rbush = (i) => rbush.search(items[i]);
    }
    // rbush returns the items.
    return { contenders, text: (ids) => idText(Array.from(ids, (id) => id.id ?? id)) };
}

function nearestBoxes(count, dimensions, random) {
    const boxes = boxesOf(count, dimensions, random);
    const index = new Index(boxes, { dimensions });
    const points = pointsOf(count, dimensions, random);
    const contenders = {
        [OURS]: (i) => index.neighbors(points[i], { k: 3 }).ids,
        "plain loop": (i) => nearest(boxes, points[i], dimensions, 3),
    };
    if (dimensions === 2) {
        const flatbush = flatbushOf(boxes);
        contenders.flatbush = (i) => flatbush.neighbors(points[i][0], points[i][1], 3);
    }
    const distance = (point, id) =>
        point.reduce((sum, x, axis) => {
            const [min, max] = [boxes[2 * dimensions * id + axis], boxes[2 * dimensions * id + dimensions + axis]];
            return sum + Math.max(min - x, 0, x - max) ** 2;
        }, 0);
    // Contenders choose differently among equally near boxes, so compare distances.
    const text = (ids, i) => Array.from(ids, (id) => distance(points[i], id)).sort().join();
    return { contenders, text };
}

function rays(count, dimensions, random) {
    const boxes = boxesOf(count, dimensions, random);
    const index = new Index(boxes, { dimensions });
    const origins = pointsOf(count, dimensions, random);
    const directions = origins.map((origin) => origin.map(() => random() - 0.5));
    const contenders = {
        [OURS]: (i) => index.cast(origins[i], directions[i])?.reach,
        "plain loop": (i) => firstHit(boxes, origins[i], directions[i], dimensions)?.reach,
    };
    return { contenders, text: (reach) => reach?.toFixed(9) ?? "none" };
}

/** Steps in which all boxes move a little. */
function steps(count, dimensions, random) {
    const frames = [boxesOf(count, dimensions, random)];
    const corners = 2 * dimensions;
    while (frames.length < VARIANTS) {
        const ways = Array.from({ length: count * dimensions }, () => 0.05 * (random() - 0.5));
        frames.push(frames.at(-1).map((x, at) => x + ways[Math.floor(at / corners) * dimensions + (at % dimensions)]));
    }
    // Forward and backward.
    frames.push(...frames.slice(1, -1).reverse());
    const broadPhase = new BroadPhase({ dimensions, margin: 0 });
    const ids = broadPhase.create(frames[0]);
    const slots = new Map(Array.from(ids, (id, row) => [id, row]));
    let [frame, before, plain] = [0, new Set(), 0];
    const contenders = {
        [OURS]: () => {
            broadPhase.move(ids, frames[frame++ % frames.length]);
            return broadPhase.step();
        },
        "plain sweep": () => {
            const { now, begun, ended } = changes(before, frames[plain++ % frames.length], dimensions);
            before = now;
            return { begun, ended };
        },
    };
    const keys = (pairs) => {
        if (Array.isArray(pairs)) return idText(pairs);
        const rows = Array.from(pairs, (id) => slots.get(id));
        return idText(rows.flatMap((row, at) => (at % 2 ? [] : [row * 65_536 + rows[at + 1]])));
    };
    return { contenders, text: ({ begun, ended }) => `${keys(begun)}; ${keys(ended)}` };
}

const TASKS = {
    "all pairs": allPairs,
    "pairs of two lists": allCrossPairs,
    search: searches,
    "3 nearest": nearestBoxes,
    "first on a ray": rays,
    "move and step": steps,
};

function verify(title, { contenders, text }) {
    for (let i = 0; i < VARIANTS; i++) {
        let expected;
        for (const [name, contender] of Object.entries(contenders)) {
            const answer = text(contender(i), i);
            expected ??= answer;
            if (answer !== expected) throw new Error(`${title}: ${name} answers ${answer}, not ${expected}`);
        }
    }
}

/** Microseconds of CPU time of a call. */
function timeOf(contender, calls) {
    const start = process.cpuUsage();
    for (let call = 0; call < calls; call++) contender(call % VARIANTS);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / calls;
}

/** The times of each contender, round by round, in turns. */
function times(contenders, count) {
    const names = Object.keys(contenders);
    const calls = names.map((name) => {
        // Warm up until the engine has compiled the calls.
        const first = Math.max(VARIANTS, Math.ceil(20_000 / count));
        timeOf(contenders[name], first);
        return Math.max(VARIANTS, Math.ceil(TURN / Math.max(timeOf(contenders[name], first), 0.1)));
    });
    const all = names.map(() => []);
    for (let round = 0; round < rounds; round++) {
        names.forEach((name, at) => all[at].push(timeOf(contenders[name], calls[at])));
    }
    return new Map(names.map((name, at) => [name, all[at]]));
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

await Promise.all([init(), initBroadPhases()]);
const lines = ["scene,task,contender,us,ratio"];
for (const [task, make] of Object.entries(TASKS)) {
    for (const dimensions of [2, 3]) {
        for (const count of SIZES) {
            const title = `${task} ${dimensions}D ${count}`;
            const question = make(count, dimensions, generator(count + dimensions));
            verify(title, question);
            const all = times(question.contenders, count);
            const cells = [];
            for (const [name, list] of all) {
                // Above 1 is slower than Broadleaf.
                const ratio = median(list.map((time, round) => time / all.get(OURS)[round]));
                const shown = name === OURS ? "" : ratio.toFixed(2);
                lines.push(`uniform ${dimensions}D ${count},${task},${name.replace(",", "")},${median(list).toFixed(3)},${shown}`);
                cells.push(`${name} ${median(list).toPrecision(3)} µs${shown && ` (${shown})`}`);
            }
            console.log(`${title}: ${cells.join(", ")}`);
        }
    }
}
if (file) writeFileSync(file, `${lines.join("\n")}\n`);
