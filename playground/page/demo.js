// The page as a demonstration: a pile that has come to rest falls again, until the visitor acts.

/** The number of frames between checks. */
const EVERY = 45;
/** A coordinate moves if it changes by more than this share of a box. */
const MOVED = 0.02;
/** At rest, at most this share of the coordinates moves. */
const FEW = 0.003;

export class Demo {
  #before;
  #frame = 0;
  #isOn = true;

  constructor() {
    for (const type of ["pointerdown", "keydown", "wheel", "input"]) {
      addEventListener(type, ({ target }) => (this.#isOn &&= target.closest?.("#play") != null), { capture: true, passive: true });
    }
  }

  /** Whether the pile of a picture has come to rest in front of a visitor who only watches. */
  isOver({ boxes, frame, scene }, { embed }) {
    if (scene.name !== "pile" || !(this.#isOn || embed)) return false;
    if (frame < this.#frame) this.#before = undefined;
    if (this.#before && frame < this.#frame + EVERY) return false;
    const before = this.#before;
    [this.#before, this.#frame] = [boxes, frame];
    const isOver = before?.length === boxes.length && isAtRest(before, boxes);
    if (isOver) this.#before = undefined;
    return isOver;
  }
}

function isAtRest(before, boxes) {
  let moved = 0;
  for (let at = 0; at < boxes.length; at += 1) moved += Math.abs(boxes[at] - before[at]) > MOVED;
  return moved < FEW * boxes.length;
}
