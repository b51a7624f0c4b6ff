// The times of two structures for many sizes of a scene.

import { isFile } from "../settings.js";

/** The scene if the one on stage has no size, or begins without pairs. */
const MEASURED = "uniform";

/** Whether the scene on stage is measured, and not a stand-in. */
export function isMeasured(scene) {
  return !isFile(scene) && scene !== "pile";
}

export class Sizes {
  /** For each structure, points of the number of boxes and milliseconds. */
  points = [[], []];
  /** Whether all sizes have been timed. */
  isDone = false;
  #key;
  #worker;

  /** Whether times are taken, which a moving picture would disturb. */
  get isBusy() {
    return this.#worker !== undefined && !this.isDone;
  }

  /** Times both structures of the settings, unless that is done or under way. */
  want({ structure, compare, scene, dimensions, seed }, { onChange, onProblem }) {
    const name = isMeasured(scene) ? scene : MEASURED;
    const key = JSON.stringify([structure, compare, name, dimensions, seed]);
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    this.#worker = new Worker(new URL("../engine/sizes-worker.js", import.meta.url), { type: "module" });
    const structures = [structure, compare];
    this.#worker.addEventListener("message", ({ data }) => {
      if (data.problem) onProblem(data.problem);
      if (data.isDone || data.problem) this.isDone = true;
      structures.forEach((one, side) => one === data.structure && this.points[side].push([data.boxes, data.ms]));
      onChange();
    });
    this.#worker.postMessage({ scene: name, dimensions, seed, structures });
  }

  /** Stops, and discards all times. */
  stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#key = undefined;
    this.points = [[], []];
    this.isDone = false;
  }

  /** The largest size that both structures have, with both times; undefined if there is none. */
  largest() {
    const [own, other] = this.points.map((points) => new Map(points));
    const boxes = [...own.keys()].filter((size) => other.has(size)).at(-1);
    return boxes === undefined ? undefined : { boxes, own: own.get(boxes), other: other.get(boxes) };
  }
}
