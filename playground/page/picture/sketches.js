// Sketches of structures that have no nodes: what one box, or one block of boxes, is compared with.
// They show the idea of a search; the engine chooses its own cells.

/** The most lines of a sketch. */
const MOST_LINES = 2000;
/** The number of frames for which a sketch shows the same box or block. */
const STEP = 24;
/** Boxes in a block, and the least number of boxes in a pencil. */
const BLOCK = 16;
const IN_PENCIL = 96;
/** Up to this many boxes share one pencil. */
const ONE_PENCIL = 512;
/** The most pencils along an axis. */
const MOST_PENCILS = 40;
/** The level of the last color. */
const LAST_LEVEL = 4;

const SKETCHES = { "brute-force": sketchComparisons, "pencil-sweep": sketchPencils };

/**
 * Adds the sketch of its structure to a picture, if it is wanted and the structure needs one: nodes
 * with levels, and lines of comparisons.
 */
export function addSketch(picture, isWanted) {
  picture.workLines = new Float32Array();
  picture.isSketch = isWanted && picture.structure in SKETCHES;
  if (!picture.isSketch) return;
  const { nodes, levels, lines } = SKETCHES[picture.structure](new Boxes(picture), Math.floor(picture.frame / STEP));
  Object.assign(picture, {
    nodes: Float32Array.from(nodes.flat()),
    levels: Uint8Array.from(levels),
    workLines: Float32Array.from(lines.flat()),
    deepest: LAST_LEVEL,
  });
}

/** One box, and a line to each box after it. */
function sketchComparisons(boxes, turn) {
  const one = turn % Math.max(boxes.count - 1, 1);
  const others = spread(boxes.count - 1 - one).map((offset) => one + 1 + offset);
  const lines = others.map((other) => [...boxes.center(one), ...boxes.center(other)]);
  return { nodes: [boxes.row(one)], levels: [0], lines };
}

/** All pencils, one of them, a block of its boxes, and a line to each of the block's candidates. */
function sketchPencils(boxes, turn) {
  const grid = new Pencils(boxes);
  const members = new Map();
  for (let id = 0; id < boxes.count; id += 1) {
    const key = grid.keyOf(id);
    if (!members.has(key)) members.set(key, []);
    members.get(key).push(id);
  }
  const keys = [...members.keys()].sort((a, b) => a - b);
  const key = keys[Math.floor(turn / LAST_LEVEL) % keys.length];
  const begin = (id) => boxes.low(id, grid.axis);
  const own = members.get(key).sort((a, b) => begin(a) - begin(b));
  const blocks = Math.ceil(own.length / BLOCK);
  const first = BLOCK * Math.floor((blocks * (turn % LAST_LEVEL)) / LAST_LEVEL);
  const block = boxes.around(own.slice(first, first + BLOCK));
  const near = grid.later(key).flatMap((one) => members.get(one) ?? []);
  const [from, to] = [block[grid.axis], block[grid.axis + boxes.dimensions]];
  const candidates = near.filter((id) => begin(id) <= to && boxes.high(id, grid.axis) >= from);
  const middle = middleOf(block);
  return {
    nodes: [...grid.all().map((one) => grid.boxOf(one)), grid.boxOf(key), block],
    levels: [...grid.all().map(() => LAST_LEVEL), 2, 0],
    lines: candidates.slice(0, MOST_LINES).map((id) => [...middle, ...boxes.center(id)]),
  };
}

