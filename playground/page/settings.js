// The user's settings, and their form in a link.

import { SCENES, STRUCTURES, dimensionsOf } from "./texts.js";

/** The sizes that the slider offers. */
export const SIZES = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
export const LAYERS = ["boxes", "nodes", "pairs", "events"];
export const TOOLS = ["view", "ray", "box", "nearest"];
/** The most boxes of a scene whose boxes all overlap. */
const MAX_IDENTICAL = 1000;

const SCENE_NAMES = SCENES.flatMap(([, scenes]) => scenes.map(([name]) => name));
const STRUCTURE_NAMES = STRUCTURES.map(({ name }) => name);

export function defaults() {
  return {
    scene: "pile",
    dimensions: 2,
    boxes: 2000,
    seed: 1,
    structure: "pencil-sweep",
    show: new Set(["boxes", "pairs"]),
    level: 4,
    race: true,
    tool: "view",
    /** The coordinates of one or two points. */
    query: [],
    k: 8,
    frame: 0,
    /** The camera; `null` to show everything. */
    view: null,
    /** The structure beside the chosen one; `null` to show one alone. */
    compare: null,
    /** The horizontal axis of the compared times. */
    by: "frames",
    /** Whether the page is a part of another one: scene, legend and ratio. */
    embed: false,
  };
}

/** Adjusts the dimensions and the size to what the scene supports. */
export function fitScene(settings) {
  const dimensions = dimensionsOf(settings.scene);
  if (!dimensions.includes(settings.dimensions)) [settings.dimensions] = dimensions;
  if (settings.scene === "identical") settings.boxes = Math.min(settings.boxes, MAX_IDENTICAL);
}

/** The settings as the part of a link after `#`. */
export function toHash(settings) {
  const numbers = (list) => list.map((x) => String(Number(x.toPrecision(7)))).join(",");
  const entries = {
    scene: settings.scene,
    dim: settings.dimensions,
    n: settings.boxes,
    seed: settings.seed,
    structure: settings.structure,
    show: [...settings.show].join(","),
    level: settings.level,
    race: Number(settings.race),
    tool: settings.tool,
    query: numbers(settings.query),
    k: settings.k,
    frame: settings.frame,
    view: settings.view ? numbers(settings.view) : "",
    compare: settings.compare ?? "",
    by: settings.compare ? settings.by : "",
    embed: settings.embed ? 1 : "",
  };
  const filled = Object.entries(entries).filter(([, value]) => value !== "");
  return filled.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** Readers of the entries of a link: each returns a value, or `undefined` if it is invalid. */
const READERS = {
  scene: ["scene", (text) => (isFile(text) ? text : oneOf(SCENE_NAMES)(text))],
  dim: ["dimensions", whole(2, 3)],
  n: ["boxes", whole(1, 1_000_000)],
  seed: ["seed", whole(0, 2 ** 32 - 1)],
  structure: ["structure", oneOf(STRUCTURE_NAMES)],
  show: ["show", layers],
  level: ["level", whole(0, 40)],
  race: ["race", (text) => (["0", "1"].includes(text) ? text === "1" : undefined)],
  tool: ["tool", oneOf(TOOLS)],
  query: ["query", numbers],
  k: ["k", whole(1, 64)],
  frame: ["frame", whole(0, 100_000)],
  view: ["view", numbers],
  compare: ["compare", oneOf(STRUCTURE_NAMES)],
  by: ["by", oneOf(["frames", "boxes"])],
  embed: ["embed", (text) => (["", "1"].includes(text) ? true : undefined)],
};

/** The settings of a link, with defaults for missing entries, and its problems. */
export function fromHash(hash) {
  const [settings, problems] = [defaults(), []];
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const [setting, read] = READERS[name] ?? [];
    const value = read?.(text);
    if (value === undefined) problems.push(`${name}=${text}`);
    else settings[setting] = value;
  }
  fitScene(settings);
  return { settings, problems };
}

/** Whether a scene is a file, which a link names but does not contain. */
export function isFile(scene) {
  return scene.startsWith("file:");
}

function oneOf(names) {
  return (text) => (names.includes(text) ? text : undefined);
}

function whole(least, most) {
  return (text) => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
  };
}

function numbers(text) {
  const list = text.split(",").map(Number);
  return text !== "" && list.length <= 7 && list.every(Number.isFinite) ? list : undefined;
}

function layers(text) {
  const names = text.split(",").filter((name) => name !== "");
  return names.every((name) => LAYERS.includes(name)) ? new Set(names) : undefined;
}
