// Single calls with ten boxes, in microseconds of CPU time: the best of some rounds, since nothing
// but other work makes a call slower.
//
// node benchmarks/calls.js [ROUNDS] [FILE.csv]

import { writeFileSync } from "node:fs";

import { Index, Tree, init, selfPairs } from "broadleaf-wasm";
import { BroadPhase, init as initBroadPhases } from "broadleaf-wasm/broad-phase";

import { generator, randomBoxes } from "../tests/support/cases.js";

const COUNT = 10;
const CALLS = 20_000;
const rounds = Number(process.argv[2] ?? 9);
const file = process.argv[3];

await Promise.all([init(), initBroadPhases()]);
const random = generator(1);
const boxes = randomBoxes(Float64Array, random, 2, COUNT);
const moved = boxes.map((at) => at + 0.01);
const broadPhase = new BroadPhase({ dimensions: 2 });
const exact = new BroadPhase({ dimensions: 2, margin: 0 });
const ids = broadPhase.create(boxes, { category: Array.from({ length: COUNT }, (_, row) => 1 << row % 3) });
exact.create(boxes);
const index = new Index(boxes, { dimensions: 2 });
const tree = new Tree({ toBox: (row) => boxes.subarray(4 * row, 4 * row + 4) }).load(ids);
const [window, point, way] = [[-2, -2, 2, 2], [0.1, 0.2], [3, 1]];
const filter = { mask: 3, except: 0 };
let frame = 0;

const CALLED = {
    selfPairs: () => selfPairs(boxes, { dimensions: 2 }),
    "Index.search": () => index.search(window),
    "Index.neighbors": () => index.neighbors(point, { k: 3 }),
    "Index.cast": () => index.cast(point, way),
    "Tree.search": () => tree.search(window),
    "BroadPhase.move": () => broadPhase.move(ids, frame++ % 2 ? boxes : moved),
    "BroadPhase.step": () => broadPhase.step(),
    "BroadPhase.move and step without margins": () => {
        exact.move(ids, frame++ % 2 ? boxes : moved);
        exact.step();
    },
    "BroadPhase.pairs": () => broadPhase.pairs(),
    "BroadPhase.tightPairs": () => broadPhase.tightPairs(),
    "BroadPhase.pairsOf": () => broadPhase.pairsOf([3]),
    "BroadPhase.boxes": () => broadPhase.boxes(),
    "BroadPhase.search": () => broadPhase.search(window, filter),
    "BroadPhase.cast": () => broadPhase.cast(point, way, filter),
    "BroadPhase.castAll": () => broadPhase.castAll(point, way, filter),
    "BroadPhase.anyHit": () => broadPhase.anyHit(point, way, filter),
    "BroadPhase.neighbors": () => broadPhase.neighbors(point, { k: 3, ...filter }),
    "BroadPhase.sweep": () => broadPhase.sweep(3, way),
    "BroadPhase.setFilter": () => broadPhase.setFilter([3], { category: 1 }),
    "BroadPhase.filter": () => broadPhase.filter(3),
    "BroadPhase.has": () => broadPhase.has(3),
};

function timeOf(call) {
    const start = process.cpuUsage();
    for (let at = 0; at < CALLS; at++) call();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / CALLS;
}

for (const call of Object.values(CALLED)) for (let at = 0; at < 3; at++) timeOf(call);
const best = Object.fromEntries(Object.keys(CALLED).map((name) => [name, Infinity]));
for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(CALLED)) best[name] = Math.min(best[name], timeOf(call));
}
const lines = Object.entries(best).map(([name, time]) => `boxes 2D ${COUNT},call,${name},${time.toFixed(2)},`);
console.log(lines.join("\n"));
if (file) writeFileSync(file, `scene,task,contender,us,ratio\n${lines.join("\n")}\n`);
