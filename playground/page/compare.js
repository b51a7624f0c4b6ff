// Two structures side by side: the second picture, and the time curves of both.

import { drawCurves } from "./curves.js";
import { Engine } from "./engine.js";
import { setText } from "./legend.js";
import { Renderer } from "./renderer.js";
import { isFile } from "./settings.js";
import { addSketch } from "./sketches.js";
import { structureNamed } from "./texts.js";
import { milliseconds, ratioText } from "./times.js";

/** The number of frames in the curves. */
const FRAMES = 150;
/** The number of frames in a mean. */
const RECENT = 30;
/** The number of frames in a point of the curves. */
const SMOOTH = 12;
/** The least time between redraws of the curves, in milliseconds. */
const PAUSE = 150;
/** The scene for many sizes if the one on stage has no size, or begins without pairs. */
const MEASURED = "uniform";

const $ = (id) => document.getElementById(id);

export class Compare {
  picture;
  #app;
  #renderer;
  #engine;
  #file;
  #isReady = false;
  #wish;
  #worker;
  #points = [[], []];
  /** What the curves are of. */
  #timed = "";
  #isMeasured = false;
  #drawn = 0;

  constructor(app) {
    this.#app = app;
  }

  /** The points of both curves: the frame or the number of boxes, and milliseconds. */
  get points() {
    return this.#points;
  }

  get isOn() {
    return this.#app.settings.compare !== null;
  }

