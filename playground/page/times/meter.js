// The numbers of pictures and frames in the last second, and the cost of each.

const PAUSE = 500;

export class Meter {
  #pictures = [];
  #frames = [];
  #page = 0;
  #load = 0;
  #engine = 0;
  #shown = 0;

  /** Records a frame that was taken over: milliseconds of the page and of the engine. */
  loaded(page, engine) {
    note(this.#frames);
    this.#load = page;
    this.#engine = engine;
  }

  /** Records a picture that was drawn: milliseconds of the page. */
  drawn(page) {
    note(this.#pictures);
    this.#page = page + this.#load;
    this.#load = 0;
  }

  /** Shows the numbers, unless they were shown a moment ago. */
  show(callback) {
    const now = performance.now();
    if (now < this.#shown + PAUSE) return;
    this.#shown = now;
    const [drawn, moved] = [this.#pictures.length, this.#frames.length];
    callback({ drawn, moved, page: this.#page, engine: this.#engine });
  }
}

/** Adds the current moment to the moments of the last second. */
function note(moments) {
  const now = performance.now();
  moments.push(now);
  while (now - moments[0] > 1000) moments.shift();
}
