// Draws the query and the ranks of its answers above the boxes.

/** The largest number of answers whose ranks are in the picture. */
const MAX_NUMBERED = 40;

/** Draws on a separate canvas, so that the query moves without a redraw of the boxes. */
export function drawOverlay(canvas, camera, palette, { tool, query, picture }) {
  const context = prepared(canvas, camera.size);
  if (!picture || query.length === 0 || camera.dimensions !== picture.dimensions) return;
  context.strokeStyle = palette.answer;
  context.fillStyle = palette.answer;
  context.lineWidth = 2;
  const { dimensions } = camera;
  const [a, b] = [query.slice(0, dimensions), query.slice(dimensions)];
  if (tool === "ray") drawRay(context, camera, palette, a, b, picture);
  if (tool === "box") drawBox(context, camera, a, b);
  if (tool === "nearest") drawPoint(context, camera, a, picture);
  drawNumbers(context, camera, palette, picture);
}

function prepared(canvas, [width, height]) {
  const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function drawRay(context, camera, palette, from, to, picture) {
  const [a, b] = [from, to].map((point) => camera.project(point));
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  context.beginPath();
  context.moveTo(...a);
  context.lineTo(...b);
  for (const side of [-1, 1]) {
    context.moveTo(...b);
    context.lineTo(b[0] - 10 * Math.cos(angle + side * 0.45), b[1] - 10 * Math.sin(angle + side * 0.45));
  }
  context.stroke();
  disk(context, a, 4);
  if (picture.reaches.length > 0) {
    const hit = from.map((x, axis) => x + (to[axis] - x) * picture.reaches[0]);
    const at = camera.project(hit);
    disk(context, at, 6);
    context.fillStyle = palette.paperText;
    disk(context, at, 3);
    context.fillStyle = palette.answer;
  }
}

/** All edges; in 2D, the edges along the third axis have no length. */
function drawBox(context, camera, low, high) {
  const corner = (bits) => camera.project(low.map((x, axis) => ((bits >> axis) & 1 ? high[axis] : x)));
  const count = 1 << camera.dimensions;
  context.setLineDash([6, 4]);
  context.beginPath();
  for (let bits = 0; bits < count; bits += 1) {
    for (let axis = 0; axis < camera.dimensions; axis += 1) {
      if ((bits >> axis) & 1) continue;
      context.moveTo(...corner(bits));
      context.lineTo(...corner(bits | (1 << axis)));
    }
  }
  context.stroke();
  context.setLineDash([]);
}

function drawPoint(context, camera, point, { reaches, answerCount }) {
  const at = camera.project(point);
  disk(context, at, 5);
  if (answerCount === 0 || reaches.length < answerCount) return;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.arc(...at, Math.min(reaches[answerCount - 1] * camera.scale, 1e5), 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}

function drawNumbers(context, camera, palette, { answers, answerCount, boxes, dimensions }) {
  if (answerCount > MAX_NUMBERED || !boxes) return;
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = palette.paperText;
  context.fillStyle = palette.ink;
  const placed = [];
  for (const [index, id] of answers.entries()) {
    const row = boxes.subarray(2 * dimensions * id, 2 * dimensions * (id + 1));
    const middle = [...Array(dimensions).keys()].map((axis) => (row[axis] + row[axis + dimensions]) / 2);
    if (!middle.every(Number.isFinite)) continue;
    const at = camera.project(middle);
    // Leave out a rank that would cover an earlier one.
    if (placed.some(([x, y]) => Math.abs(x - at[0]) < 18 && Math.abs(y - at[1]) < 14)) continue;
    placed.push(at);
    context.strokeText(index + 1, ...at);
    context.fillText(index + 1, ...at);
  }
}

function disk(context, [x, y], radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
