// The engine without a page: every structure gives the answers of brute force, and a rewound broad
// phase equals its earlier state.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { List, Playground, initSync, limits, scenes, structures } from "../dist/engine/engine_core.js";
import { SCENES, STRUCTURES, dimensionsOf } from "../dist/texts.js";
import { recording } from "./files.js";

/** The module in PLAYGROUND_ENGINE, or the one with vector instructions. */
const FILE = process.env.PLAYGROUND_ENGINE ?? "engine_simd128.wasm";
const wasm = readFileSync(fileURLToPath(new URL(`../dist/engine/${FILE}`, import.meta.url)));
const { memory } = initSync({ module: wasm });

function read(stage, list, Type) {
  const [start, bytes] = stage.list(list);
  return new Type(memory.buffer.slice(start, start + bytes));
}

const boxesOf = (stage) => read(stage, List.Boxes, Float32Array);

/** The pairs as sorted text. */
function pairsOf(stage) {
  stage.findPairs(true);
  const ids = read(stage, List.Pairs, Uint32Array);
  const pairs = [];
  for (let at = 0; at < ids.length; at += 2) {
    pairs.push(`${Math.min(ids[at], ids[at + 1])} ${Math.max(ids[at], ids[at + 1])}`);
  }
  return pairs.sort();
}

/** The pairs by brute force in JavaScript, without the library. */
function expectedPairs(boxes, dimensions) {
  const width = 2 * dimensions;
  const pairs = [];
  for (let a = 0; a < boxes.length / width; a += 1) {
    for (let b = a + 1; b < boxes.length / width; b += 1) {
      let overlap = true;
      for (let axis = 0; axis < dimensions; axis += 1) {
        const [lowA, highA] = [boxes[a * width + axis], boxes[a * width + axis + dimensions]];
        const [lowB, highB] = [boxes[b * width + axis], boxes[b * width + axis + dimensions]];
        overlap &&= lowA <= highB && lowB <= highA;
      }
      if (overlap) pairs.push(`${a} ${b}`);
    }
  }
  return pairs.sort();
}

function answersOf(stage, tool, numbers, k) {
  stage.ask(tool, Float32Array.from(numbers), k);
  return [[...read(stage, List.Answers, Uint32Array)], [...read(stage, List.Reaches, Float32Array)]];
}

/** A ray, a box and a point in the middle of the scene. */
function questions(stage) {
  const { bounds, dimensions } = stage;
  const [low, high] = [bounds.slice(0, dimensions), bounds.slice(dimensions)];
  const at = (share) => [...low].map((x, axis) => x + share * (high[axis] - x));
  return [
    ["ray", [...at(0.1), ...at(0.9)], 0],
    ["box", [...at(0.4), ...at(0.6)], 0],
    ["nearest", at(0.5), 9],
  ];
}

test("the page names all scenes and structures", () => {
  const names = SCENES.flatMap(([, list]) => list.map(([name]) => `${name} ${dimensionsOf(name).join(" ")}`));
  assert.deepEqual(names.sort(), scenes().sort());
  assert.deepEqual(STRUCTURES.map(({ name }) => name).sort(), structures().sort());
});

test("every structure has the pairs and answers of brute force", () => {
  for (const [scene, dimensions] of scenes().flatMap((line) => {
    const [name, ...all] = line.split(" ");
    return all.map((one) => [name, Number(one)]);
  })) {
    const stages = structures().map((name) => Playground.generate(scene, dimensions, 150, 7, name));
    for (const frame of [0, 1, 2, 3]) {
      if (frame > 0) stages.forEach((stage) => assert.equal(stage.forward(), true));
      const expected = expectedPairs(boxesOf(stages[0]), dimensions);
      const asked = questions(stages[0]);
      const answers = asked.map((question) => answersOf(stages[0], ...question));
      stages.forEach((stage, index) => {
        const where = `${scene} ${dimensions}D, ${structures()[index]}, frame ${frame}`;
        assert.deepEqual(pairsOf(stage), expected, where);
        assert.deepEqual(asked.map((question) => answersOf(stage, ...question)), answers, where);
      });
    }
    stages.forEach((stage) => stage.free());
  }
});

