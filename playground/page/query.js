// The query of a tool: its initial position, and its motion by keys.

/** The query in words. */
export const QUESTIONS = {
  view: "Choose Ray, Box or Nearest above the picture and drag.",
  ray: "Which boxes does the ray hit? The first one comes first, with the part of the ray before it.",
  box: "Which boxes overlap this box?",
  nearest: "Which boxes are nearest to the point, and how far away are they?",
};

/** A query in the middle of the picture. */
export function middleQuery(tool, camera) {
  const [width, height] = camera.size;
  const at = (x, y) => camera.unproject([width * x, height * y]);
  if (tool === "ray") return [...at(0.22, 0.7), ...at(0.78, 0.4)];
  if (tool === "box") return span(camera, at(0.5, 0.5), at(0.6, 0.5));
  if (tool === "nearest") return at(0.5, 0.5);
  return [];
}

/** The query of a drag from one point of the picture to another. */
export function draggedQuery(tool, camera, from, to) {
  const [a, b] = [from, to].map((point) => camera.unproject(point));
  if (tool === "ray") return [...a, ...b];
  if (tool === "nearest") return b;
  if (camera.dimensions === 3) return span(camera, a, b);
  return corners(a, b);
}

/** The query moved by a number of CSS pixels. */
export function movedQuery(query, camera, x, y) {
  const { dimensions, scale } = camera;
  const [right, up] = camera.axes;
  return query.map((at, index) => {
    const axis = index % dimensions;
    return at + (right[axis] * x - up[axis] * y) / scale;
  });
}

/** A ray turned about its start, or a larger or smaller box. */
export function changedQuery(tool, query, camera, direction) {
  const { dimensions } = camera;
  const [low, high] = [query.slice(0, dimensions), query.slice(dimensions)];
  if (tool === "box") {
    const factor = 1.15 ** direction;
    const middle = low.map((x, axis) => (x + high[axis]) / 2);
    const grown = (end) => end.map((x, axis) => middle[axis] + (x - middle[axis]) * factor);
    return [...grown(low), ...grown(high)];
  }
  const [from, to] = [low, high].map((point) => camera.project(point));
  const angle = (direction * Math.PI) / 36;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const turned = [
    from[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
    from[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
  return [...low, ...camera.unproject(turned)];
}

/** The number of coordinates of a query. */
export function queryLength(tool, dimensions) {
  return { view: 0, ray: 2, box: 2, nearest: 1 }[tool] * dimensions;
}

/** The square in 2D, the cube in 3D, around one point that reaches another one. */
function span(camera, middle, end) {
  const reach = Math.max(...middle.map((x, axis) => Math.abs(end[axis] - x)), 1e-6 * camera.radius);
  return [...middle.map((x) => x - reach), ...middle.map((x) => x + reach)];
}

function corners(a, b) {
  return [...a.map((x, axis) => Math.min(x, b[axis])), ...a.map((x, axis) => Math.max(x, b[axis]))];
}
