// The list of the answers to a query, by rank.

/** The least time between updates, in milliseconds. */
const PAUSE = 120;
const MAX_LISTED = 100;

const count = (number) => number.toLocaleString("en");

export class Answers {
  #list;
  #title;
  #shown = 0;
  #later;

  constructor(list, title) {
    this.#list = list;
    this.#title = title;
  }

  /** Lists the answers of a picture, soon if the last list is recent. */
  show(picture, { tool }) {
    const { answerCount, answers, reaches } = picture;
    const word = answerCount === 1 ? "box" : "boxes";
    this.#title.textContent = tool === "view" ? "" : `${count(answerCount)} ${word}`;
    // An older picture may be waiting to be listed.
    clearTimeout(this.#later);
    const now = performance.now();
    if (now < this.#shown + PAUSE && answerCount > 0) {
      this.#later = setTimeout(() => this.show(picture, { tool }), PAUSE);
      return;
    }
    this.#shown = now;
    const rows = [...answers.subarray(0, MAX_LISTED)].map((id, index) => [index + 1, `Box ${id}`, reachOf(tool, reaches[index])]);
    if (answerCount > rows.length) rows.push(["", "…", `and ${count(answerCount - rows.length)} more`]);
    this.#list.replaceChildren(...rows.map(item));
  }
}

function reachOf(tool, reach) {
  if (tool === "ray") return `at ${(100 * reach).toFixed(1)} %`;
  if (tool === "nearest") return reach === 0 ? "inside" : `distance ${reach.toPrecision(3)}`;
  return "";
}

function item(parts) {
  const row = document.createElement("li");
  for (const part of parts) {
    const span = document.createElement("span");
    span.textContent = part;
    row.append(span);
  }
  return row;
}
