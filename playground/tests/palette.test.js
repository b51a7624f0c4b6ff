// The colors of the picture: what differs in meaning differs in color, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const css = readFileSync(fileURLToPath(new URL("../page/styles/palette.css", import.meta.url)), "utf8");
/** Colors by meaning. Those of one meaning may resemble each other. */
const MEANINGS = {
  boxes: ["box"],
  pairs: ["pair"],
  begun: ["begun"],
  ended: ["ended"],
  answers: ["answer", "first"],
  levels: ["level-0", "level-1", "level-2", "level-3", "level-4"],
};
/** The least distance of two meanings in OKLab; just noticeable is 0.02. */
const LEAST = 0.1;

function colorOf(name, theme) {
  const [, light, dark] = css.match(new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`));
  return oklab(theme === "light" ? light : dark);
}

/** OKLab coordinates of `#rrggbb` (Ottosson 2020). */
function oklab(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const x = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

for (const theme of ["light", "dark"]) {
  test(`no two meanings share a color in the ${theme} theme`, () => {
    const colors = Object.entries(MEANINGS).flatMap(([meaning, names]) =>
      names.map((name) => ({ meaning, name, at: colorOf(name, theme) })),
    );
    for (const one of colors) {
      for (const other of colors.filter(({ meaning }) => meaning !== one.meaning)) {
        const distance = Math.hypot(...one.at.map((x, axis) => x - other.at[axis]));
        assert.ok(distance >= LEAST, `${one.name} and ${other.name}: ${distance.toFixed(3)}`);
      }
    }
  });
}
