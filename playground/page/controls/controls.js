// The controls of the page: their actions on the app, and their display of its state.

import { QUESTIONS } from "../query.js";
import { LAYERS, SIZES, isFile } from "../settings.js";
import { SCENES, STRUCTURES, dimensionsOf, structureNamed } from "../texts.js";
import { milliseconds } from "../times/times.js";
import { Answers } from "./answers.js";
import { Legend } from "./legend.js";
import { Proof } from "./proof.js";

const PLAY = "M4 2.5 13 8l-9 5.5z";
const PAUSE = "M4 3h3v10H4zm5 0h3v10H9z";

const $ = (id) => document.getElementById(id);
const count = (number) => number.toLocaleString("en");

export class Controls {
  #answers = new Answers($("answers"), $("answer-count"));
  #legend = new Legend($("legend"));
  #proof = new Proof($("ratio"), $("ratio-text"));

  /** `app` has a method for every action of a control. */
  constructor(app) {
    fillScenes($("scene"));
    fillStructures($("structure"));
    fillStructures($("compare-with"));
    const onInput = (id, act) => $(id).addEventListener("input", () => act($(id)));
    const onClick = (id, act) => $(id).addEventListener("click", act);
    onInput("scene", ({ value }) => app.setScene({ scene: value }));
    onInput("size", ({ value }) => app.setScene({ boxes: SIZES[value] }));
    $("seed").addEventListener("change", ({ target }) => app.setScene({ seed: seedOf(target) }));
    onInput("dimensions", (set) => app.setScene({ dimensions: Number(checked(set)) }));
    onInput("structure", ({ value }) => app.set({ structure: value }));
    onInput("tools", (set) => app.setTool(checked(set)));
    for (const layer of LAYERS) {
      onInput(`show-${layer}`, ({ checked: isOn }) => app.show(layer, isOn));
    }
    onInput("level", ({ value }) => app.set({ level: Number(value) }));
    onInput("k", ({ value }) => app.set({ k: Number(value) }));
    onInput("race", ({ checked: isOn }) => app.set({ race: isOn }));
    onInput("compare-with", ({ value }) => app.compare(value));
    onInput("compare-by", (set) => app.set({ by: checked(set) }));
    onInput("timeline", ({ value }) => app.goTo(Number(value)));
    onClick("play", () => app.togglePlay());
    onClick("back", () => app.goTo(app.target - 1));
    onClick("forward", () => app.goTo(app.target + 1));
    onClick("reset", () => app.setScene({}));
    onClick("zoom-in", () => app.zoom(1.25));
    onClick("zoom-out", () => app.zoom(0.8));
    onClick("zoom-fit", () => app.fit());
    onClick("many", () => app.dropMany());
    onClick("compare-open", () => app.compare(app.settings.compare ? null : firstCompared(app.settings)));
    onClick("copy-link", () => copyLink(app, $("copy-link")));
    onClick("open-help", () => $("help").showModal());
    onClick("alert-close", () => this.alert(""));
  }

  /** Shows a message until it is dismissed or replaced; hides it if it is empty. */
  alert(text) {
    $("alert-text").textContent = text;
    $("alert").hidden = text === "";
  }

  /** Shows a long operation; hides it if the text is empty. */
  loading(text) {
    $("loading").hidden = text === "";
    $("loading").firstElementChild.textContent = text;
  }

  /** Announces a text to screen readers. */
  say(text) {
    if ($("status").textContent !== text) $("status").textContent = text;
  }

  /** Shows the settings. */
  showSettings(settings) {
    const { scene, show, tool } = settings;
    showScene(settings);
    $("structure").value = settings.structure;
    const structure = structureNamed(settings.structure);
    $("structure-text").textContent = structure.text.join(" ");
    $("nodes-label").textContent = structure.nodes;
    for (const layer of LAYERS) $(`show-${layer}`).checked = show.has(layer);
    $("level").value = settings.level;
    $("level-text").textContent = settings.level;
    $("race").checked = settings.race;
    document.querySelector(`[name="tool"][value="${tool}"]`).checked = true;
    $("canvas").dataset.tool = tool;
    $("question-text").textContent = QUESTIONS[tool];
    $("k-row").hidden = tool !== "nearest";
    $("k").value = settings.k;
    $("k-text").textContent = settings.k;
    $("events").hidden = !show.has("events");
    showCompare(settings);
    $("size").disabled = isFile(scene);
    $("seed").disabled = isFile(scene);
  }