test("structures of the race give no other numbers", () => {
  const stage = Playground.generate("uniform", 2, 500, 1, "orthtree");
  const others = structures().filter((name) => name !== "orthtree");
  stage.race(others);
  const names = new Set();
  for (let frame = 0; frame < 40; frame += 1) {
    stage.forward();
    if (stage.lap) {
      names.add(stage.lap);
      assert.equal(stage.lapTimes.length, 2);
    }
  }
  assert.deepEqual([...names].sort(), others.sort());
});

test("a single other structure is timed in every frame", () => {
  for (const [boxes, other, laps] of [[300, "kd-sweep", 19], [300, "brute-force", 19], [20_000, "brute-force", 0]]) {
    const stage = Playground.generate("uniform", 2, boxes, 1, "pencil-sweep");
    stage.race([other]);
    const timed = [];
    for (let frame = 0; frame < 20; frame += 1) {
      stage.forward();
      if (stage.lap) timed.push(stage.lap);
    }
    assert.deepEqual(timed, Array(laps).fill(other), "after one frame to catch up");
    stage.free();
  }
});

test("a broad phase that went back is as it was, and goes on as before", () => {
  for (const [scene, dimensions] of [["pile", 2], ["pile", 3], ["brownian", 2], ["cloth", 3]]) {
    const stage = Playground.generate(scene, dimensions, 300, 3, "dynamic-tree");
    stage.remember(true);
    const look = () => {
      stage.draw();
      const lists = [List.Boxes, List.Marks, List.BegunLines, List.EndedLines];
      const digests = lists.map((list) => createHash("sha256").update(read(stage, list, Uint8Array)).digest("hex"));
      return [stage.stateHash, stage.frame, ...stage.eventCounts, ...digests];
    };
    const film = [look()];
    for (let frame = 1; frame <= 12; frame += 1) {
      stage.forward();
      film.push(look());
    }
    for (const [to, until] of [[9, 11], [11, 12], [3, 12], [0, 12]]) {
      stage.rewind(to);
      assert.deepEqual(look(), film[to], `${scene} ${dimensions}D, back to ${to}`);
      while (stage.frame < until) {
        stage.forward();
        assert.deepEqual(look(), film[stage.frame], `${scene} ${dimensions}D, again ${stage.frame}`);
      }
    }
    assert.throws(() => stage.rewind(99), /lies ahead/);
    stage.free();
  }
});

test("only remembered frames can be gone back to", () => {
  const stage = Playground.generate("uniform", 2, 200_000, 1, "pencil-sweep");
  assert.throws(() => stage.rewind(0), /switched off/);
  stage.remember(true);
  for (let frame = 0; frame < 35; frame += 1) stage.forward();
  assert.deepEqual([...stage.range], [5, 35]);
  assert.throws(() => stage.rewind(4), /cannot go back 31 steps: 30 are remembered/);
  stage.rewind(5);
  assert.deepEqual([...stage.range], [5, 35]);
});

test("a pile stays in its container and comes to rest", () => {
  for (const dimensions of [2, 3]) {
    const stage = Playground.generate("pile", dimensions, 400, 5, "dynamic-tree");
    const side = Math.max((2.2 * 400) ** (1 / dimensions), 4);
    let before;
    for (let frame = 0; frame < 900; frame += 1) {
      before = frame > 890 ? boxesOf(stage) : undefined;
      stage.forward();
    }
    const boxes = boxesOf(stage);
    const inside = boxes.every((x, at) => x >= -0.01 && (at % dimensions === 1 || x <= side + 0.01));
    assert.ok(inside, `${dimensions}D`);
    const moving = boxes.filter((x, at) => Math.abs(x - before[at]) > 0.02).length;
    assert.ok(moving < 0.05 * boxes.length, `${dimensions}D: ${moving} of ${boxes.length} corners move`);
    assert.ok(pairsOf(stage).length > 200, "boxes rest on each other");
  }
});

