// The time curves of two structures: by frame, or by the number of boxes.

import { FRAMES, LEFT, drawCaption, drawTimeGrid, sized } from "./plot.js";

/** The numbers of boxes at both ends of the axis. */
const [FEWEST, MOST] = [100, 100_000];
const RIGHT = 8;

/**
 * Draws curves, each with a title, a color and points `[x, milliseconds]`. `by` is the horizontal
 * axis: "frames" or "boxes".
 */
export function drawCurves(canvas, palette, by, curves) {
  const plot = sized(canvas);
  const { context, width } = plot;
  const y = drawTimeGrid(plot, palette, curves.flatMap(({ points }) => points.map(([, ms]) => ms)));
  const last = Math.max(...curves.flatMap(({ points }) => points.map(([frame]) => frame)), FRAMES);
  const share = by === "boxes" ? sizeShare : (frame) => 1 - (last - frame) / FRAMES;
  const x = (at) => LEFT + (width - LEFT - RIGHT) * share(at);
  for (const { color, points } of curves) {
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = 2.25;
    context.lineJoin = "round";
    context.beginPath();
    for (const [at, ms] of points) context.lineTo(x(at), y(ms));
    context.stroke();
    if (by === "boxes") points.forEach(([at, ms]) => dot(context, x(at), y(ms)));
  }
  drawAxis(plot, palette, by, x);
}

function sizeShare(boxes) {
  return Math.log(boxes / FEWEST) / Math.log(MOST / FEWEST);
}

function drawAxis(plot, palette, by, x) {
  if (by === "frames") {
    drawCaption(plot, palette, `update and pairs, last ${FRAMES} frames`, plot.width - RIGHT, "right");
    return;
  }
  const isWide = plot.width > 400;
  // Narrow plots have room for both ends.
  const step = plot.width > 260 ? 10 : MOST / FEWEST;
  for (let boxes = FEWEST; boxes <= MOST; boxes *= step) {
    const align = { [FEWEST]: "left", [MOST]: "right" }[boxes] ?? "center";
    drawCaption(plot, palette, `${boxes.toLocaleString("en")}${boxes === FEWEST && isWide ? " boxes" : ""}`, x(boxes), align);
  }
}

function dot(context, x, y) {
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fill();
}
