// A whole frame of a game: all sprites move, then all pairs, 64 masked areas, 64 lines of sight and
// 64 nearest enemies. Every answer is verified, contenders take turns, times are CPU time.
//
// node benchmarks/frame.js [ROUNDS] [FILE.csv]

import { writeFileSync } from "node:fs";

import { init, selfPairs, Index } from "broadleaf-wasm";
import { BroadPhase, init as initBroadPhases } from "broadleaf-wasm/broad-phase";
import { System } from "detect-collisions";
import RBush from "rbush";
import knn from "rbush-knn";

import { generator } from "../tests/support/cases.js";
import { flatbushOf } from "./flatbush.js";
import { grid, sweep } from "./plain.js";

const SIZES = [100, 500, 2000, 10_000];
/** How long one contender runs in a round, in microseconds of CPU time. */
const TURN = 60_000;
/** How long each contender runs before: engines compile what runs often once more, in threads. */
const WARM_UP = 500_000;
/** The calls of a turn cycle through frames, forward and backward. */
const FRAMES = 16;
const QUERIES = 64;
const [ALLY, ENEMY, WALL] = [1, 2, 4];
const OURS = "broadleaf";

const rounds = Number(process.argv[2] ?? 9);
const file = process.argv[3];

/** Sprites in a square with one in each unit of area, every eighth a wall, and their motion. */
function sceneOf(count) {
    const random = generator(count);
    const side = Math.sqrt(count);
    const sprites = Array.from({ length: count }, (_, id) => ({
        at: [side * random(), side * random()],
        size: [0.5 + random() / 2, 0.5 + random() / 2],
        way: [0.06 * (random() - 0.5), 0.06 * (random() - 0.5)],
        category: id % 8 === 7 ? WALL : id % 2 ? ENEMY : ALLY,
    }));
    const frames = Array.from({ length: FRAMES }, (_, frame) =>
        Float64Array.from(sprites.flatMap(({ at: [x, y], size: [w, h], way: [dx, dy] }) => {
            const [left, top] = [x + frame * dx, y + frame * dy];
            return [left, top, left + w, top + h];
        })),
    );
    const seekers = Uint32Array.from({ length: QUERIES }, (_, i) => Math.floor((i * count) / QUERIES));
    const windows = Float64Array.from(Array.from({ length: QUERIES }, () => {
        const [x, y] = [side * random(), side * random()];
        return [x, y, x + 4, y + 4];
    }).flat());
    const ways = Float64Array.from({ length: 2 * QUERIES }, () => 12 * (random() - 0.5));
    const masks = Uint32Array.from(seekers, (_, i) => (i % 2 ? ENEMY : ALLY | WALL));
    const foes = Uint32Array.from(seekers, (id) => (sprites[id].category === ENEMY ? ALLY : ENEMY));
    const categories = Uint32Array.from(sprites, ({ category }) => category);
    // Forward, then backward.
    const all = [...frames, ...frames.slice(1, -1).reverse()];
    return { count, categories, frames: all, seekers, windows, ways, masks, foes };
}

/** The centers of the seekers. */
function centers({ seekers }, boxes) {
    const points = new Float64Array(2 * QUERIES);
    seekers.forEach((id, i) => {
        points[2 * i] = (boxes[4 * id] + boxes[4 * id + 2]) / 2;
        points[2 * i + 1] = (boxes[4 * id + 1] + boxes[4 * id + 3]) / 2;
    });
    return points;
}

/** Whether a segment meets a box. */
function crosses(boxes, id, x, y, dx, dy) {
    let [enter, exit] = [0, 1];
    const [a, b] = [(boxes[4 * id] - x) / dx, (boxes[4 * id + 2] - x) / dx];
    enter = Math.max(enter, Math.min(a, b));
    exit = Math.min(exit, Math.max(a, b));
    const [c, d] = [(boxes[4 * id + 1] - y) / dy, (boxes[4 * id + 3] - y) / dy];
    return Math.max(enter, Math.min(c, d)) <= Math.min(exit, Math.max(c, d));
}

function distance2(boxes, id, x, y) {
    const dx = Math.max(boxes[4 * id] - x, 0, x - boxes[4 * id + 2]);
    const dy = Math.max(boxes[4 * id + 1] - y, 0, y - boxes[4 * id + 3]);
    return dx * dx + dy * dy;
}

// Contenders return `{ pairs, areas, sights, nearest }`: flat pairs, lists of ids (or all ids and
// their offsets), hits as 0 or 1, and ids.

