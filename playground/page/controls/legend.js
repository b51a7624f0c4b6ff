// The legend of the picture: the name, the color and the number of everything that is drawn.

import { structureNamed } from "../texts.js";

const count = (number) => number.toLocaleString("en");

/** Shows what is drawn in a list. */
export class Legend {
  #items = new Map();

  constructor(list) {
    for (const kind of ["box", "pair", "begun", "ended", "nodes", "answer"]) {
      const item = document.createElement("li");
      const swatch = document.createElement("i");
      const [name, number] = [document.createElement("span"), document.createElement("b")];
      swatch.className = `swatch ${kind}`;
      item.append(swatch, name, number);
      list.append(item);
      this.#items.set(kind, { item, name, number });
    }
  }

  show(picture, settings) {
    const entries = entriesOf(picture, settings);
    for (const [kind, { item, name, number }] of this.#items) {
      const entry = entries[kind];
      item.hidden = entry === undefined;
      if (!entry) continue;
      setText(name, entry[0]);
      setText(number, entry[1] === undefined ? "" : count(entry[1]));
    }
  }
}

/** The name and the number of each entry that the picture needs. */
function entriesOf({ count: boxes, pairCount, eventCounts, answerCount, deepest }, { show, tool, structure, compare }) {
  const entries = {};
  if (show.has("boxes")) entries.box = ["Boxes", boxes];
  if (show.has("pairs") && pairCount !== undefined) entries.pair = ["Pairs that overlap", pairCount];
  if (show.has("events")) {
    entries.begun = ["Begun", eventCounts[0]];
    entries.ended = ["Ended", eventCounts[1]];
  }
  if (show.has("nodes") && deepest >= 0) entries.nodes = [nodesOf(structure, compare)];
  if (tool !== "view") entries.answer = [tool === "box" ? "Answers" : "Answers, by rank", answerCount];
  return entries;
}

/** What the outlines of one structure or two are. */
function nodesOf(...structures) {
  const shorts = structures.filter(Boolean).map((name) => structureNamed(name)).map(({ nodes, short = nodes }) => short);
  return [...new Set(shorts)].join(" · ");
}

/** Changes the text only if it differs, since this is called for every picture. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
