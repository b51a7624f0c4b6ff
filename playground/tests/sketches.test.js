// The sketches of structures without nodes, for random boxes with ties, in 2D and 3D.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addSketch } from "../page/picture/sketches.js";

/** A picture with boxes on a grid, one of which is infinite. */
function picture(structure, dimensions, count, frame) {
  let state = 1;
  const random = (most) => (state = (Math.imul(state, 48271) >>> 0) % 2147483647) % most;
  const boxes = new Float32Array(2 * dimensions * count);
  for (let id = 0; id < count; id += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      const low = random(40);
      boxes.set([low], 2 * dimensions * id + axis);
      boxes.set([low + random(3)], 2 * dimensions * id + dimensions + axis);
    }
  }
  boxes[0] = -Infinity;
  const bounds = [...Array(dimensions).fill(0), ...Array(dimensions).fill(42)];
  return { structure, dimensions, count, frame, boxes, bounds };
}

const center = ({ boxes, dimensions }, id) =>
  [...Array(dimensions).keys()].map((axis) => (Math.max(boxes[2 * dimensions * id + axis], 0) + boxes[2 * dimensions * id + dimensions + axis]) / 2);

test("brute force compares one box with all boxes after it", () => {
  for (const [dimensions, count, turn] of [[2, 50, 0], [3, 50, 7], [2, 1, 0], [2, 2, 3]]) {
    const shown = picture("brute-force", dimensions, count, 24 * turn);
    addSketch(shown, true);
    const one = turn % Math.max(count - 1, 1);
    const expected = [...Array(count - 1 - one).keys()].flatMap((after) => [...center(shown, one), ...center(shown, one + 1 + after)]);
    assert.deepEqual([...shown.workLines], expected);
    assert.equal(shown.levels.length, 1);
  }
  const many = picture("brute-force", 2, 50_000, 0);
  addSketch(many, true);
  assert.equal(many.workLines.length, 4 * 2000, "a sample of the lines");
});

test("the pencil sweep compares a block with boxes that begin before it ends", () => {
  for (const dimensions of [2, 3]) {
    for (const count of [1, 16, 500, 3000]) {
      for (const frame of [0, 30, 500, 10_000]) {
        const shown = picture("pencil-sweep", dimensions, count, frame);
        addSketch(shown, true);
        const { nodes, levels, workLines } = shown;
        assert.ok([...nodes, ...workLines].every(Number.isFinite));
        assert.equal(nodes.length, 2 * dimensions * levels.length);
        assert.equal(levels.at(-1), 0, "the block");
        assert.ok(count > 512 ? levels.length > 3 : levels.length === 3, "up to 512 boxes share one pencil");
        assert.ok(workLines.length >= 2 * dimensions * Math.min(count, 1), "a block is among its candidates");
        const block = nodes.slice(-2 * dimensions);
        const length = Math.max(...[...workLines].map(Math.abs));
        assert.ok(block.every((x) => x >= 0 && x <= 42) && length <= 42);
      }
    }
  }
});

test("structures with nodes have no sketch", () => {
  const shown = picture("dynamic-tree", 2, 9, 0);
  addSketch(shown, true);
  assert.deepEqual([shown.isSketch, shown.workLines.length, shown.nodes], [false, 0, undefined]);
});
