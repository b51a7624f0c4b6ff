// The page as a demonstration: its first screen, two structures side by side, and the form that
// other pages embed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ink, open, picture, settled } from "./browser.js";

let browser;
before(async () => (browser = await open()));
after(() => browser.close());

const SIZES = [[1280, 800], [390, 844], [844, 390]];
const PILE = "#scene=pile&n=300&frame=0&structure=dynamic-tree";

const text = (page, id) => page.locator(`#${id}`).innerText();
const legend = (page) => page.locator("#legend li:visible").allInnerTexts();

const play = async (page, frame) => {
  await page.click("#play");
  await page.waitForFunction((last) => globalThis.playground.picture.frame >= last, frame);
  await page.click("#play");
  await settled(page);
};

test("the first screen says what this is, and begins calmly", async () => {
  for (const [width, height] of SIZES) {
    const page = await browser.page({ width, height });
    assert.deepEqual(await page.evaluate(() => [...globalThis.playground.settings.show]), ["boxes", "pairs"]);
    assert.deepEqual((await legend(page)).map((item) => item.replace(/\s*[\d,]+$/, "")), ["Boxes", "Pairs that overlap"]);
    for (const part of [".purpose", ".links a >> nth=0", ".links a >> nth=1", "#legend", "#ratio-text", "#canvas", "#many"]) {
      const { x, y, width: w, height: h } = await page.locator(part).boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, `${part} at ${width} × ${height}`);
    }
    const { width: w, height: h } = await page.locator("#canvas").boundingBox();
    assert.ok(Math.min(w, h) >= 270, `a scene of ${w} × ${h} at ${width} × ${height}`);
    await page.end();
  }
});

/** States of the page: a link, and the canvases that draw something. */
const STATES = [
  [PILE, ["canvas"]],
  [`${PILE}&tool=nearest&query=9,9`, ["canvas", "overlay"]],
  [`${PILE}&compare=orthtree`, ["canvas", "canvas-b", "curves"]],
  [`${PILE}&compare=brute-force&by=boxes&show=nodes`, ["canvas", "canvas-b", "curves"]],
  [`${PILE}&embed`, ["canvas"]],
  [`${PILE}&embed&compare=pencil-sweep&show=nodes`, ["canvas", "canvas-b", "curves"]],
];

/** The elements at points of a canvas, other than itself. */
function covers(page, id) {
  return page.evaluate((name) => {
    const { left, top, right, bottom } = document.getElementById(name).getBoundingClientRect();
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    const points = shares.flatMap((u) => shares.map((v) => [left + u * (right - left), top + v * (bottom - top)]));
    // Points below the window have no element.
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y)).filter(Boolean);
    return [...new Set(hits.map((hit) => hit.id || hit.tagName))].filter((hit) => hit !== name);
  }, id);
}

