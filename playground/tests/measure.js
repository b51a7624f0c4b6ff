// The cost of a frame: CPU time of the engine in Node, then of the page in Chromium, which draws
// with the processor instead of a graphics card. After a build:
//
// node playground/tests/measure.js [BOXES]

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { List, Playground, initSync, structures } from "../dist/engine/engine_core.js";
import { open } from "./browser.js";

const BOXES = Number(process.argv[2] ?? 500);
const FRAMES = BOXES < 10_000 ? 200 : 12;
/** The number of frames before those that are measured. */
const WARM = FRAMES / 4;

const { memory } = initSync({ module: readFileSync(fileURLToPath(new URL("../dist/engine/engine_simd128.wasm", import.meta.url))) });

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

/** Milliseconds of the engine per frame, including all pairs and the copies for drawing. */
function engineTime(dimensions, structure, hasBroadPhase) {
  const stage = Playground.generate("uniform", dimensions, BOXES, 1, structure);
  stage.remember(hasBroadPhase);
  const times = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const start = process.cpuUsage();
    stage.forward();
    stage.findPairs(true);
    stage.draw();
    for (const list of [List.Boxes, List.Marks, List.PairLines]) {
      const [at, bytes] = stage.list(list);
      memory.buffer.slice(at, at + bytes);
    }
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  stage.free();
  return median(times.slice(WARM));
}

/** The milliseconds of a process so far; `undefined` without /proc. */
function processTime(type) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--type=${type}`)) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // The process has just ended.
    }
  }
  return undefined;
}

for (const dimensions of [2, 3]) {
  for (const structure of structures().filter((name) => name !== "brute-force" || BOXES <= 3000)) {
    console.log(`engine, ${dimensions}D, ${structure}: ${engineTime(dimensions, structure, false).toPrecision(2)} ms`);
  }
  console.log(`engine, ${dimensions}D, dynamic-tree and broad phase: ${engineTime(dimensions, "dynamic-tree", true).toPrecision(2)} ms`);
}

const browser = await open();
for (const show of ["boxes", "boxes,pairs"]) {
  const page = await browser.page({ hash: `#scene=uniform&n=${BOXES}&frame=0&structure=pencil-sweep&show=${show}&race=0` });
  const before = processTime("gpu-process");
  const times = [];
  for (let frame = 0; frame < FRAMES; frame += 1) times.push((await page.evaluate(() => globalThis.playground.measure())).page);
  const drawing = (processTime("gpu-process") - before) / FRAMES;
  console.log(`page, 2D, ${show}: ${Math.min(...times).toFixed(1)} ms at least, and ${drawing.toFixed(0)} ms of drawing by the processor`);
  await page.end();
}
await browser.close();
