// The memory of a game stays flat: frames with every kind of call. BROADLEAF_FRAMES sets their
// number; ten thousand by default, to be quick.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { BroadPhase } from "broadleaf-wasm/broad-phase";
import { generator } from "./support/cases.js";
import { readyBroadPhases } from "./support/ready.js";

before(() => readyBroadPhases());

const FRAMES = Number(process.env.BROADLEAF_FRAMES ?? 10_000);
const BOXES = 30;
/** What the process may gain after the first half, beside garbage that is not collected yet. */
const MAX_GROWTH = 40e6;

/** One frame of a broad phase whose boxes move, come and go. */
function frame(broadPhase, random, ids, at) {
    const boxes = new Float64Array(4 * ids.length).map((_, i) => 8 * random() + (i % 4 < 2 ? 0 : 9));
    broadPhase.move(ids, boxes);
    const points = boxes.subarray(0, 16);
    const options = { mask: 1 + (at % 3), except: ids[0] };
    broadPhase.step();
    broadPhase.pairs();
    broadPhase.pairsOf(ids.subarray(0, 3));
    broadPhase.searchMany(boxes.subarray(0, 32), options);
    broadPhase.neighborsMany(points, { k: 3 });
    broadPhase.anyHitMany(points, points, options);
    broadPhase.castAll([0, 0], [1, 1], options);
    broadPhase.sweepMany(ids.subarray(0, 3), points.subarray(0, 6));
    broadPhase.setFilter(ids.subarray(at % BOXES, (at % BOXES) + 1), { category: 1 + (at % 3) });
    broadPhase.remove(ids.subarray(0, 1));
    const [created] = broadPhase.create(boxes.subarray(0, 4), { mobility: at % 5 ? "dynamic" : "static" });
    ids.copyWithin(0, 1);
    ids[ids.length - 1] = created;
}

test(`memory is flat over ${FRAMES} frames`, () => {
    const random = generator(5);
    const broadPhase = new BroadPhase({ dimensions: 2, history: 10 });
    const ids = broadPhase.create(new Float64Array(4 * BOXES));
    const play = (frames) => {
        for (let at = 0; at < frames; at++) frame(broadPhase, random, ids, at);
        return process.memoryUsage();
    };
    const half = play(FRAMES / 2);
    const all = play(FRAMES / 2);
    assert.ok(all.rss - half.rss < MAX_GROWTH, `${all.rss - half.rss} bytes`);
    // Slots are reused.
    assert.ok(Math.max(...BroadPhase.slots(broadPhase.ids())) < 3 * BOXES);
});