/** A broad phase in which all sprites move; its pairs are exact without margins. */
function broadPhaseOf(scene, margin) {
    const { categories, seekers, windows, ways, masks, foes } = scene;
    const broadPhase = new BroadPhase({ dimensions: 2, margin });
    const ids = broadPhase.create(scene.frames[0], { category: categories });
    const except = Float64Array.from(seekers, (id) => ids[id]);
    return (boxes) => {
        broadPhase.move(ids, boxes);
        broadPhase.step();
        const pairs = margin === 0 ? broadPhase.pairs() : broadPhase.tightPairs();
        const found = broadPhase.searchMany(windows, { mask: masks });
        const points = centers(scene, boxes);
        const sights = broadPhase.anyHitMany(points, ways, { mask: WALL, except, length: 1 });
        const nearest = broadPhase.neighborsMany(points, { mask: foes, except }).ids;
        return { pairs, areas: found, sights, nearest };
    };
}

const partsOf = ({ offsets, ids }) =>
    Array.from({ length: QUERIES }, (_, i) => ids.subarray(offsets[i], offsets[i + 1]));

function flatbushFrame(scene) {
    const { categories, seekers, windows, ways, masks, foes } = scene;
    return (boxes) => {
        const index = flatbushOf(boxes);
        const pairs = [];
        for (let id = 0; id < scene.count; id++) {
            const at = 4 * id;
            index.search(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], (other) => {
                if (other > id) pairs.push(id, other);
                return false;
            });
        }
        const points = centers(scene, boxes);
        const [areas, sights, nearest] = [[], [], []];
        for (let i = 0; i < QUERIES; i++) {
            const [w, mask, me] = [4 * i, masks[i], seekers[i]];
            areas.push(index.search(windows[w], windows[w + 1], windows[w + 2], windows[w + 3], (id) => (categories[id] & mask) !== 0));
            const [x, y, dx, dy] = [points[2 * i], points[2 * i + 1], ways[2 * i], ways[2 * i + 1]];
            let isHit = 0;
            const stops = (id) => {
                if (!isHit && id !== me && categories[id] & WALL && crosses(boxes, id, x, y, dx, dy)) isHit = 1;
                return false;
            };
            index.search(Math.min(x, x + dx), Math.min(y, y + dy), Math.max(x, x + dx), Math.max(y, y + dy), stops);
            sights.push(isHit);
            nearest.push(index.neighbors(x, y, 1, Infinity, (id) => id !== me && (categories[id] & foes[i]) !== 0)[0]);
        }
        return { pairs, areas, sights, nearest };
    };
}

/** The queries of a tree of rbush, whose items have ids. */
function rbushQueries(scene, tree, boxes) {
    const { categories, seekers, windows, ways, masks, foes } = scene;
    const points = centers(scene, boxes);
    const [areas, sights, nearest] = [[], [], []];
    for (let i = 0; i < QUERIES; i++) {
        const [w, mask, me] = [4 * i, masks[i], seekers[i]];
        const window = { minX: windows[w], minY: windows[w + 1], maxX: windows[w + 2], maxY: windows[w + 3] };
        areas.push(tree.search(window).filter(({ id }) => categories[id] & mask).map(({ id }) => id));
        const [x, y, dx, dy] = [points[2 * i], points[2 * i + 1], ways[2 * i], ways[2 * i + 1]];
        const around = { minX: Math.min(x, x + dx), minY: Math.min(y, y + dy), maxX: Math.max(x, x + dx), maxY: Math.max(y, y + dy) };
        const stops = ({ id }) => id !== me && categories[id] & WALL && crosses(boxes, id, x, y, dx, dy);
        sights.push(tree.search(around).some(stops) ? 1 : 0);
        nearest.push(knn(tree, x, y, 1, ({ id }) => id !== me && (categories[id] & foes[i]) !== 0)[0].id);
    }
    return { areas, sights, nearest };
}

function rbushFrame(scene) {
    const items = Array.from({ length: scene.count }, (_, id) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, id }));
    return (boxes) => {
        for (const item of items) {
            const at = 4 * item.id;
            [item.minX, item.minY, item.maxX, item.maxY] = [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]];
        }
        const tree = new RBush().load(items);
        const pairs = [];
        for (const item of items) {
            for (const other of tree.search(item)) if (other.id > item.id) pairs.push(item.id, other.id);
        }
        return { pairs, ...rbushQueries(scene, tree, boxes) };
    };
}

