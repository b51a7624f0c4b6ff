// The state of the page, and all actions on it.

import { Compare } from "./compare.js";
import { Controls } from "./controls/controls.js";
import { Demo } from "./demo.js";
import { Engine } from "./engine/engine.js";
import { Camera } from "./picture/camera.js";
import { drawOverlay } from "./picture/overlay.js";
import { readPalette } from "./picture/palette.js";
import { Renderer } from "./picture/renderer.js";
import { addSketch } from "./picture/sketches.js";
import { changedQuery, draggedQuery, middleQuery, movedQuery, queryLength } from "./query.js";
import { TOOLS, defaults, fitScene, isFile } from "./settings.js";
import { Curves } from "./times/curves.js";
import { Meter } from "./times/meter.js";
import { Times } from "./times/times.js";
import { wishOf } from "./wish.js";

const $ = (id) => document.getElementById(id);

export class App {
  camera = new Camera();
  palette = readPalette();
  isPlaying = false;
  /** Whether the picture is on the screen. */
  isSeen = true;
  /** The frame to request from the engine. */
  target = 0;
  /** The last picture from the engine. */
  picture;
  /** The times of recent frames. */
  times = new Times($("times"), $("plot"));
  onChange = () => {};
  #controls = new Controls(this);
  #renderer = new Renderer($("canvas"));
  #meter = new Meter();
  #engine = new Engine({
    onPicture: (picture) => this.#onPicture(picture),
    onProblem: (problem) => this.#onProblem(problem),
    onProgress: (progress) => this.#onProgress(progress),
  });
  #compare = new Compare(this);
  #curves = new Curves(this);
  #demo = new Demo();
  #scene = { key: 0 };
  #isDirty = false;
  /** Whether the next size of the picture is that of a new layout. */
  #isRefitted = false;
  #failures = 0;

  constructor(settings) {
    this.settings = settings;
  }

  /** Whether a requested picture is outstanding. */
  get isBusy() {
    return this.#engine.isBusy || this.#compare.isBusy;
  }

  /** The picture beside this one, and the times of both structures for many sizes. */
  get compared() {
    return this.#compare.picture;
  }
  get sizes() {
    return this.#curves.sizes;
  }

  /** Applies all settings, for example from a link. */
  restore(settings) {
    this.settings = settings;
    this.#open(settings.frame);
  }

  // Settings.

  /** Changes settings that do not replace the scene. */
  set(changes) {
    Object.assign(this.settings, changes);
    this.#want();
  }

  show(layer, isShown) {
    this.settings.show[isShown ? "add" : "delete"](layer);
    this.#want();
  }

  /** Opens a scene, or restarts the current one. */
  setScene(changes) {
    Object.assign(this.settings, changes, { view: null });
    if (Object.keys(changes).length > 0) this.settings.query = [];
    fitScene(this.settings);
    this.#open(0);
  }

  /** Opens a scene from a file. `settings` come from a link to it, if there was one. */
  openFile({ name, bytes }, settings) {
    const token = crypto.getRandomValues(new Uint32Array(1))[0];
    this.#compare.give({ token, name, bytes });
    this.#engine.give({ token, name, bytes });
    Object.assign(this.settings, { view: null, query: [], frame: 0 }, settings, { scene: `file:${name}`, token });
    this.#open(this.settings.frame);
  }

  /** A pile of 10,000 falling bodies. */
  dropMany() {
    const { structure } = this.settings;
    const fast = structure === "brute-force" ? defaults().structure : structure;
    this.setScene({ scene: "pile", dimensions: 2, boxes: 10_000, structure: fast });
    this.play(true);
  }

  /** Shows another structure beside the chosen one, or none. */
  compare(structure) {
    if (structure && !this.settings.compare) this.settings.show.add("nodes");
    this.#isRefitted = (structure === null) !== (this.settings.compare === null);
    this.set({ compare: structure });
  }

  setTool(tool) {
    if (this.settings.tool === tool) return;
    this.settings.tool = tool;
    this.settings.query = middleQuery(tool, this.camera);
    this.#want();
  }

  // Time.

  togglePlay() {
    this.play(!this.isPlaying);
  }

  play(isPlaying) {
    this.isPlaying = isPlaying;
    this.#controls.showPlaying(isPlaying);
    if (!isPlaying) this.#showTimes(true);
    this.onChange();
  }

  /** Stops at a frame: goes forward to it, or back as far as the history of the broad phase. */
  goTo(frame) {
    this.play(false);
    const [earliest] = this.picture?.range ?? [0];
    this.target = Math.max(frame, earliest);
    this.#want();
  }

  // View.

  zoom(factor, point) {
    this.camera.zoom(factor, point);
    this.#see();
  }

  pan(x, y) {
    this.camera.pan(x, y);
    this.#see();
  }

  turn(x, y) {
    this.camera.turn(x, y);
    this.#see();
  }

  fit() {
    if (this.picture) this.camera.fit(this.picture.bounds);
    this.#see();
  }

  resize(width, height) {
    const { camera } = this;
    const isFirst = camera.size[0] === 1;
    const isSame = camera.size[0] === width && camera.size[1] === height;
    const share = Math.min(width, height) / Math.min(...camera.size);
    camera.size = [width, height];
    if (!isFirst) camera.scale *= share;
    this.#isDirty = true;
    if (this.#isRefitted && !isSame) {
      this.#isRefitted = false;
      this.fit();
    }
  }

  /** Draws with the colors of the current theme. */
  recolor() {
    this.palette = readPalette();
    this.#isDirty = true;
    this.#showTimes(true);
  }

  /** Draws the pictures in the next frame of the screen. */
  repaint() {
    this.#isDirty = true;
  }

  /** Draws again after the graphics card has lost its data. */
  redraw() {
    this.#renderer.restore();
    if (this.picture) this.#renderer.load(this.picture);
    this.#isDirty = true;
  }

  // Queries.

  /** A drag on the picture with the current tool. */
  drag(from, to, { before, isStart }) {
    const { tool } = this.settings;
    if (tool === "view") {
      if (before) this.turn(to[0] - before[0], to[1] - before[1]);
    } else if (!isStart || tool === "nearest") {
      this.set({ query: draggedQuery(tool, this.camera, from, to) });
      this.#isDirty = true;
    }
  }

  /** Moves the view or the query. */
  move(x, y) {
    if (this.settings.tool === "view") this.pan(-x, -y);
    else this.set({ query: movedQuery(this.settings.query, this.camera, x, y) });
    this.#isDirty = true;
  }

  /** Changes the size or the direction of the query. */
  changeQuery(direction) {
    const { tool, query, k } = this.settings;
    if (tool === "nearest") this.set({ k: Math.min(Math.max(k + direction, 1), 64) });
    else if (tool !== "view") this.set({ query: changedQuery(tool, query, this.camera, direction) });
    this.#isDirty = true;
  }

  chooseTool(index) {
    this.setTool(TOOLS[index]);
  }

  alert(text) {
    this.#controls.alert(text);
  }

  // The engine.

  /** Draws and requests the next frame; called for every frame of the screen. */
  tick() {
    const isWatched = this.isSeen && !document.hidden && !this.#curves.isMeasuring;
    if (this.isPlaying && !this.isBusy && this.picture && isWatched) {
      this.target += 1;
      this.#want();
    }
    if (this.#isDirty && this.picture) this.#draw();
  }

  /** Opens the scene of the settings; `isAgain` if it is the one on stage. */
  #open(frame, isAgain = false) {
    const { scene, dimensions, boxes, seed, token } = this.settings;
    this.#scene = { key: this.#scene.key + 1, name: scene, dimensions, boxes, seed, token };
    if (!isFile(scene)) this.#scene.token = undefined;
    this.target = frame;
    if (!isAgain) {
      this.times.clear();
      this.#controls.loading("Loading…");
    }
    this.#want();
  }

  #want() {
    const { settings } = this;
    this.#controls.showSettings(settings);
    const wish = wishOf(settings, this.#scene, this.target);
    this.#engine.want(wish);
    this.#compare.want(wish);
    this.#curves.want();
    this.onChange();
  }

  #onPicture(picture) {
    if (picture.scene.key !== this.#scene.key) return;
    const started = performance.now();
    this.#failures = 0;
    const isNew = this.picture?.scene.key !== picture.scene.key;
    const old = this.picture;
    picture.boxes ??= old?.boxes;
    addSketch(picture, this.settings.show.has("nodes"));
    this.picture = picture;
    if (isNew) this.#welcome(picture);
    else if (picture.frame > old.frame) this.#note(picture);
    if (!this.isBusy) this.target = picture.frame;
    if (picture.isOver) this.#end();
    this.settings.frame = picture.frame;
    this.#controls.loading("");
    this.#controls.showPicture(picture, this.settings);
    this.#showTimes(!this.isPlaying);
    this.#renderer.load(picture);
    this.#isDirty = true;
    this.#meter.loaded(performance.now() - started, picture.busy);
    if (!this.isPlaying) this.#describe();
    this.onChange();
  }

  #note(picture) {
    this.times.add(picture);
    if (this.isPlaying && this.#demo.isOver(picture, this.settings)) this.#open(0, true);
  }

  #showTimes(isForced) {
    const { structure } = this.settings;
    this.times.show(structure, this.palette, isForced);
    const { isPlaying } = this;
    this.#controls.showProof(this.times.proof(structure), this.picture, this.settings, { isForced, isPlaying });
    this.#curves.show(isForced);
  }

  /** Shows the whole scene when its first picture arrives. */
  #welcome({ bounds, dimensions }) {
    const { camera, settings } = this;
    settings.dimensions = dimensions;
    if (!settings.view || !camera.restore(settings.view, bounds)) camera.fit(bounds);
    settings.view = camera.save();
    const { tool, query } = settings;
    if (query.length !== queryLength(tool, dimensions)) settings.query = middleQuery(tool, camera);
    if (settings.query.length > 0) this.#want();
    else this.#controls.showSettings(settings);
  }

  #end() {
    this.play(false);
    this.#controls.say("The recording ends here.");
  }

  #onProblem({ problem, isFatal, actual }) {
    this.play(false);
    this.#controls.loading("");
    // The name of a file keeps its case.
    this.alert(/^\S+\.\w+:/.test(problem) ? problem : problem[0].toUpperCase() + problem.slice(1));
    if (isFatal) this.#recover(problem);
    else if (actual) this.#goBackTo(actual);
  }

  /** Restarts after a failure of the engine, unless the restart itself failed. */
  #recover(problem) {
    this.#failures += 1;
    if (this.#failures > 1) {
      this.alert(`The engine does not start: ${problem}. Reload the page.`);
      return;
    }
    this.alert(`The engine stopped: ${problem}. It restarts with a small scene.`);
    this.#engine.restart();
    this.settings = { ...defaults(), structure: this.settings.structure, token: undefined };
    this.#open(0);
  }

  /** Reverts a request that the engine could not fulfill. */
  #goBackTo({ scene, structure, frame }) {
    const { name, dimensions, boxes, seed, token } = scene;
    Object.assign(this.settings, { scene: name, dimensions, boxes, seed, token, structure });
    this.settings.dimensions = this.picture?.dimensions ?? dimensions;
    this.#scene = scene;
    this.target = frame;
    this.#want();
  }

  #onProgress({ from, at, to }) {
    this.#controls.loading(`Frame ${at - from} of ${to - from}…`);
  }

  #see() {
    this.settings.view = this.camera.save();
    this.#isDirty = true;
    this.onChange();
  }

  #draw() {
    const started = performance.now();
    this.#isDirty = false;
    const { camera, palette, picture, settings } = this;
    const { show, tool, query } = settings;
    const options = { show, level: settings.level, isAsking: query.length > 0 };
    this.#renderer.draw(camera, palette, options);
    this.#compare.draw(camera, palette, options);
    drawOverlay($("overlay"), camera, palette, { tool, query, picture });
    this.#meter.drawn(performance.now() - started);
    this.#meter.show((numbers) => this.#controls.showMeter(numbers));
  }

  #describe() {
    const { frame, count, pairCount, answerCount } = this.picture;
    const pairs = pairCount === undefined ? "" : `, ${pairCount} pairs`;
    const answers = this.settings.tool === "view" ? "" : `, ${answerCount} answers`;
    this.#controls.say(`Frame ${frame}: ${count} boxes${pairs}${answers}`);
  }

  /**
   * Takes over the current picture as if it were new, draws it, and waits for the graphics card.
   * Returns the milliseconds of the page, without and with the graphics card. For tests.
   */
  measure() {
    const { boxes } = this.picture;
    const fresh = { ...this.picture, boxes: boxes.slice() };
    const started = performance.now();
    this.#renderer.load(fresh);
    this.#draw();
    const page = performance.now() - started;
    this.#renderer.finish();
    return { page, total: performance.now() - started };
  }
}
