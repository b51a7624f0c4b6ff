// Starts the page.

import { App } from "./app.js";
import { setUpFiles } from "./files.js";
import { setUpGestures } from "./gestures.js";
import { setUpKeys } from "./keyboard.js";
import { defaults, fromHash, isFile, toHash } from "./settings.js";
import { setUpTheme } from "./theme.js";

/** The least time between changes of the address, in milliseconds, since browsers limit them. */
const LINK_PAUSE = 500;

const $ = (id) => document.getElementById(id);

function start() {
  // First, since the app reads the colors.
  setUpTheme($("theme"), () => globalThis.playground.recolor());
  const app = new App(defaults());
  // For the console and for tests.
  globalThis.playground = app;
  new ResizeObserver(([{ contentRect }]) => app.resize(contentRect.width, contentRect.height)).observe($("frame"));
  const { width, height } = $("frame").getBoundingClientRect();
  app.resize(width, height);

  const link = setUpLink(app);
  for (const canvas of [$("canvas"), $("canvas-b")]) {
    setUpGestures(canvas, {
      onDrag: (from, to, more) => app.drag(from, to, more),
      onPan: (x, y) => app.pan(x, y),
      onZoom: (factor, point) => app.zoom(factor, point),
      scrolls: () => app.settings.embed,
    });
  }
  // A part of a page that is scrolled away rests.
  new IntersectionObserver(([{ isIntersecting }]) => (app.isSeen = isIntersecting)).observe($("frame"));
  setUpKeys($("canvas"), keys(app));
  setUpFiles({
    input: $("file"),
    area: $("drop"),
    onFile: (file) => {
      app.alert("");
      app.openFile(file, link.settingsFor(file.name));
    },
    onProblem: (text) => app.alert(text),
  });
  setUpLostContext(app);

  const tick = () => {
    app.tick();
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function keys(app) {
  return {
    togglePlay: () => app.togglePlay(),
    back: () => app.goTo(app.target - 1),
    forward: () => app.goTo(app.target + 1),
    earliest: () => app.goTo(app.picture?.range[0] ?? 0),
    latest: () => app.goTo(app.picture?.range[1] ?? 0),
    move: (x, y) => app.move(x, y),
    turn: (x, y) => app.turn(-x, y),
    chooseTool: (index) => app.chooseTool(index),
    change: (direction) => app.changeQuery(direction),
    zoom: (factor) => app.zoom(factor),
    fit: () => app.fit(),
  };
}

/** Keeps the address and the settings in agreement. */
function setUpLink(app) {
  /** The settings of a link to a file that is not open yet. */
  let waiting;
  let timer;

  function read(hash) {
    const { settings, problems } = fromHash(hash);
    const messages = [];
    if (problems.length > 0) messages.push(`This page does not support a part of the link: ${problems.join(", ")}.`);
    waiting = undefined;
    if (isFile(settings.scene)) {
      const name = settings.scene.slice("file:".length);
      waiting = { name, settings: { ...settings } };
      messages.push(`The link shows the file ${name}, which it does not contain. Open the file to see it.`);
      Object.assign(settings, { scene: defaults().scene, query: [], view: null, frame: 0 });
    }
    app.alert(messages.join(" "));
    app.restore(settings);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    app.play(!hash.includes("frame=") && !isStill);
  }

  function write() {
    clearTimeout(timer);
    timer = undefined;
    const hash = `#${toHash(app.settings)}`;
    $("open-page").href = `./#${toHash({ ...app.settings, embed: false, view: null })}`;
    if (!waiting && !app.settings.embed && hash !== location.hash) history.replaceState(null, "", hash);
  }

  read(location.hash);
  // The link that was followed, since `write` may have changed the address again.
  addEventListener("hashchange", ({ newURL }) => read(new URL(newURL).hash));
  app.onChange = ({ isNow } = {}) => {
    if (isNow) write();
    else timer ??= setTimeout(write, LINK_PAUSE);
  };
  return {
    /** The settings of a link to a file of this name. */
    settingsFor: (name) => {
      const settings = waiting?.name === name ? waiting.settings : undefined;
      waiting = undefined;
      return settings;
    },
  };
}

/** Draws again after a reset of the graphics card. */
function setUpLostContext(app) {
  $("canvas").addEventListener("webglcontextlost", (event) => event.preventDefault());
  $("canvas").addEventListener("webglcontextrestored", () => app.redraw());
}

try {
  start();
} catch (error) {
  $("alert").hidden = false;
  $("alert-text").textContent = `The page cannot start: ${error.message}.`;
  $("loading").hidden = true;
}