function detectCollisionsFrame(scene) {
    const system = new System();
    const [first] = scene.frames;
    const bodies = Array.from({ length: scene.count }, (_, id) => {
        const at = 4 * id;
        const body = system.createBox({ x: first[at], y: first[at + 1] }, first[at + 2] - first[at], first[at + 3] - first[at + 1]);
        return Object.assign(body, { id });
    });
    return (boxes) => {
        for (const body of bodies) body.setPosition(boxes[4 * body.id], boxes[4 * body.id + 1]);
        system.update();
        const pairs = [];
        for (const body of bodies) {
            for (const other of system.getPotentials(body)) if (other.id > body.id) pairs.push(body.id, other.id);
        }
        return { pairs, ...rbushQueries(scene, system, boxes) };
    };
}

/** Loops over all sprites for each query; pairs by a sweep or by two loops. */
function loopsFrame(scene, isSweep) {
    const { count, categories, seekers, windows, ways, masks, foes } = scene;
    return (boxes) => {
        const pairs = isSweep ? sweep(boxes, 2) : everyPair(boxes, count);
        const points = centers(scene, boxes);
        const [areas, sights, nearest] = [[], [], []];
        for (let i = 0; i < QUERIES; i++) {
            const [w, mask, me] = [4 * i, masks[i], seekers[i]];
            const [x, y, dx, dy] = [points[2 * i], points[2 * i + 1], ways[2 * i], ways[2 * i + 1]];
            const area = [];
            let [isHit, best, foe] = [0, Infinity, -1];
            for (let id = 0; id < count; id++) {
                const category = categories[id];
                if (category & mask && meet(boxes, 4 * id, windows, w)) area.push(id);
                if (id === me) continue;
                if (!isHit && category & WALL && crosses(boxes, id, x, y, dx, dy)) isHit = 1;
                if (category & foes[i]) {
                    const square = distance2(boxes, id, x, y);
                    if (square < best) [best, foe] = [square, id];
                }
            }
            areas.push(area);
            sights.push(isHit);
            nearest.push(foe);
        }
        return { pairs, areas, sights, nearest };
    };
}

function everyPair(boxes, count) {
    const pairs = [];
    for (let a = 0; a < count; a++) {
        for (let b = a + 1; b < count; b++) if (meet(boxes, 4 * a, boxes, 4 * b)) pairs.push(a, b);
    }
    return pairs;
}

function meet(first, a, second, b) {
    return first[a] <= second[b + 2] && second[b] <= first[a + 2] && first[a + 1] <= second[b + 3] && second[b + 1] <= first[a + 3];
}

/** Pairs from scratch, and an index that is built in each frame, with filters in JavaScript. */
function indexFrame(scene) {
    const { categories, seekers, windows, ways, masks, foes } = scene;
    // The areas, then the boxes around the lines of sight.
    const asked = new Float64Array(8 * QUERIES);
    asked.set(windows);
    return (boxes) => {
        const pairs = selfPairs(boxes, { dimensions: 2, sort: false });
        const index = new Index(boxes, { dimensions: 2, order: "curve" });
        const points = centers(scene, boxes);
        for (let i = 0; i < 2 * QUERIES; i++) {
            const at = 4 * QUERIES + 4 * (i >> 1) + (i & 1);
            asked[at] = Math.min(points[i], points[i] + ways[i]);
            asked[at + 2] = Math.max(points[i], points[i] + ways[i]);
        }
        const { offsets, ids } = index.searchMany(asked);
        const near = index.neighborsMany(points, { k: 6 });
        const [areas, sights, nearest] = [[], [], []];
        for (let i = 0; i < QUERIES; i++) {
            const [mask, me, area] = [masks[i], seekers[i], []];
            for (let at = offsets[i]; at < offsets[i + 1]; at++) if (categories[ids[at]] & mask) area.push(ids[at]);
            areas.push(area);
            const [x, y, dx, dy] = [points[2 * i], points[2 * i + 1], ways[2 * i], ways[2 * i + 1]];
            let isHit = 0;
            for (let at = offsets[QUERIES + i]; at < offsets[QUERIES + i + 1] && !isHit; at++) {
                const id = ids[at];
                if (id !== me && categories[id] & WALL && crosses(boxes, id, x, y, dx, dy)) isHit = 1;
            }
            sights.push(isHit);
            const isFoe = (id) => id !== me && categories[id] & foes[i];
            let foe = near.ids.subarray(near.offsets[i], near.offsets[i + 1]).find(isFoe);
            for (let k = 32; foe === undefined; k *= 4) foe = index.neighbors([x, y], { k }).ids.find(isFoe);
            nearest.push(foe);
        }
        index.free();
        return { pairs, areas, sights, nearest };
    };
}