  /** Shows whether the scene is playing. */
  showPlaying(isPlaying) {
    $("play-icon").setAttribute("d", isPlaying ? PAUSE : PLAY);
    $("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  }

  /** Shows the time of the chosen structure beside that of brute force. */
  showProof(proof, picture, settings, state) {
    if (picture) this.#proof.show(proof, picture, settings, state);
  }

  /** Shows the numbers of a picture. */
  showPicture(picture, settings) {
    const { range, frame } = picture;
    Object.assign($("timeline"), { min: range[0], max: Math.max(range[1], range[0] + 1), value: frame });
    $("timeline").setAttribute("aria-valuetext", `frame ${frame}, remembered from ${range[0]} to ${range[1]}`);
    $("timeline").disabled = range[0] === range[1];
    $("back").disabled = frame <= range[0];
    $("frame-number").innerHTML = `<span class="word">Frame </span>${count(frame)}`;
    $("size-text").textContent = count(picture.count);
    $("pair-count").textContent = picture.pairCount === undefined ? "" : count(picture.pairCount);
    $("begun-count").textContent = count(picture.eventCounts[0]);
    $("ended-count").textContent = count(picture.eventCounts[1]);
    $("hash").textContent = picture.hash ?? "";
    $("level").disabled = picture.deepest < 0 || picture.isSketch;
    if (picture.deepest > 0) $("level").max = Math.max(picture.deepest, settings.level);
    $("notice").textContent = noticeOf(picture, settings);
    $("structure-facts").textContent = factsOf(picture);
    this.#legend.show(picture, settings);
    this.#answers.show(picture, settings);
  }

  /** Shows the times of the page and the engine. */
  showMeter({ drawn, moved, page, engine }) {
    const [own, other] = [page, engine].map(milliseconds);
    $("meter").textContent = `The last second: ${drawn} pictures, ${moved} new frames. The last frame took ${own} ms on the page and ${other} ms in the engine, which has a thread of its own. Browsers round times to 0.1 ms or more.`;
  }
}

async function copyLink(app, button) {
  app.onChange({ isNow: true });
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    app.alert("The link is in the address bar: this browser does not let the page copy it.");
  }
  setTimeout(() => (button.textContent = "Copy link"), 1500);
}

function fillScenes(select) {
  for (const [label, scenes] of SCENES) {
    const group = document.createElement("optgroup");
    group.label = label;
    group.append(...scenes.map(([name, text]) => new Option(text, name)));
    select.append(group);
  }
}

function fillStructures(select) {
  select.append(...STRUCTURES.map(({ name, title }) => new Option(title, name)));
}

function showScene({ scene, dimensions, boxes, seed }) {
  const select = $("scene");
  select.querySelector("[data-file]")?.remove();
  if (isFile(scene)) {
    const option = new Option(`File: ${scene.slice("file:".length)}`, scene);
    option.dataset.file = "";
    select.prepend(option);
  }
  select.value = scene;
  const allowed = isFile(scene) ? [dimensions] : dimensionsOf(scene);
  for (const radio of document.querySelectorAll('[name="dimensions"]')) {
    radio.checked = Number(radio.value) === dimensions;
    radio.disabled = !allowed.includes(Number(radio.value));
  }
  const size = SIZES.findIndex((size) => size >= boxes);
  $("size").value = size < 0 ? SIZES.length - 1 : size;
  $("size").setAttribute("aria-valuetext", `${count(boxes)} boxes`);
  $("seed").value = seed;
}

function checked(set) {
  return set.querySelector(":checked").value;
}

function seedOf(input) {
  const seed = Math.trunc(Number(input.value));
  return Math.min(Math.max(Number.isFinite(seed) ? seed : 1, 0), 2 ** 32 - 1);
}

function noticeOf({ notice, pairCount, limits, deepest }, { show }) {
  const [, maxPairs, maxLines, maxBruteForce] = limits;
  const notices = [];
  if (notice && show.has("events")) notices.push(`No events: ${notice}.`);
  if (show.has("pairs") && pairCount === undefined) {
    notices.push(`Brute force finds the pairs of at most ${count(maxBruteForce)} boxes on this page.`);
  } else if (pairCount >= maxPairs) {
    notices.push(`There are more pairs: the page stops at ${count(maxPairs)}.`);
  }
  if (show.has("pairs") && pairCount > maxLines) notices.push(`The first ${count(maxLines)} pairs are drawn.`);
  if (show.has("nodes") && deepest < 0) {
    notices.push("A scene this small needs no levels.");
  }
  return notices.join(" ");
}

function factsOf({ stats: [nodes, height, bytes], count: boxes }) {
  const levels = height > 0 ? `${count(nodes)} nodes · height ${height} · ` : "";
  return `${levels}${(bytes / boxes).toFixed(0)} bytes a box`;
}

/** The structure that stands beside the chosen one at first. */
function firstCompared({ structure, boxes }) {
  const all = boxes > 10_000 ? ["pencil-sweep", "dynamic-tree"] : ["brute-force", "pencil-sweep"];
  return all.find((name) => name !== structure);
}

function showCompare({ compare, by, embed }) {
  const { dataset } = document.body;
  const isOn = compare !== null;
  if (isOn) dataset.compare = by;
  else delete dataset.compare;
  if (embed) dataset.embed = "";
  else delete dataset.embed;
  $("compare-open").setAttribute("aria-pressed", String(isOn));
  $("compare-open").classList.toggle("primary", isOn);
  if (isOn) $("compare-with").value = compare;
  document.querySelector(`[name="by"][value="${by}"]`).checked = true;
}
