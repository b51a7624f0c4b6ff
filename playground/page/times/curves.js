// The time curves of two structures, and what they say in words.

import { setText } from "../controls/legend.js";
import { structureNamed } from "../texts.js";
import { drawCurves } from "./curves-plot.js";
import { Sizes, isMeasured } from "./sizes.js";
import { mean, milliseconds, ratioText } from "./times.js";

/** The least time between redraws, in milliseconds. */
const PAUSE = 150;
/** The number of frames in a point of the curves. */
const SMOOTH = 12;

const $ = (id) => document.getElementById(id);

export class Curves {
  #app;
  #sizes = new Sizes();
  #drawn = 0;

  /** `app` has the settings, the palette and the times of the frames. */
  constructor(app) {
    this.#app = app;
  }

  /** The points of both structures: the number of boxes, and milliseconds. */
  get sizes() {
    return this.#sizes.points;
  }

  /** Whether sizes are timed, which a moving picture would disturb. */
  get isMeasuring() {
    return this.#sizes.isBusy;
  }

  /** Times what the settings ask for; the times of frames come with the pictures. */
  want() {
    const { settings } = this.#app;
    if (settings.compare === null || settings.by !== "boxes") this.#sizes.stop();
    else this.#sizes.want(settings, { onChange: () => this.show(true), onProblem: (text) => this.#app.alert(text) });
  }

  /** Shows the curves, unless that was a moment ago. */
  show(isForced = false) {
    const { palette, settings, times } = this.#app;
    const now = performance.now();
    if (settings.compare === null || (!isForced && now < this.#drawn + PAUSE)) return;
    this.#drawn = now;
    const names = [settings.structure, settings.compare];
    const titles = names.map((name) => structureNamed(name).title);
    const samples = names.map((name) => times.samples(name));
    const isByFrame = settings.by === "frames";
    const shown = isByFrame ? samples.map(smoothed) : this.#sizes.points;
    const colors = [palette.chosen, palette.compared];
    drawCurves($("curves"), palette, settings.by, shown.map((points, side) => ({ points, color: colors[side] })));
    const means = samples.map((list) => (isByFrame && list.length > 0 ? `${milliseconds(mean(list, "sum"))} ms` : ""));
    setText($("title-a"), `${titles[0]} ${means[0]}`.trim());
    setText($("time-b"), means[1]);
    setText($("curves-text"), isByFrame ? this.#byFrame(titles, names) : this.#bySize(titles));
  }

  #byFrame(titles, names) {
    const ratio = this.#app.times.ratio(...names);
    if (ratio !== undefined) return comparison(titles, ratio);
    return this.#app.isPlaying ? "Timing…" : "Press play to time both";
  }

  #bySize(titles) {
    const { isDone } = this.#sizes;
    const largest = this.#sizes.largest();
    if (!largest) return isDone ? "" : "Timing…";
    const { boxes, own, other } = largest;
    const where = isMeasured(this.#app.settings.scene) ? "" : " of the scene “uniform”";
    const text = own > 0 && other > 0 ? comparison(titles, other / own) : "both are faster than the clock of this browser";
    return `${isDone ? "" : "Timing… "}${boxes.toLocaleString("en")} boxes${where}: ${text}`;
  }
}

/** Which of two is faster, and by which factor. `ratio` is the time of the second per time of the first. */
function comparison([first, second], ratio) {
  const [fast, slow] = ratio >= 1 ? [first, second] : [second, first];
  return `${fast} is ${ratioText(Math.max(ratio, 1 / ratio))} as fast as ${inSentence(slow)}`;
}

/** A title within a sentence. */
function inSentence(title) {
  return title.startsWith("KD") ? title : title[0].toLowerCase() + title.slice(1);
}

/** Points of frames and running means, which are finer than the rounded clocks of browsers. */
function smoothed(samples) {
  return samples.map(({ frame }, index) => {
    const recent = samples.slice(Math.max(0, index + 1 - SMOOTH), index + 1);
    return [frame, mean(recent, "sum")];
  });
}
