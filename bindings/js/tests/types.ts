// Calls that are type-checked, never run.

import { countPairs, crossPairs, Index, init, selfPairs, Tree } from "broadleaf-wasm";
import type { Hit, ManyIds, NearItems, Neighbors } from "broadleaf-wasm";
import { init as initBroadPhases, BroadPhase } from "broadleaf-wasm/broad-phase";
import type { BoxHits, Events, Filter, Mobility, NearBoxes } from "broadleaf-wasm/broad-phase";
import { clusterIntervals, intervalPairs, nearestIntervals, subtractIntervals } from "broadleaf-wasm/intervals";
import type { IntervalClusters, IntervalParts, NearestIntervals } from "broadleaf-wasm/intervals";

await init();
await initBroadPhases({ module: new Uint8Array() });

const boxes = new Float32Array(8);
const pairs = selfPairs(boxes, { dimensions: 2, sort: false });
const cross: Uint32Array = crossPairs(boxes, new Int32Array(4), { dimensions: 2 });
const count: number = countPairs(boxes, { dimensions: 2 }) + countPairs(boxes, boxes, { dimensions: 2 });
selfPairs(boxes, { dimensions: 2, groups: [0, 1], categories: new Uint32Array(2), masks: [1, -1] });
crossPairs(boxes, boxes, { dimensions: 2, groups: [[0, 1], new Int32Array(2)], withinGroups: true });
// @ts-expect-error: two lists of boxes have two lists of labels.
countPairs(boxes, boxes, { dimensions: 2, groups: [0, 1] });
// @ts-expect-error: the number of dimensions is not optional.
selfPairs(boxes);
// @ts-expect-error: boxes have 2 or 3 dimensions.
selfPairs(boxes, { dimensions: 4 });
// @ts-expect-error: lists are typed arrays.
selfPairs([0, 0, 1, 1], { dimensions: 2 });

const index = new Index(boxes, { dimensions: 2 });
const found = index.search([0, 0, 1, 1]);
const many: ManyIds = index.searchMany(boxes);
const near: Neighbors = index.neighbors([0, 0], { k: 3, maxDistance: 9 });
const nearMany: ManyIds & Neighbors = index.neighborsMany(boxes);
const hit: Hit | undefined = index.cast([0, 0], [1, 0], { length: 5 });
const bounds: Float64Array | undefined = index.bounds;
const same: Index = Index.from(index.data);
const file: ArrayBuffer = index.toFlatbush();
// @ts-expect-error: the length is read-only.
index.length = 3;

const broadPhase = new BroadPhase({ dimensions: 3, margin: 0, history: 8 });
const ids = broadPhase.create(new Float64Array(6), { mobility: "static", group: -1 });
broadPhase.move(ids, new Float64Array(6), { displacements: new Float64Array(3) });
const { begun, ended }: Events = broadPhase.step();
const hash: bigint = broadPhase.stateHash;
const restored: BroadPhase = BroadPhase.restore(broadPhase.save(), { history: 8 });
// @ts-expect-error: there is no such mobility.
broadPhase.create(boxes, { mobility: "fixed" });

const found32: Float64Array = broadPhase.search([0, 0, 0, 1, 1, 1], { mask: 2, except: ids[0], oneWay: true });
const areas: { offsets: Uint32Array; ids: Float64Array } = broadPhase.searchMany(boxes, { mask: [1, 2], except: ids });
const first: Hit | undefined = broadPhase.cast([0, 0, 0], [1, 0, 0], { length: 2, group: -1 });
const all: BoxHits = broadPhase.castAll([0, 0, 0, 1, 1, 1], Float64Array.of(1, 0, 0));
const sights: Uint8Array = broadPhase.anyHitMany(boxes, boxes, { mask: new Uint32Array(2) });
const closest: NearBoxes = broadPhase.neighbors([0, 0, 0], { k: 3, maxDistance: 2, category: 1 });
const way: Hit | undefined = broadPhase.sweep(ids[0], [1, 0, 0]);
const ways: BoxHits = broadPhase.sweepMany([0, 1], boxes);
const label: Filter | undefined = broadPhase.filter(0);
const mobility: Mobility | undefined = broadPhase.mobility(0);
broadPhase.setFilter(ids, { mask: [1], group: 3 });
broadPhase.setMobility([0], "sleeping");
const around: Float64Array | undefined = broadPhase.bounds;
const own: Float64Array = broadPhase.pairsOf(ids);
// @ts-expect-error: ids are numbers.
broadPhase.remove([0n]);
// @ts-expect-error: one query has one mask.
broadPhase.search([0, 0, 0, 1, 1, 1], { mask: [1] });

interface Sprite {
    name: string;
    frame: readonly [number, number, number, number];
}
const tree = new Tree<Sprite>({ toBox: ({ frame }) => frame });
const sprites: Sprite[] = tree.insert({ name: "a", frame: [0, 0, 1, 1] }).load(new Set<Sprite>()).search([0, 0, 1, 1]);
const removed: boolean = tree.remove(sprites[0]!, (a, b) => a.name === b.name);
const near2: NearItems<Sprite> = tree.neighbors([0, 0], { k: 2 });
// @ts-expect-error: an item has a name.
tree.insert({ frame: [0, 0, 1, 1] });

const calls = [new Float64Array(2), new BigInt64Array(2)] as const;
const both: Uint32Array = intervalPairs(calls, boxes, { by: ["a", 1], bBy: new Uint32Array(4), minOverlap: 2 });
const own2: Uint32Array = intervalPairs(calls, { by: ["a", "b"], sort: false });
const before: NearestIntervals = nearestIntervals(calls, boxes, "before");
const clusters: IntervalClusters = clusterIntervals(calls, { gap: null });
const parts: IntervalParts = subtractIntervals(boxes, calls, {});
// @ts-expect-error: lists are typed arrays.
intervalPairs([[0, 1]]);
// @ts-expect-error: there is no second list.
intervalPairs(calls, { by: [1, 2], bBy: [1, 2] });
// @ts-expect-error: there is no such side.
nearestIntervals(calls, calls, "left");

// Answers are views of ordinary buffers, so they are accepted where a SharedArrayBuffer is not.
const blob = new Blob([found, many.offsets, near.distances, index.boxes(), ids, broadPhase.save(), pairs]);
declare const gl: WebGL2RenderingContext;
gl.bufferData(gl.ARRAY_BUFFER, broadPhase.boxes(), gl.STATIC_DRAW);
const shared: Index = new Index(new Float64Array(new SharedArrayBuffer(32)), { dimensions: 2 });
index.neighbors([0, 0], { k: Infinity });
broadPhase[Symbol.dispose]();
index[Symbol.dispose]();
// @ts-expect-error: this is an option of selfPairs.
broadPhase.create(boxes, { categories: [1] });
// @ts-expect-error: there is no such option.
index.neighbors([0, 0], { maxResults: 1 });

export { blob, shared, bounds, begun, count, cross, ended, file, found, hash, hit, many, near, nearMany, pairs };
export { all, areas, around, closest, first, found32, label, mobility, near2, own, removed, restored, same, sights };
export { before, both, clusters, own2, parts, way, ways };
