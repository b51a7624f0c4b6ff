// Chromium, with pages of the playground.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { serve } from "./server.js";

const here = fileURLToPath(new URL("..", import.meta.url));
const SHOTS = process.env.PLAYGROUND_SCREENSHOTS ?? join(here, "target/screenshots");
/** The time limit of every step on a busy machine, in milliseconds. */
const PATIENCE = 120_000;
const ARGUMENTS = [
  "--no-sandbox",
  "--no-first-run",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Machines without a graphics card draw with the processor.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** A browser and a server, for all tests of a file. */
export async function open() {
  const server = await serve(join(here, "dist"));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, timeout: PATIENCE });
  return {
    /** A separate page; its errors fail the test that closes it. */
    page: (options) => openPage(browser, server.url, options),
    close: async () => {
      await browser.close();
      server.stop();
    },
  };
}

async function openPage(browser, url, { hash = "", width = 1280, height = 800, waits = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isAboutSoftware(message)) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.stack));
  page.on("requestfailed", (request) => {
    // Reloading a page cancels its pending requests.
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") problems.push(`${request.url()}: ${errorText}`);
  });
  page.on("response", (response) => response.status() >= 400 && problems.push(`${response.url()}: ${response.status()}`));
  await page.goto(url + hash);
  if (waits) await settled(page);
  return Object.assign(page, {
    /** Closes the page; its console must be empty. */
    end: async () => {
      await context.close();
      assert.deepEqual(problems, []);
    },
  });
}

/** Warnings about drawing without a graphics card. */
function isAboutSoftware(message) {
  return /GPU stall|software WebGL|SwiftShader|swiftshader/.test(message.text());
}

/** Waits until no picture is outstanding and everything is drawn. */
export async function settled(page) {
  await page.waitForFunction(() => globalThis.playground?.picture && !globalThis.playground.isBusy, undefined, {
    polling: 20,
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * The picture of the engine, with long lists reduced to their lengths, and a digest of the boxes.
 */
export async function picture(page) {
  await settled(page);
  return page.evaluate(() => {
    const shown = globalThis.playground.picture;
    const long = ["boxes", "marks", "nodes", "levels", "pairLines", "workLines", "begunLines", "endedLines"];
    const plain = Object.entries(shown).map(([name, value]) => {
      if (long.includes(name)) return [name, value.length];
      return [name, ArrayBuffer.isView(value) ? [...value] : value];
    });
    const digest = new Uint32Array(shown.boxes.buffer).reduce((sum, bits) => (Math.imul(sum, 31) + bits) | 0, 7);
    return { ...Object.fromEntries(plain), digest };
  });
}

/** The share of the pixels of a canvas that differ from its corner, after everything is drawn. */
export function ink(page, id = "canvas") {
  return page.evaluate((name) => {
    globalThis.playground.measure();
    const canvas = document.getElementById(name);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.reduce((count, pixel) => count + Number(pixel !== pixels[0]), 0) / pixels.length;
  }, id);
}

/** Writes a screenshot of the page for a person to inspect. */
export async function shoot(page, name, options) {
  await settled(page);
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), ...options });
}
