// Screenshots of every view, for a person to inspect.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { open, picture, shoot } from "./browser.js";

let browser;
before(async () => (browser = await open()));
after(() => browser.close());

const ALL = "show=boxes,nodes,pairs,events";

/** Each view: a link, and the actions before the screenshot. */
const VIEWS = {
  "pile": ["#scene=pile&n=500&frame=70&structure=dynamic-tree&level=4", async () => {}],
  "cells-and-ray": ["#scene=clustered&n=500&frame=1&structure=orthtree&level=5&tool=ray&show=boxes,nodes", async () => {}],
  "cuts-and-box": ["#scene=log-normal&n=300&frame=1&structure=kd-sweep&level=2&tool=box&show=boxes,nodes,pairs", async () => {}],
  "solid-and-nearest": ["#scene=surface&dim=3&n=2000&frame=0&structure=packed-tree&level=1&tool=nearest&k=20&show=boxes,nodes", async () => {}],
  "question": [`#scene=uniform&n=200&frame=2&structure=settled-tree&level=2&tool=nearest&k=12&${ALL}`, scrollTo("#question")],
  "times": [`#scene=brownian&n=500&frame=0&structure=pencil-sweep&${ALL}`, playThenScrollTo("#plot")],
  "help": [`#scene=uniform&n=200&frame=1&${ALL}`, async (page) => page.click("#open-help")],
  "message": ["#scene=swamp&n=50&frame=0", async () => {}],
};

function scrollTo(selector) {
  return (page) => page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "end" }));
}

function playThenScrollTo(selector) {
  return async (page) => {
    await page.click("#play");
    await page.waitForFunction(() => globalThis.playground.picture.frame > 40);
    await page.click("#play");
    await scrollTo("#meter")(page);
    assert.ok(await page.locator(selector).isVisible());
  };
}

for (const [name, [hash, prepare]] of Object.entries(VIEWS)) {
  test(`the view ${name} in both themes and sizes`, async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const page = await browser.page({ hash, width, height });
      await prepare(page);
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await shoot(page, `${name}-${width}-${theme}`);
      }
      await page.end();
    }
  });
}

test("100,000 boxes", async () => {
  // Without lines, which are slow to draw with a processor.
  const page = await browser.page({ hash: "#scene=uniform&n=100000&frame=0&structure=pencil-sweep&show=boxes&race=1" });
  await page.click("#forward");
  const { count, pairCount, frame } = await picture(page);
  assert.deepEqual([count, frame], [100_000, 1]);
  assert.ok(pairCount > 250_000);
  await shoot(page, "100000-boxes");
  await page.end();
});