test("what takes too long is refused", () => {
  const [maxBoxes, maxPairs, maxLines, maxBruteForce] = limits();
  assert.throws(() => Playground.generate("uniform", 2, maxBoxes + 1, 1, "orthtree"), /at most 1000000/);
  const brute = Playground.generate("uniform", 2, maxBruteForce + 1, 1, "brute-force");
  brute.findPairs(true);
  assert.equal(brute.pairCount, undefined);
  const dense = Playground.generate("identical", 2, 3000, 1, "dynamic-tree");
  dense.findPairs(true);
  dense.draw();
  assert.equal(dense.pairCount, maxPairs);
  assert.equal(read(dense, List.PairLines, Float32Array).length, 4 * maxLines);
  assert.throws(() => dense.remember(true), /too many for events/);
  assert.equal(dense.forward(), true);
});

test("errors say what is wrong", () => {
  assert.throws(() => Playground.generate("sand", 2, 9, 1, "orthtree"), /no scene family "sand"/);
  assert.throws(() => Playground.generate("surface", 2, 9, 1, "orthtree"), /surface needs 3 dimensions/);
  assert.throws(() => Playground.generate("pile", 4, 9, 1, "orthtree"), /2 or 3 dimensions/);
  assert.throws(() => Playground.generate("uniform", 2, 0, 1, "orthtree"), /there are no boxes/);
  assert.throws(() => Playground.generate("uniform", 2, 9, 1, "hedge"), /no structure "hedge"/);
  const stage = Playground.generate("uniform", 2, 9, 1, "orthtree");
  assert.throws(() => stage.ask("ray", Float32Array.of(1, 2), 0), /ray: a coordinate is missing/);
  assert.throws(() => stage.ask("nearest", Float32Array.of(1, NaN), 3), /not finite/);
  assert.throws(() => stage.race(["hedge"]), /no structure "hedge"/);
  assert.throws(() => stage.ask("net", Float32Array.of(1, 2), 3), /no tool "net"/);
});

test("files are read, and bad ones named", () => {
  const csv = new TextEncoder().encode("min_x,min_y,max_x,max_y\n0,0,2,2\n1,1,3,3\n9,9,9,9\n");
  const still = Playground.read("three.csv", csv, "orthtree");
  assert.deepEqual([still.name, still.dimensions, still.length], ["three", 2, 3]);
  assert.deepEqual(pairsOf(still), ["0 1"]);
  assert.equal(still.forward(), false, "one frame");

  const film = recording([[[0, 0], [5, 0]], [[4, 0], [5, 0]], [[8, 0], [5, 0]]]);
  const moving = Playground.read("squares.aabbs", film, "dynamic-tree");
  moving.remember(true);
  const events = [];
  while (moving.forward()) events.push(String(moving.eventCounts));
  assert.deepEqual(events, ["1,0", "0,1"]);
  assert.equal(moving.frame, 2);

  const refuse = (name, bytes, problem) => assert.throws(() => Playground.read(name, bytes, "orthtree"), problem);
  refuse("cut.aabbs", film.slice(0, -1), /cut\.aabbs: header: .* but the file has/);
  refuse("a.txt", csv, /a\.txt: a scene file ends in \.aabbs/);
  refuse("empty.csv", new TextEncoder().encode("x,y\n"), /empty\.csv: the file has no boxes/);
  const broken = film.slice();
  broken.fill(255, -32);
  const late = Playground.read("late.aabbs", broken, "orthtree");
  assert.equal(late.forward(), true);
  assert.throws(() => late.forward(), /late\.aabbs: frame 2: object 1: /);
  assert.equal(late.frame, 1, "nothing is lost");
});