function contendersOf(scene) {
    const contenders = {
        [OURS]: broadPhaseOf(scene, 0),
        "broadleaf with margins": broadPhaseOf(scene),
        "broadleaf selfPairs and Index": indexFrame(scene),
        flatbush: flatbushFrame(scene),
        rbush: rbushFrame(scene),
        "detect-collisions": detectCollisionsFrame(scene),
        "a sweep and loops": loopsFrame(scene, true),
    };
    if (scene.count <= 2000) contenders["brute force"] = loopsFrame(scene, false);
    return contenders;
}

/** All pairs of a frame alone; the broad phase also finds the events. */
function pairContendersOf(scene) {
    const broadPhase = new BroadPhase({ dimensions: 2, margin: 0 });
    const ids = broadPhase.create(scene.frames[0]);
    return {
        "broadleaf selfPairs": (boxes) => ({ pairs: selfPairs(boxes, { dimensions: 2, sort: false }) }),
        "broadleaf moves, step and pairs": (boxes) => {
            broadPhase.move(ids, boxes);
            broadPhase.step();
            return { pairs: broadPhase.pairs() };
        },
        "a sweep of one's own": (boxes) => ({ pairs: sweep(boxes, 2) }),
        "a grid of one's own": (boxes) => ({ pairs: grid(boxes, 2, 1) }),
    };
}

/** An answer as text, independent of orders. */
function textOf({ pairs, areas, sights, nearest }, boxes, points) {
    const keys = [];
    for (let at = 0; at < pairs.length; at += 2) {
        keys.push(Math.min(pairs[at], pairs[at + 1]) * 2 ** 20 + Math.max(pairs[at], pairs[at + 1]));
    }
    const texts = [keys.sort((a, b) => a - b).join()];
    if (areas) {
        const lists = areas.offsets ? partsOf(areas) : areas;
        texts.push(lists.map((ids) => [...ids].sort((a, b) => a - b).join()).join(";"), [...sights].join(""));
        // Contenders choose differently among equally near boxes.
        texts.push(Array.from(nearest, (id, i) => distance2(boxes, id, points[2 * i], points[2 * i + 1])).join());
    }
    return texts;
}

function verify(scene, contenders) {
    for (const boxes of scene.frames.slice(0, 4)) {
        let expected;
        for (const [name, contender] of Object.entries(contenders)) {
            const texts = textOf(contender(boxes), boxes, centers(scene, boxes));
            expected ??= texts;
            texts.forEach((text, part) => {
                // detect-collisions computes boxes from sizes; rounding changes whether some touch.
                if (name === "detect-collisions" && part < 2) return;
                if (text !== expected[part]) throw new Error(`${scene.count}: ${name} differs in part ${part}`);
            });
        }
    }
}

/** Microseconds of CPU time of a frame. */
function timeOf(contender, frames, calls) {
    const start = process.cpuUsage();
    for (let call = 0; call < calls; call++) contender(frames[call % frames.length]);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / calls;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const lines = ["scene,task,contender,us,ratio"];

function compare(scene, task, contenders) {
    verify(scene, contenders);
    const names = Object.keys(contenders);
    const calls = names.map((name) => {
        for (const start = process.cpuUsage(); process.cpuUsage(start).user < WARM_UP; ) {
            timeOf(contenders[name], scene.frames, 30);
        }
        return Math.max(scene.frames.length, Math.ceil(TURN / timeOf(contenders[name], scene.frames, 30)));
    });
    const all = names.map(() => []);
    for (let round = 0; round < rounds; round++) {
        names.forEach((name, at) => all[at].push(timeOf(contenders[name], scene.frames, calls[at])));
    }
    const cells = names.map((name, at) => {
        // Above 1 is slower than Broadleaf.
        const ratio = at ? median(all[at].map((time, round) => time / all[0][round])).toFixed(2) : "";
        lines.push(`sprites 2D ${scene.count},${task},${name},${median(all[at]).toFixed(1)},${ratio}`);
        return `${name} ${median(all[at]).toPrecision(3)} µs${ratio && ` (${ratio})`}`;
    });
    console.log(`${task} ${scene.count}: ${cells.join(", ")}`);
}

await Promise.all([init(), initBroadPhases()]);
for (const count of SIZES) {
    const scene = sceneOf(count);
    compare(scene, "whole frame", contendersOf(scene));
    compare(scene, "all pairs", pairContendersOf(scene));
}
if (file) writeFileSync(file, `${lines.join("\n")}\n`);
