// The cost of a frame with each structure: a table of recent means, and a plot of the last frames.

import { STRUCTURES } from "../texts.js";
import { FRAMES, LEFT, drawCaption, drawTimeGrid, sized } from "./plot.js";

/** The least time between redraws, in milliseconds. */
const PAUSE = 150;
/** The structure that the others are compared with. */
const BASELINE = "brute-force";
/**
 * A ratio needs this many times, or this many milliseconds, since browsers round times. Of the
 * structures that take turns, each has seven in the plot.
 */
const ENOUGH = 6;
const LONG = 10;
/**
 * A time that is usually shorter than these milliseconds exceeds its median by no more: the rest is a
 * wait for a processor. The same for all structures, which wait in proportion to their times.
 */
const WAIT = 5;

export class Times {
  #body;
  #canvas;
  #rows = new Map();
  #samples = new Map();
  #frame = 0;
  #drawn = 0;

  constructor(body, canvas) {
    this.#body = body;
    this.#canvas = canvas;
    STRUCTURES.forEach(({ name, title }) => this.#addRow(name, title));
  }

  #addRow(name, title) {
    const row = this.#body.insertRow();
    const cells = [0, 1, 2, 3, 4].map(() => row.insertCell());
    const swatch = document.createElement("i");
    swatch.className = "swatch";
    row.classList.toggle("baseline", name === BASELINE);
    cells[0].append(swatch, title);
    this.#rows.set(name, { row, cells: cells.slice(1) });
  }

  /** Discards all times when the scene changes. */
  clear() {
    this.#samples.clear();
    this.#drawn = 0;
  }

  /** Adds the times of a frame. */
  add(picture) {
    this.#frame += 1;
    const [, update, pairs] = picture.times;
    if (picture.pairCount !== undefined) this.#push(picture.structure, update, pairs);
    if (picture.lap) this.#push(picture.lap, ...picture.lapTimes);
    for (const list of this.#samples.values()) while (list[0]?.frame < this.#frame - FRAMES) list.shift();
  }

  #push(name, update, pairs) {
    if (!this.#samples.has(name)) this.#samples.set(name, []);
    this.#samples.get(name).push({ frame: this.#frame, update, pairs, sum: update + pairs });
  }

  /** The recent times of a structure: `{ frame, update, pairs, sum }`, in milliseconds. */
  samples(name) {
    return this.#samples.get(name) ?? [];
  }

  /** How many times as fast a structure is as another one; undefined if there are too few times. */
  ratio(name, other = BASELINE) {
    const [own, others] = [name, other].map((key) => this.samples(key));
    const isEnough = (list) => list.length >= ENOUGH || list.length * mean(list, "sum") >= LONG;
    const means = [own, others].map((list) => mean(list, "sum"));
    return isEnough(own) && isEnough(others) && means.every((ms) => ms > 0) ? means[1] / means[0] : undefined;
  }

  /** The mean milliseconds of a structure and of brute force, and their ratio. */
  proof(name) {
    const [own, other] = [name, BASELINE].map((key) => mean(this.samples(key), "sum"));
    return { own, other, ratio: this.ratio(name) };
  }

  /** Shows the times, unless they were shown a moment ago. */
  show(chosen, palette, isForced = false) {
    const now = performance.now();
    if (!isForced && now < this.#drawn + PAUSE) return;
    this.#drawn = now;
    for (const [name, { row, cells }] of this.#rows) {
      row.classList.toggle("chosen", name === chosen);
      const means = ["update", "pairs", "sum"].map((part) => mean(this.samples(name), part));
      const texts = [...means.map((ms) => (ms === undefined ? "" : milliseconds(ms))), ratioText(this.ratio(name))];
      texts.forEach((text, index) => (cells[index].textContent = text || "–"));
    }
    this.#plot(chosen, palette);
  }

  #plot(chosen, palette) {
    const plot = sized(this.#canvas);
    const { context, width } = plot;
    const sums = [...this.#samples.values()].flat().map(({ sum }) => sum);
    const x = (frame) => LEFT + (width - LEFT - 2) * (1 - (this.#frame - frame) / FRAMES);
    const y = drawTimeGrid(plot, palette, sums);
    const rank = (name) => Number(name === BASELINE) + 2 * Number(name === chosen);
    // The chosen structure lies above the others.
    for (const name of STRUCTURES.map((one) => one.name).sort((a, b) => rank(a) - rank(b))) {
      const list = this.samples(name);
      context.strokeStyle = [palette.others, palette.compared, palette.chosen, palette.chosen][rank(name)];
      context.fillStyle = context.strokeStyle;
      context.lineWidth = name === chosen ? 2.5 : 1.25;
      context.beginPath();
      list.forEach(({ frame, sum }) => context.lineTo(x(frame), y(sum)));
      context.stroke();
      if (list.length === 1) context.fillRect(x(list[0].frame) - 2, y(list[0].sum) - 2, 4, 4);
    }
    drawCaption(plot, palette, `update and pairs, last ${FRAMES} frames`, width, "right");
  }
}

/**
 * The mean of a part of all samples; undefined if there are none. Not a median, since browsers round
 * times, and structures are rebuilt in few frames. Of a wait for a processor, only `WAIT` counts.
 */
export function mean(samples, part) {
  if (samples.length === 0) return undefined;
  const sorted = samples.map((sample) => sample[part]).sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  const most = middle < WAIT ? middle + WAIT : Infinity;
  return sorted.reduce((sum, ms) => sum + Math.min(ms, most), 0) / sorted.length;
}

/** A ratio with two digits, such as "6.2×" and "120×"; empty if unknown. */
export function ratioText(ratio) {
  if (ratio === undefined) return "";
  const rounded = Number(ratio.toPrecision(2));
  return `${rounded < 10 ? rounded.toFixed(1) : rounded.toLocaleString("en")}×`;
}

/** A time with about three digits. */
export function milliseconds(ms) {
  if (ms >= 99.5) return ms.toFixed(0);
  return ms.toFixed(ms >= 9.95 ? 1 : 2);
}
