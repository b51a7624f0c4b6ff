// Draws pictures of the engine with WebGL2: all boxes, nodes and lines of a kind in one call,
// directly from the arrays that the engine sends.

import { mix } from "./palette.js";
import { BATCH, BOX_FRAGMENT, BOX_VERTEX, LINE_FRAGMENT, LINE_VERTEX } from "./shaders.js";
import { ListTexture } from "./textures.js";

const LAST_MARK = 4;
/** Infinite boxes are drawn up to this multiple of the scene's radius. */
const FAR = 40;

export class Renderer {
  #canvas;
  #gl;
  #programs;
  #points;
  #marks;
  #counts = {};
  #loaded = {};
  #dimensions = 2;
  #hasMarks = false;
  #deepest = 0;
  #isSketch = false;
  /** The mean distance of neighbors, if boxes are spread evenly. */
  #spacing = 1;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: true });
    if (!this.#gl) throw new Error("this browser does not offer WebGL2");
    this.#setUp();
  }

  /** Creates programs and buffers, also after the graphics card has lost them. */
  restore() {
    this.#setUp();
  }

  #setUp() {
    const gl = this.#gl;
    this.#programs = {
      box: program(gl, BOX_VERTEX, BOX_FRAGMENT),
      line: program(gl, LINE_VERTEX, LINE_FRAGMENT),
    };
    const lists = (names, Type) => Object.fromEntries(names.map((name) => [name, new ListTexture(gl, Type)]));
    this.#loaded = {};
    this.#points = lists(["boxes", "nodes", "work", "pairs", "begun", "ended"], Float32Array);
    this.#marks = lists(["boxes", "nodes"], Uint8Array);
    gl.bindVertexArray(gl.createVertexArray());
  }

  /** Takes over the arrays of a picture. */
  load(picture) {
    const { dimensions } = picture;
    this.#dimensions = dimensions;
    this.#hasMarks = picture.hasMarks;
    this.#deepest = picture.deepest;
    this.#isSketch = picture.isSketch;
    this.#spacing = spacingOf(picture);
    this.#marks.boxes.fill(picture.marks);
    this.#marks.nodes.fill(picture.levels);
    for (const [name, points] of [
      ["boxes", picture.boxes],
      ["nodes", picture.nodes],
      ["work", picture.workLines],
      ["pairs", picture.pairLines],
      ["begun", picture.begunLines],
      ["ended", picture.endedLines],
    ]) {
      // The boxes are loaded already if only the query changed.
      if (this.#loaded[name] === points) continue;
      this.#points[name].fill(points);
      this.#loaded[name] = points;
      this.#counts[name] = points.length / (2 * dimensions);
    }
  }

  /** Draws the loaded picture, with nodes down to a level. */
  draw(camera, palette, { show, level, isAsking }) {
    const gl = this.#gl;
    const ratio = this.#resize(camera.size);
    gl.clearColor(...palette.paper, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#setView(this.#programs.box, camera, ratio);
    if (show.has("boxes")) this.#drawBoxes(palette, { isAsking, ratio });
    this.#drawNodes(palette, { level, ratio });
    this.#setView(this.#programs.line, camera, ratio);
    const { scale } = camera;
    const thin = Math.max(1, ratio);
    // Many lines from one box would hide the others.
    this.#drawLines("work", palette.levels[1], Math.min(0.6, Math.max(0.12, 60 / this.#counts.work)), thin);
    this.#drawLines("pairs", palette.pair, 0.85, thin * Math.min(Math.max(0.16 * scale * this.#spacing, 0.9), 2));
    this.#drawLines("ended", palette.ended, 0.95, 2.5 * thin);
    this.#drawLines("begun", palette.begun, 0.95, 2.5 * thin);
  }

  /** Sets the size of the canvas; returns the number of its pixels per CSS pixel. */
  #resize([width, height]) {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      Object.assign(this.#canvas, { width: w, height: h });
    }
    this.#gl.viewport(0, 0, w, h);
    return ratio;
  }

  #setView({ program: id, at }, camera, ratio) {
    const gl = this.#gl;
    const { axes, center, radius, scale, size } = camera;
    gl.useProgram(id);
    const columns = [0, 1, 2].flatMap((column) => axes.map((axis) => axis[column]));
    gl.uniformMatrix3fv(at("uAxes"), false, columns);
    gl.uniform1i(at("uDimensions"), this.#dimensions);
    gl.uniform1i(at("uPoints"), 0);
    gl.uniform1i(at("uMarkOf"), 1);
    gl.uniform3fv(at("uCenter"), center);
    gl.uniform2f(at("uZoom"), (2 * scale) / size[0], (2 * scale) / size[1]);
    gl.uniform2f(at("uHalfSize"), (size[0] * ratio) / 2, (size[1] * ratio) / 2);
    gl.uniform3fv(at("uLow"), center.map((x) => x - FAR * radius));
    gl.uniform3fv(at("uHigh"), center.map((x) => x + FAR * radius));
    gl.uniform3fv(at("uNear"), axes[2].map((x) => Number(x >= 0)));
    gl.uniform1f(at("uDepth"), 1 / (4 * FAR * radius));
    gl.uniform1f(at("uPixels"), scale * ratio);
    gl.uniform1f(at("uLeast"), 1.6 / scale);
  }

  /** Draws plain boxes first, so that they do not hide marked ones. */
  #drawBoxes(palette, { isAsking, ratio }) {
    const gl = this.#gl;
    const { at } = this.#programs.box;
    const isSolid = this.#dimensions === 3;
    const fade = (color, share) => (isSolid ? [...mix(palette.paper, color, share), 1] : [...color, share]);
    const plain = isAsking ? 0.5 : 1;
    const fills = palette.marks.map((color, mark) => fade(color, mark === 0 ? 0.3 * plain : 0.62));
    const strokes = palette.marks.map((color, mark) => fade(color, mark === 0 ? 0.95 * plain : 1));
    gl.uniform4fv(at("uFills"), fills.flat());
    gl.uniform4fv(at("uStrokes"), strokes.flat());
    gl.uniform1f(at("uShade"), Number(isSolid));
    gl.uniform1f(at("uDeepest"), -1);
    gl.uniform1f(at("uBorder"), Math.max(1, ratio));
    if (isSolid) gl.enable(gl.DEPTH_TEST);
    gl.uniform2ui(at("uMarks"), 0, this.#hasMarks ? 0 : LAST_MARK);
    this.#drawFaces("boxes");
    if (this.#hasMarks) {
      // Marked boxes are visible through plain ones.
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.uniform1f(at("uBorder"), 1.5 * Math.max(1, ratio));
      gl.uniform2ui(at("uMarks"), 1, LAST_MARK);
      this.#drawFaces("boxes");
    }
    gl.disable(gl.DEPTH_TEST);
  }

  /** Draws outlines, deep levels first, which come last in the arrays of the engine. */
  #drawNodes(palette, { level, ratio }) {
    const gl = this.#gl;
    // The last visible level has the last color.
    const last = this.#isSketch ? this.#deepest : Math.max(Math.min(level, this.#deepest), 0);
    const { at } = this.#programs.box;
    gl.uniform4fv(at("uFills"), palette.levels.flatMap((color) => [...color, 0]));
    gl.uniform4fv(at("uStrokes"), palette.levels.flatMap((color) => [...color, 0.95]));
    gl.uniform1f(at("uShade"), 0);
    gl.uniform1f(at("uDeepest"), last);
    gl.uniform1f(at("uBorder"), 1.6 * ratio);
    gl.uniform2ui(at("uMarks"), 0, 255);
    this.#drawFaces("nodes");
  }

  /** The visible faces: one in 2D, the three nearer ones in 3D. */
  #drawFaces(name) {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE1);
    this.#marks[name].bind();
    gl.activeTexture(gl.TEXTURE0);
    for (const axis of this.#dimensions === 3 ? [0, 1, 2] : [2]) {
      gl.uniform1i(this.#programs.box.at("uFace"), axis);
      this.#drawItems(name, this.#programs.box);
    }
  }

  #drawLines(name, color, alpha, width) {
    const gl = this.#gl;
    const { at } = this.#programs.line;
    gl.uniform4f(at("uColor"), ...color, alpha);
    gl.uniform1f(at("uWidth"), width);
    this.#drawItems(name, this.#programs.line);
  }

  #drawItems(name, { at }) {
    const [gl, count] = [this.#gl, this.#counts[name]];
    if (!count) return;
    this.#points[name].bind();
    gl.uniform1i(at("uCount"), count);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 6 * Math.min(count, BATCH), Math.ceil(count / BATCH));
  }

  /** Waits until the graphics card has drawn everything, for measurements. */
  finish() {
    this.#gl.readPixels(0, 0, 1, 1, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}

function spacingOf({ bounds, dimensions, count }) {
  const edges = [...Array(dimensions).keys()].map((axis) => bounds[axis + dimensions] - bounds[axis]);
  return (edges.reduce((product, edge) => product * edge, 1) / count) ** (1 / dimensions);
}

function program(gl, vertex, fragment) {
  const id = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(id, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
      throw new Error(`a shader does not compile: ${gl.getShaderInfoLog(shader)}`);
    }
  }
  gl.linkProgram(id);
  const places = new Map();
  const at = (name) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(id, name));
    return places.get(name);
  };
  return { program: id, at };
}