test("every state draws in both themes, and nothing covers the scene", async () => {
  for (const [width, height] of SIZES) {
    for (const [hash, canvases] of STATES) {
      const page = await browser.page({ width, height, hash });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await settled(page);
        for (const id of canvases) assert.ok((await ink(page, id)) > 0.001, `${id} of ${hash}, ${colorScheme}`);
      }
      for (const id of canvases.filter((name) => name.startsWith("canvas"))) {
        assert.deepEqual(await covers(page, id), [], `${id} of ${hash} at ${width} × ${height}`);
        const { width: w, height: h } = await page.locator(`#${id}`).boundingBox();
        assert.ok(Math.min(w, h) >= 90, `${hash}: a scene of ${w} × ${h} at ${width} × ${height}`);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${hash}: ${overflow} px too wide`);
      await page.end();
    }
  }
});

test("a button drops 10,000 bodies, and brute force is timed beside them", async () => {
  const page = await browser.page({ hash: "#scene=uniform&n=50&frame=0&structure=brute-force&show=boxes" });
  await page.click("#many");
  await page.waitForFunction(() => /as fast as brute force/.test(document.getElementById("ratio-text").innerText));
  await page.click("#play");
  const { count, frame, sceneName } = await picture(page);
  assert.ok(count === 10_000 && frame > 0 && sceneName === "pile");
  assert.ok(Number.parseFloat(await text(page, "ratio")) > 2, await text(page, "ratio"));
  await page.end();
});

test("a pile at rest falls again for a visitor who only watches", async () => {
  const page = await browser.page({ hash: "#scene=pile&n=50&frame=0&show=boxes&race=0" });
  await page.click("#play");
  await page.waitForFunction(() => globalThis.playground.picture.frame > 100);
  const last = await page.evaluate(() => new Promise((done) => {
    let before = 0;
    const look = () => {
      const { frame } = globalThis.playground.picture;
      if (frame < before) done(before);
      before = frame;
      requestAnimationFrame(look);
    };
    look();
  }));
  await page.press("#canvas", "+");
  // It is at rest again by then, and was checked once more.
  await page.waitForFunction((frame) => globalThis.playground.picture.frame > frame, last + 50);
  await page.end();
});

test("two structures play side by side", async () => {
  const page = await browser.page({ hash: PILE });
  await page.click("#compare-open");
  await page.selectOption("#compare-with", "orthtree");
  await play(page, 40);
  const second = () => page.evaluate(() => {
    const { boxes, frame, structure, pairCount } = globalThis.playground.compared;
    const own = globalThis.playground.picture;
    return { frame, structure, pairCount, isSame: boxes.every((x, at) => x === own.boxes[at]) };
  });
  const { frame, pairCount } = await picture(page);
  assert.deepEqual(await second(), { frame, structure: "orthtree", pairCount, isSame: true });
  assert.match(await text(page, "curves-text"), / is [\d.,]+× as fast as |faster than the clock/);
  assert.match(page.url(), /compare=orthtree&by=frames/);
  await page.click("#back");
  assert.equal((await picture(page)).frame, frame - 1);
  assert.deepEqual((await second()).frame, frame - 1, "both go back");

  const other = await browser.page({ hash: new URL(page.url()).hash });
  assert.equal(await other.locator("#compare-with").inputValue(), "orthtree");
  await other.end();
  const [one, two] = await page.locator(".frame:visible").evaluateAll((all) => all.map((frameBox) => frameBox.getBoundingClientRect().toJSON()));
  assert.deepEqual([one.width, one.height], [two.width, two.height]);
  await page.click("#compare-open");
  await settled(page);
  assert.equal(await page.locator("#canvas-b").isVisible(), false);
  await page.end();
});

test("two structures are timed with 100 to 100,000 boxes", async () => {
  const page = await browser.page({ hash: `${PILE}&compare=brute-force` });
  await page.locator('[name="by"][value="boxes"]').check();
  await page.waitForFunction(() => /^10,000 boxes/.test(document.getElementById("curves-text").innerText));
  const points = await page.evaluate(() => globalThis.playground.sizes);
  const sizes = points.map((list) => list.map(([boxes]) => boxes));
  assert.deepEqual(sizes[0], [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]);
  assert.deepEqual(sizes[1], sizes[0].slice(0, 7), "brute force stops at 10,000");
  assert.ok(points.flat().every(([, ms]) => ms > 0));
  assert.match(await text(page, "curves-text"), /scene “uniform”: Dynamic tree is [\d.,]+× as fast as brute force$/);
  await page.end();
});

test("another page embeds the scene, the legend and the ratio", async () => {
  const page = await browser.page({ hash: `${PILE}&embed`, width: 700, height: 420 });
  for (const part of [".bar", ".toolbar", "#scene", "#timeline"]) assert.equal(await page.locator(part).isVisible(), false, part);
  for (const part of ["#canvas", "#legend", "#ratio-text", "#play", "#structure"]) assert.ok(await page.locator(part).isVisible(), part);
  await play(page, 5);
  await page.selectOption("#structure", "kd-sweep");
  assert.equal((await picture(page)).structure, "kd-sweep");
  assert.match(page.url(), /embed$/, "the address stays");
  const { scale } = await page.evaluate(() => ({ scale: globalThis.playground.camera.scale }));
  await page.locator("#canvas").hover();
  await page.mouse.wheel(0, 200);
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.playground.camera.scale), scale, "the wheel scrolls the outer page");
  const href = await page.locator("#open-page").evaluate((link) => link.href);
  await page.end();
  assert.match(href, /#scene=pile/);
  assert.doesNotMatch(href, /embed/);
  const whole = await browser.page({ hash: new URL(href).hash });
  assert.ok(await whole.locator("#scene").isVisible());
  assert.equal((await picture(whole)).count, 300);
  await whole.end();
});
