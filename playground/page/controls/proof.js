// The time of the chosen structure beside that of brute force: the first numbers that a visitor sees.

import { milliseconds, ratioText } from "../times/times.js";
import { setText } from "./legend.js";

/** The least time between updates in milliseconds, so that the numbers can be read. */
const PAUSE = 500;

const count = (number) => number.toLocaleString("en");

export class Proof {
  #number;
  #text;
  #shown = 0;

  constructor(number, text) {
    this.#number = number;
    this.#text = text;
  }

  /** Shows a proof of the times, unless that was a moment ago. */
  show(proof, picture, settings, { isForced, isPlaying }) {
    const now = performance.now();
    if (!isForced && now < this.#shown + PAUSE) return;
    this.#shown = now;
    const [number, text] = proofOf(proof, picture, settings, isPlaying);
    setText(this.#number, number);
    setText(this.#text, text);
  }
}

/** A number to see first, and what it means. */
function proofOf({ own, other, ratio }, { count: boxes, limits, pairCount }, { race, structure }, isPlaying) {
  const [, , , maxBruteForce] = limits;
  const isTimed = race && boxes <= maxBruteForce;
  if (structure === "brute-force") return bruteForce(own, boxes, pairCount !== undefined);
  if (ratio) {
    return [ratioText(ratio), `as fast as brute force: ${milliseconds(own)}\u00a0ms a frame instead of ${milliseconds(other)}\u00a0ms`];
  }
  if (own === undefined) return ["", isPlaying ? "Timing…" : `Press play to time it${isTimed ? " beside brute force" : ""}`];
  return [`${milliseconds(own)}\u00a0ms`, `a frame${besides(isTimed, isPlaying, maxBruteForce, boxes)}`];
}

function bruteForce(own, boxes, isPossible) {
  const comparisons = count((boxes * (boxes - 1)) / 2);
  if (own !== undefined) return [`${milliseconds(own)}\u00a0ms`, `for the ${comparisons} comparisons of a frame`];
  return ["", isPossible ? `${comparisons} comparisons in each frame` : ""];
}

/** Why the time is alone. */
function besides(isTimed, isPlaying, maxBruteForce, boxes) {
  if (boxes > maxBruteForce) return `. Brute force is timed up to ${count(maxBruteForce)} boxes`;
  if (!isTimed) return " to update the structure and find all pairs";
  return isPlaying ? ". Timing brute force beside it…" : ". Press play to time brute force beside it";
}
