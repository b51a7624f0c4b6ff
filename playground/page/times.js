// The cost of a frame with each structure: a table of recent means, and a plot of the last frames.

import { LEFT, drawCaption, drawTimeGrid, sized } from "./plot.js";
import { STRUCTURES } from "./texts.js";

/** The number of frames in the plot. */
const FRAMES = 150;
/** The number of times in a mean. */
const RECENT = 16;
/** The least time between redraws, in milliseconds. */
const PAUSE = 150;
/** The structure that the others are compared with. */
const BASELINE = "brute-force";
/** A mean needs this many times, or this many milliseconds, since browsers round times. */
const ENOUGH = 8;
const LONG = 10;

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
  }

  #push(name, update, pairs) {
    const list = this.#samples.get(name) ?? [];
    list.push({ frame: this.#frame, update, pairs, sum: update + pairs });
    while (list[0].frame < this.#frame - FRAMES) list.shift();
    this.#samples.set(name, list);
  }

  /** Shows the times, unless they were shown a moment ago. */
  show(chosen, palette, isForced = false) {
    const now = performance.now();
    if (!isForced && now < this.#drawn + PAUSE) return;
    this.#drawn = now;
    for (const [name, { row, cells }] of this.#rows) {
      const recent = (this.#samples.get(name) ?? []).slice(-RECENT);
      row.classList.toggle("chosen", name === chosen);
      ["update", "pairs", "sum"].forEach((part, index) => {
        cells[index].textContent = recent.length > 0 ? milliseconds(middleMean(recent, part)) : "–";
      });
      cells[3].textContent = ratioText(this.proof(name).ratio) || "–";
    }
    this.#plot(chosen, palette);
  }

  /**
   * The mean milliseconds of a structure and of brute force, and how many times as fast as brute
   * force it is; undefined if unknown. Times for few boxes are shorter than the rounding of
   * browsers, so all times count, not only the middle ones.
   */
  proof(name) {
    const [own, other] = [name, BASELINE].map((key) => meanOf(this.#samples.get(key) ?? []));
    return { own, other, ratio: own > 0 && other > 0 ? other / own : undefined };
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
      const list = this.#samples.get(name) ?? [];
      context.strokeStyle = [palette.others, palette.compared, palette.chosen, palette.chosen][rank(name)];
      context.fillStyle = context.strokeStyle;
      context.lineWidth = name === chosen ? 2.5 : 1.25;
      context.beginPath();
      list.forEach(({ frame, sum }) => context.lineTo(x(frame), y(sum)));
      context.stroke();
      if (list.length === 1) context.fillRect(x(list[0].frame) - 2, y(list[0].sum) - 2, 4, 4);
    }
    drawCaption(plot, palette, `update and pairs in ms, last ${FRAMES} frames`, width, "right");
  }
}

/** The mean sum of enough samples; undefined if there are too few. */
function meanOf(samples) {
  const total = samples.reduce((sum, sample) => sum + sample.sum, 0);
  return samples.length >= ENOUGH || total >= LONG ? total / samples.length : undefined;
}

/** The mean of the middle half: finer than the rounded clock of a browser, and without pauses. */
function middleMean(samples, part) {
  const sorted = samples.map((sample) => sample[part]).sort((a, b) => a - b);
  const cut = sorted.length >> 2;
  const middle = sorted.slice(cut, sorted.length - cut);
  return middle.reduce((sum, ms) => sum + ms, 0) / middle.length;
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
