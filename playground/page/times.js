// The cost of a frame with each structure: a table of recent means, and a plot of the last frames.

import { STRUCTURES } from "./texts.js";

/** The number of frames in the plot. */
const FRAMES = 150;
/** The number of times in a mean. */
const RECENT = 16;
/** The least time between redraws, in milliseconds. */
const PAUSE = 150;
/** The structure that the others are compared with. */
const BASELINE = "brute-force";
/** Ratios need means of at least this many times, since browsers round them. */
const ENOUGH = 8;

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
    STRUCTURES.forEach(({ name, title }, index) => this.#addRow(name, title, index));
  }

  #addRow(name, title, index) {
    const row = this.#body.insertRow();
    const cells = [0, 1, 2, 3, 4].map(() => row.insertCell());
    const swatch = document.createElement("i");
    swatch.className = "swatch";
    swatch.style.color = `var(--structure-${index + 1})`;
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
      cells[3].textContent = ratioText(this.#speed(name)) || "–";
    }
    this.#plot(chosen, palette);
  }

  /** The speed of a structure for the picture; empty if it is unknown. */
  comparison(name) {
    const ratio = name === BASELINE ? "" : ratioText(this.#speed(name));
    return ratio && `${ratio} as fast as brute force`;
  }

  /**
   * How many times as fast as brute force a structure is; undefined if unknown. Times for few boxes
   * are shorter than the rounding of browsers, so all times count, not only the middle ones.
   */
  #speed(name) {
    const [own, other] = [name, BASELINE].map((key) => this.#samples.get(key) ?? []);
    if (Math.min(own.length, other.length) < ENOUGH) return undefined;
    const [time, baseline] = [own, other].map((list) => list.reduce((sum, sample) => sum + sample.sum, 0) / list.length);
    return time > 0 && baseline > 0 ? baseline / time : undefined;
  }

  #plot(chosen, palette) {
    const { context, width, height } = sized(this.#canvas);
    const sums = [...this.#samples.values()].flat().map(({ sum }) => Math.max(sum, 0.01));
    const [least, most] = decades(sums);
    const left = 34;
    const x = (frame) => left + (width - left - 2) * (1 - (this.#frame - frame) / FRAMES);
    const y = (ms) => 6 + (height - 22) * (1 - Math.log(Math.max(ms, 0.01) / least) / Math.log(most / least));
    drawGrid(context, palette, { least, most, left, width, height, y });
    STRUCTURES.forEach(({ name }, index) => {
      const list = this.#samples.get(name) ?? [];
      context.strokeStyle = palette.structures[index];
      context.fillStyle = palette.structures[index];
      context.lineWidth = name === chosen ? 2.5 : 1.5;
      context.beginPath();
      list.forEach(({ frame, sum }) => context.lineTo(x(frame), y(sum)));
      context.stroke();
      if (list.length === 1) context.fillRect(x(list[0].frame) - 2, y(list[0].sum) - 2, 4, 4);
    });
  }
}

function drawGrid(context, palette, { least, most, left, width, height, y }) {
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = palette.inkSoft;
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let ms = least; ms <= most * 1.01; ms *= 10) {
    const at = Math.round(y(ms)) + 0.5;
    context.beginPath();
    context.moveTo(left, at);
    context.lineTo(width, at);
    context.stroke();
    context.fillText(ms < 1 ? ms.toFixed(ms < 0.05 ? 2 : 1) : ms.toFixed(0), left - 6, at);
  }
  context.textBaseline = "alphabetic";
  context.fillText(`update and pairs in ms, last ${FRAMES} frames`, width, height - 2);
}

/** The powers of ten around some numbers. */
function decades(numbers) {
  if (numbers.length === 0) return [0.1, 10];
  const low = 10 ** Math.floor(Math.log10(Math.min(...numbers)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...numbers)));
  return [low, Math.max(high, 10 * low)];
}

function sized(canvas) {
  const ratio = globalThis.devicePixelRatio || 1;
  const { width, height } = canvas.getBoundingClientRect();
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

/** The mean of the middle half: finer than the rounded clock of a browser, and without pauses. */
function middleMean(samples, part) {
  const sorted = samples.map((sample) => sample[part]).sort((a, b) => a - b);
  const cut = sorted.length >> 2;
  const middle = sorted.slice(cut, sorted.length - cut);
  return middle.reduce((sum, ms) => sum + ms, 0) / middle.length;
}

/** A ratio with two digits, such as "6.2×" and "120×"; empty if unknown. */
function ratioText(ratio) {
  if (ratio === undefined) return "";
  const rounded = Number(ratio.toPrecision(2));
  return `${rounded < 10 ? rounded.toFixed(1) : rounded.toLocaleString("en")}×`;
}

/** A time with about three digits. */
export function milliseconds(ms) {
  if (ms >= 99.5) return ms.toFixed(0);
  return ms.toFixed(ms >= 9.95 ? 1 : 2);
}
