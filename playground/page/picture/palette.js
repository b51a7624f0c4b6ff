// The colors of the picture from the style sheet, as numbers.

import { isDark } from "../theme.js";

/** Indexed by the engine's marks: plain, ended, begun, answer, first answer. */
const MARKS = ["box", "ended", "begun", "answer", "first"];
const LEVELS = ["level-0", "level-1", "level-2", "level-3", "level-4"];

/** Reads the colors of the current theme. */
export function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const colors = (name) => style.getPropertyValue(`--${name}`).match(/#[0-9a-f]{6}/g);
  const text = (name) => colors(name)[Number(isDark())];
  const color = (name) => parse(text(name));
  return {
    paper: color("paper"),
    marks: MARKS.map(color),
    levels: LEVELS.map(color),
    pair: color("pair"),
    begun: color("begun"),
    ended: color("ended"),
    ink: text("ink"),
    inkSoft: text("ink-soft"),
    line: text("line"),
    answer: text("first"),
    paperText: text("paper"),
    /** The lines of a plot. */
    chosen: text("leaf"),
    compared: text("ink"),
    others: text("control"),
  };
}

/** `#rrggbb` as three numbers from 0 to 1. */
function parse(hex) {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** A color between two others. */
export function mix(a, b, share) {
  return a.map((x, channel) => x + (b[channel] - x) * share);
}