/** Cells along the axis with the most boxes in a row. */
class Pencils {
  constructor(boxes) {
    const { dimensions, count } = boxes;
    const axes = [...Array(dimensions).keys()];
    this.boxes = boxes;
    this.bounds = boxes.around([...Array(count).keys()]);
    const edges = axes.map((axis) => boxes.meanEdge(axis));
    const extents = axes.map((axis) => this.bounds[axis + dimensions] - this.bounds[axis]);
    const inRow = axes.map((axis) => extents[axis] / (edges[axis] || 1));
    this.axis = inRow.indexOf(Math.max(...inRow));
    this.across = axes.filter((axis) => axis !== this.axis);
    const wanted = count <= ONE_PENCIL ? 1 : (count / IN_PENCIL) ** (1 / this.across.length);
    this.parts = this.across.map((axis) => Math.max(1, Math.floor(Math.min(wanted, inRow[axis], MOST_PENCILS))));
    this.widths = this.across.map((axis, index) => extents[axis] / this.parts[index]);
  }

  keyOf(id) {
    return this.across.reduce((key, axis, index) => {
      const offset = (this.boxes.low(id, axis) - this.bounds[axis]) / (this.widths[index] || 1);
      return key * this.parts[index] + Math.min(Math.max(Math.floor(offset), 0), this.parts[index] - 1);
    }, 0);
  }

  all() {
    return [...Array(this.parts.reduce((product, parts) => product * parts, 1)).keys()];
  }

  /** The pencil itself, and those beside it that come later. */
  later(key) {
    const [own, rest] = this.#places(key);
    const last = this.parts.at(-1);
    if (this.parts.length === 1) return [own, own + 1].filter((one) => one < last);
    const beside = [[own, rest], [own, rest + 1], [own + 1, rest - 1], [own + 1, rest], [own + 1, rest + 1]];
    return beside.filter(([a, b]) => a < this.parts[0] && b >= 0 && b < last).map(([a, b]) => a * last + b);
  }

  boxOf(key) {
    const box = [...this.bounds];
    this.#places(key).forEach((place, index) => {
      const axis = this.across[index];
      box[axis] += place * this.widths[index];
      box[axis + this.boxes.dimensions] = box[axis] + this.widths[index];
    });
    return box;
  }

  #places(key) {
    const last = this.parts.at(-1);
    return this.parts.length === 1 ? [key] : [Math.floor(key / last), key % last];
  }
}

/** The boxes of a picture, with infinite ends moved to the bounds of the scene. */
class Boxes {
  constructor({ boxes, dimensions, count, bounds }) {
    Object.assign(this, { list: boxes, dimensions, count, bounds });
  }

  low(id, axis) {
    const x = this.list[2 * this.dimensions * id + axis];
    return Number.isFinite(x) ? x : this.bounds[axis];
  }

  high(id, axis) {
    const x = this.list[2 * this.dimensions * id + this.dimensions + axis];
    return Number.isFinite(x) ? x : this.bounds[axis + this.dimensions];
  }

  row(id) {
    const axes = [...Array(this.dimensions).keys()];
    return [...axes.map((axis) => this.low(id, axis)), ...axes.map((axis) => this.high(id, axis))];
  }

  center(id) {
    return middleOf(this.row(id));
  }

  /** The smallest box around some boxes. */
  around(ids) {
    const box = [...Array(this.dimensions).fill(Infinity), ...Array(this.dimensions).fill(-Infinity)];
    for (const id of ids) {
      for (let axis = 0; axis < this.dimensions; axis += 1) {
        box[axis] = Math.min(box[axis], this.low(id, axis));
        box[axis + this.dimensions] = Math.max(box[axis + this.dimensions], this.high(id, axis));
      }
    }
    return box;
  }

  meanEdge(axis) {
    let sum = 0;
    for (let id = 0; id < this.count; id += 1) sum += this.high(id, axis) - this.low(id, axis);
    return sum / this.count;
  }
}

function middleOf(box) {
  const dimensions = box.length / 2;
  return box.slice(0, dimensions).map((x, axis) => (x + box[axis + dimensions]) / 2);
}

/** Numbers below a limit, evenly spread if there are too many. */
function spread(limit) {
  const step = Math.max(limit / MOST_LINES, 1);
  return [...Array(Math.floor(limit / step)).keys()].map((index) => Math.floor(index * step));
}
