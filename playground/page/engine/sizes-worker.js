// Times two structures in turns with scenes of 100 to 100,000 boxes, in a separate thread.

import { Playground, limits } from "./engine_core.js";
import { load } from "./load.js";

const SIZES = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
/** The number of boxes before the first measurement. */
const WARM = 1000;
/** The least time of a measurement in milliseconds, and its least number of frames. */
const BUDGET = 250;
const LEAST_FRAMES = 3;
/** All pairs are found this often in a frame, until that takes as long as clocks are precise. */
const MOST_REPEATS = 64;
const PRECISE = 2;

addEventListener("message", async ({ data: { scene, dimensions, seed, structures } }) => {
  try {
    await load();
    // Browsers optimize a module while it runs.
    for (const structure of structures) measure(Playground.generate(scene, dimensions, WARM, seed, structure));
    for (const boxes of SIZES) {
      for (const structure of new Set(structures)) {
        const ms = measure(Playground.generate(scene, dimensions, boxes, seed, structure));
        if (ms !== undefined) postMessage({ structure, boxes, ms });
      }
    }
    postMessage({ isDone: true });
  } catch (error) {
    postMessage({ problem: error.message });
  }
});

/** Milliseconds of update and pairs per frame; undefined if all pairs would take too long. */
function measure(stage) {
  const [, , , maxBruteForce] = limits();
  stage.findPairs(true);
  const isPossible = stage.pairCount !== undefined || stage.length <= maxBruteForce;
  let [frames, updates, pairs, searches, repeats] = [0, 0, 0, 0, 1];
  const end = performance.now() + BUDGET;
  while (isPossible && (frames < LEAST_FRAMES || performance.now() < end)) {
    stage.forward();
    updates += stage.times[1];
    frames += 1;
    const started = performance.now();
    for (let time = 0; time < repeats; time += 1) stage.findPairs(true);
    const took = performance.now() - started;
    [pairs, searches] = [pairs + took, searches + repeats];
    if (took < PRECISE) repeats = Math.min(2 * repeats, MOST_REPEATS);
  }
  stage.free();
  return isPossible ? updates / frames + pairs / searches : undefined;
}
