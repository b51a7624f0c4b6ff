// Parts of plots: a canvas in the resolution of the screen, and a logarithmic grid of milliseconds.

/** The number of frames in a plot. */
export const FRAMES = 150;
/** The space for the numbers on the left. */
export const LEFT = 52;
const [TOP, BOTTOM] = [6, 18];

/** The context of a canvas in the resolution of the screen, and its size in CSS pixels. */
export function sized(canvas) {
  const ratio = globalThis.devicePixelRatio || 1;
  const { width, height } = canvas.getBoundingClientRect();
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

/** Draws lines at powers of ten around some times; returns the height of a time in the plot. */
export function drawTimeGrid({ context, width, height }, palette, times) {
  const [least, most] = decades(times);
  const y = (ms) => TOP + (height - TOP - BOTTOM) * (1 - Math.log(Math.max(ms, least) / least) / Math.log(most / least));
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = palette.inkSoft;
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let ms = least; ms <= most * 1.01; ms *= 10) {
    const at = Math.round(y(ms)) + 0.5;
    context.beginPath();
    context.moveTo(LEFT, at);
    context.lineTo(width, at);
    context.stroke();
    context.fillText(timeText(ms), LEFT - 6, at);
  }
  context.textBaseline = "alphabetic";
  return y;
}

/** A power of ten in milliseconds or seconds. */
function timeText(ms) {
  if (ms > 999) return `${Math.round(ms / 1000)} s`;
  return `${ms < 0.9 ? ms.toFixed(ms < 0.05 ? 2 : 1) : Math.round(ms)} ms`;
}

/** Writes a text below a plot, at a distance from the left. */
export function drawCaption({ context, height }, palette, text, x, align) {
  context.fillStyle = palette.inkSoft;
  context.textAlign = align;
  context.textBaseline = "alphabetic";
  context.fillText(text, x, height - 3);
}

/** The powers of ten around some times, from 0.01 ms. */
function decades(times) {
  if (times.length === 0) return [0.1, 10];
  const low = 10 ** Math.floor(Math.log10(Math.max(Math.min(...times), 0.01)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...times, 0.01)));
  return [low, Math.max(high, 10 * low)];
}
