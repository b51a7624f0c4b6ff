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
  "first": ["", playUntil(170)],
  "many": ["", dropMany],
  "levels": ["#scene=clustered&n=500&frame=1&structure=orthtree&level=5&show=boxes,nodes,pairs", async () => {}],
  "sketch": ["#scene=uniform&n=1000&frame=3&structure=pencil-sweep&show=boxes,nodes", async () => {}],
  "events-and-answers": [`#scene=pile&n=500&frame=70&structure=settled-tree&level=1&tool=nearest&k=12&${ALL}`, scrollTo("#question")],
  "solid-and-ray": ["#scene=surface&dim=3&n=2000&frame=0&structure=packed-tree&level=1&tool=ray&show=boxes,nodes", async () => {}],
  "compare": ["#scene=pile&n=1000&frame=150&structure=dynamic-tree&compare=brute-force&level=4&show=boxes,nodes", playUntil(200)],
  "embed": ["#embed", playUntil(170)],
  "help": [`#scene=uniform&n=200&frame=1&${ALL}`, async (page) => page.click("#open-help")],
  "message": ["#scene=swamp&n=50&frame=0", async () => {}],
};

function playUntil(frame) {
  return async (page) => {
    await page.click("#play");
    await page.waitForFunction((last) => globalThis.playground.picture.frame >= last, frame);
    await page.click("#play");
  };
}

async function dropMany(page) {
  await page.click("#many");
  await page.waitForFunction(() => globalThis.playground.picture.count === 10_000 && globalThis.playground.picture.frame > 60);
  await page.click("#play");
}

function scrollTo(selector) {
  return (page) => page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "end" }));
}

for (const [name, [hash, prepare]] of Object.entries(VIEWS)) {
  test(`the view ${name} in both themes and three sizes`, async () => {
    for (const [width, height] of [[1280, 800], [390, 844], [844, 390]]) {
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
