// The engine in a separate thread: it advances a stage to what the page wants and sends a picture.

import { List, Playground, limits } from "./engine_core.js";
import { load } from "./load.js";

/** How long a replay runs before it checks for newer requests, in milliseconds. */
const SLICE = 100;
/** The largest number of answers that the page lists. */
const LISTED = 200;
/** Statistics, which visit all nodes, are computed once in this number of frames. */
const STATS_EVERY = 20;
/** The least mark of an answer; smaller ones are of events. */
const FIRST_OF_ANSWERS = 3;

let memory;
const files = new Map();
/** The stage, what it shows, and what the page already has. */
let stage;
let shown = {};
let wanted;
let isWorking = false;

const loading = load().then((loaded) => (memory = loaded));

addEventListener("message", ({ data }) => {
  if (data.file) {
    files.clear();
    files.set(data.file.token, data.file);
    return;
  }
  wanted = data;
  if (!isWorking) work();
});

const channel = new MessageChannel();

/** Lets messages arrive, so that only the latest of several requests counts. */
function breathe() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(undefined);
  });
}

async function work() {
  isWorking = true;
  await breathe();
  while (wanted) {
    const want = wanted;
    wanted = undefined;
    try {
      await loading;
      await approach(want);
    } catch (error) {
      const isFatal = !stage || error instanceof WebAssembly.RuntimeError;
      postMessage({ serial: want.serial, problem: error.message, isFatal, actual: actual() });
    }
    await breathe();
  }
  isWorking = false;
}

/** Brings the stage to the wanted state and sends a picture. */
async function approach(want) {
  const started = performance.now();
  let isOver = false;
  openScene(want);
  if (shown.structure !== want.structure) {
    stage.choose(want.structure);
    shown.structure = want.structure;
    shown.stats = undefined;
  }
  stage.race(want.race);
  const notice = remember(want.events);
  if (want.frame !== stage.frame) {
    shown.hasBoxes = false;
    isOver = await seek(want);
    if (wanted && !isOver && stage.frame !== want.frame) return;
  }
  stage.findPairs(want.pairs || want.isTimed);
  stage.showNodes(want.level ?? undefined);
  stage.ask(want.query?.tool ?? "", Float32Array.from(want.query?.numbers ?? []), want.query?.k ?? 0);
  stage.draw();
  send(want, { isOver, notice, busy: performance.now() - started });
}

/** Opens the wanted scene, unless it is on stage. The old one stays if that fails. */
function openScene({ scene, structure }) {
  if (shown.scene?.key === scene.key) return;
  const file = files.get(scene.token);
  const opened = file
    ? Playground.read(file.name, new Uint8Array(file.bytes), structure)
    : Playground.generate(scene.name, scene.dimensions, scene.boxes, scene.seed, structure);
  stage?.free();
  stage = opened;
  shown = { scene, structure, hasBoxes: false };
}

/** Switches the broad phase on or off; returns the reason if it cannot be switched on. */
function remember(events) {
  try {
    if (shown.refused !== shown.scene.key || !events) stage.remember(events);
    return undefined;
  } catch (error) {
    shown.refused = shown.scene.key;
    return error.message;
  }
}

/** Goes to a frame, or as near as possible. Returns whether the recording ended before it. */
async function seek(want) {
  const [earliest] = stage.range;
  if (want.frame < stage.frame && earliest < stage.frame) {
    stage.rewind(Math.max(want.frame, earliest));
  }
  const from = stage.frame;
  let pause = performance.now() + SLICE;
  while (stage.frame < want.frame) {
    if (!stage.forward()) return true;
    if (performance.now() > pause) {
      postMessage({ progress: { from, at: stage.frame, to: want.frame } });
      await breathe();
      if (wanted) return false;
      pause = performance.now() + SLICE;
    }
  }
  return false;
}

/** The current state, if the request could not be fulfilled. */
function actual() {
  return stage && { scene: shown.scene, structure: shown.structure, frame: stage.frame };
}

/** A copy of a list in the module's memory. */
function copy(list, Type) {
  const [start, bytes] = stage.list(list);
  return new Type(memory.buffer.slice(start, start + bytes));
}

/** Leaves the marks of answers alone. */
function hideEvents(marks, [begun, ended]) {
  if (begun + ended === 0) return;
  for (let at = 0; at < marks.length; at += 1) if (marks[at] < FIRST_OF_ANSWERS) marks[at] = 0;
}

function send(want, { isOver, notice, busy }) {
  if (!shown.stats || stage.frame % STATS_EVERY === 0) shown.stats = [...stage.stats];
  const answers = copy(List.Answers, Uint32Array);
  const eventCounts = stage.eventCounts;
  const marks = copy(List.Marks, Uint8Array);
  if (!want.showsEvents) hideEvents(marks, eventCounts);
  const lines = (list, isWanted) => (isWanted ? copy(list, Float32Array) : new Float32Array());
  const picture = {
    ...actual(),
    isOver,
    notice,
    sceneName: stage.name,
    limits: limits(),
    dimensions: stage.dimensions,
    count: stage.length,
    range: stage.range,
    bounds: stage.bounds,
    hash: stage.stateHash,
    times: stage.times,
    lap: stage.lap,
    lapTimes: stage.lapTimes,
    stats: shown.stats,
    pairCount: stage.pairCount,
    eventCounts,
    deepest: stage.deepest,
    answerCount: answers.length,
    answers: answers.slice(0, LISTED),
    reaches: copy(List.Reaches, Float32Array).slice(0, LISTED),
    boxes: shown.hasBoxes ? undefined : copy(List.Boxes, Float32Array),
    marks,
    hasMarks: answers.length > 0 || (want.showsEvents && eventCounts[0] + eventCounts[1] > 0),
    nodes: copy(List.Nodes, Float32Array),
    levels: copy(List.Levels, Uint8Array),
    pairLines: lines(List.PairLines, want.pairs),
    begunLines: lines(List.BegunLines, want.showsEvents),
    endedLines: lines(List.EndedLines, want.showsEvents),
  };
  shown.hasBoxes = true;
  picture.busy = busy;
  const buffers = Object.values(picture).filter(ArrayBuffer.isView).map((view) => view.buffer);
  postMessage({ serial: want.serial, picture }, buffers.filter((buffer) => buffer.byteLength > 0));
}