  /** Whether the second picture is outstanding. */
  get isBusy() {
    return this.isOn && (!this.#isReady || this.#engine.isBusy);
  }

  /** Whether sizes are timed, which a moving picture would disturb. */
  get isMeasuring() {
    return this.#worker !== undefined && !this.#isMeasured;
  }

  /** Remembers a file for the second engine. */
  give({ token, name, bytes }) {
    this.#file = { token, name, bytes: new Blob([bytes]) };
    if (this.#engine) this.#start();
  }

  /** Requests the picture that belongs to a picture of the app. */
  want(wish) {
    this.#wish = wish;
    if (!this.isOn) this.#stop();
    else if (!this.#engine) this.#start();
    else if (this.#isReady) this.#engine.want({ ...wish, structure: this.#app.settings.compare, race: false });
    if (this.isOn) this.#measure();
  }

  async #start() {
    this.#engine?.stop();
    this.#isReady = false;
    const engine = new Engine({
      onPicture: (picture) => this.#onPicture(picture),
      onProblem: ({ problem }) => this.#app.alert(problem),
      onProgress: () => {},
    });
    this.#engine = engine;
    this.#renderer ??= new Renderer($("canvas-b"));
    const bytes = await this.#file?.bytes.arrayBuffer();
    if (this.#engine !== engine) return;
    if (bytes) engine.give({ ...this.#file, bytes });
    this.#isReady = true;
    this.want(this.#wish);
  }

  #stop() {
    this.#engine?.stop();
    this.#engine = undefined;
    this.picture = undefined;
    this.#stopMeasuring();
  }

  /** Discards the times of another scene or structure. */
  clear() {
    this.#points = [[], []];
    this.#stopMeasuring();
  }

  /** Adds the time of the app's own picture. */
  add(picture) {
    if (this.#app.settings.by === "frames") this.#add(0, picture);
  }

  #add(side, { frame, times, pairCount }) {
    const points = this.#points[side];
    // After a rewind, later times are of another run.
    while (points.length > 0 && points.at(-1)[0] >= frame) points.pop();
    if (pairCount !== undefined) points.push([frame, times[1] + times[2]]);
    while (points[0]?.[0] < frame - FRAMES) points.shift();
  }

  #onPicture(picture) {
    if (picture.scene.key !== this.#wish.scene.key) return;
    const old = this.picture;
    picture.boxes ??= old?.boxes;
    addSketch(picture, this.#wish.level !== undefined);
    this.picture = picture;
    if (old?.frame < picture.frame && this.#app.settings.by === "frames") this.#add(1, picture);
    this.#renderer.load(picture);
    this.#app.repaint();
  }

  /** Draws the second picture with the view of the first. */
  draw(camera, palette, options) {
    if (!this.picture || !this.isOn) return;
    const { level, deepest, isSketch } = { ...options, ...this.picture };
    this.#renderer.draw(camera, palette, { ...options, level: isSketch ? deepest : Math.max(Math.min(level, deepest), 0) });
  }

  /** Times both structures for many sizes, unless that is done or under way. */
  #measure() {
    const { by, compare, dimensions, scene, seed, structure } = this.#app.settings;
    const measured = isFile(scene) || scene === "pile" ? MEASURED : scene;
    const key = JSON.stringify([structure, compare, ...(by === "boxes" ? [measured, dimensions, seed] : [])]);
    if (key === this.#timed) return;
    this.clear();
    this.#timed = key;
    if (by !== "boxes") return;
    const worker = new Worker(new URL("./sizes-worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#onMeasured(data, [structure, compare]));
    worker.postMessage({ scene: measured, dimensions, seed, structures: [structure, compare] });
  }

  #onMeasured({ structure, boxes, ms, isDone, problem }, structures) {
    if (problem) this.#app.alert(problem);
    if (isDone) this.#isMeasured = true;
    structures.forEach((name, side) => name === structure && this.#points[side].push([boxes, ms]));
    this.show(true);
  }

  #stopMeasuring() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#timed = "";
    this.#isMeasured = false;
  }

  /** Shows the curves and what they say, unless that was a moment ago. */
  show(isForced = false) {
    const now = performance.now();
    if (!this.isOn || (!isForced && now < this.#drawn + PAUSE)) return;
    this.#drawn = now;
    const { palette, settings } = this.#app;
    const titles = [settings.structure, settings.compare].map((name) => structureNamed(name).title);
    const colors = [palette.chosen, palette.compared];
    const shown = settings.by === "frames" ? this.#points.map(smoothed) : this.#points;
    const curves = shown.map((points, side) => ({ points, color: colors[side] }));
    drawCurves($("curves"), palette, settings.by, curves);
    const means = this.#points.map((points) => (settings.by === "frames" ? meanOf(points) : undefined));
    setText($("title-a"), titled(titles[0], means[0]));
    setText($("time-b"), titled("", means[1]));
    setText($("curves-text"), settings.by === "frames" ? byFrames(titles, means) : this.#bySizes(titles));
  }

  /** The largest size that both have, in words. */
  #bySizes(titles) {
    const [own, other] = this.#points.map((points) => new Map(points));
    const boxes = [...own.keys()].filter((size) => other.has(size)).at(-1);
    if (boxes === undefined) return "Timing…";
    const text = comparison(titles, [own.get(boxes), other.get(boxes)]);
    const { scene } = this.#app.settings;
    const where = isFile(scene) || scene === "pile" ? ` of the scene “${MEASURED}”` : "";
    return `${this.#isMeasured ? "" : "Timing… "}${boxes.toLocaleString("en")} boxes${where}: ${text}`;
  }
}

function titled(title, mean) {
  return mean === undefined ? title : `${title} ${milliseconds(mean)} ms`.trim();
}

function byFrames(titles, means) {
  if (means.includes(undefined)) return "Press play to time both";
  return comparison(titles, means);
}

/** A title within a sentence. */
function inSentence(title) {
  return title.startsWith("KD") ? title : title[0].toLowerCase() + title.slice(1);
}

/** Which of two is faster, and by which factor. */
function comparison(titles, [own, other]) {
  if (!(own > 0 && other > 0)) return "Both are faster than the clock of this browser";
  const [fast, slow] = own <= other ? titles : [...titles].reverse();
  return `${fast} is ${ratioText(Math.max(own, other) / Math.min(own, other))} as fast as ${inSentence(slow)}`;
}

/** Running means, which are finer than the rounded clocks of browsers. */
function smoothed(points) {
  return points.map(([frame], index) => [frame, meanOf(points.slice(Math.max(0, index + 1 - SMOOTH), index + 1))]);
}

function meanOf(points) {
  const recent = points.slice(-RECENT);
  return recent.length === 0 ? undefined : recent.reduce((sum, [, ms]) => sum + ms, 0) / recent.length;
}
