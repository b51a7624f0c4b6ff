// The viewer's position, and the projection of coordinates to the picture.

/** The space around a scene: left and right, above and below. */
const MARGINS = [16, 16];
/** The initial view of a 3D scene: from the right, above and in front. */
const YAW = 0.6;
const PITCH = 0.5;
const STEEPEST = 1.5;

export class Camera {
  dimensions = 2;
  center = [0, 0, 0];
  /** CSS pixels per unit. */
  scale = 1;
  yaw = 0;
  pitch = 0;
  /** The width and the height of the picture in CSS pixels. */
  size = [1, 1];
  /** Half the diagonal of the scene. */
  radius = 1;

  /** The directions right, up and towards the viewer. */
  get axes() {
    const [sy, cy] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const [sp, cp] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    return [
      [cy, 0, -sy],
      [-sy * sp, cp, -cy * sp],
      [sy * cp, sp, cy * cp],
    ];
  }

  /** The point of the picture at a position. */
  project(position) {
    const offset = [0, 1, 2].map((axis) => (position[axis] ?? 0) - this.center[axis]);
    const [right, up] = this.axes;
    return [
      this.size[0] / 2 + dot(right, offset) * this.scale,
      this.size[1] / 2 - dot(up, offset) * this.scale,
    ];
  }

  /** The position at a point of the picture, in the plane through the center that faces the viewer. */
  unproject([x, y]) {
    const [along, above] = [(x - this.size[0] / 2) / this.scale, (this.size[1] / 2 - y) / this.scale];
    const [right, up] = this.axes;
    const position = this.center.map((at, axis) => at + right[axis] * along + up[axis] * above);
    return position.slice(0, this.dimensions);
  }

  /** Shows a whole box, given by its lower and upper corners. */
  fit(bounds) {
    const dimensions = bounds.length / 2;
    const low = [0, 1, 2].map((axis) => (axis < dimensions ? bounds[axis] : 0));
    const high = [0, 1, 2].map((axis) => (axis < dimensions ? bounds[axis + dimensions] : 0));
    this.setBounds(bounds);
    this.center = low.map((x, axis) => (x + high[axis]) / 2);
    [this.yaw, this.pitch] = dimensions === 3 ? [YAW, PITCH] : [0, 0];
    const half = low.map((x, axis) => (high[axis] - x) / 2);
    const [right, up] = this.axes;
    const reach = (axis) => axis.reduce((sum, x, i) => sum + Math.abs(x) * half[i], 0) || 1e-9;
    const [width, height] = this.size.map((length, axis) => Math.max(length - 2 * MARGINS[axis], 40) / 2);
    const scale = Math.min(width / reach(right), height / reach(up));
    this.scale = Math.min(scale, 1e6 / this.radius);
  }

  /** Stores the extent of the scene without changing the view. */
  setBounds(bounds) {
    const dimensions = bounds.length / 2;
    const edges = [...Array(dimensions).keys()].map((axis) => bounds[axis + dimensions] - bounds[axis]);
    this.dimensions = dimensions;
    this.radius = Math.hypot(...edges) / 2 || 1;
  }

  /** Moves the picture by a number of CSS pixels. */
  pan(x, y) {
    const [right, up] = this.axes;
    this.center = this.center.map((at, axis) => at + (up[axis] * y - right[axis] * x) / this.scale);
  }

  /** Turns a 3D scene by a number of CSS pixels; does nothing in 2D. */
  turn(x, y) {
    if (this.dimensions === 2) {
      this.pan(x, y);
      return;
    }
    this.yaw -= x * 0.008;
    this.pitch = Math.min(Math.max(this.pitch + y * 0.008, -STEEPEST), STEEPEST);
  }

  /** Zooms by a factor about a point of the picture. */
  zoom(factor, [x, y] = this.size.map((length) => length / 2)) {
    const scale = Math.min(Math.max(this.scale * factor, 1e-3 / this.radius), 1e6 / this.radius);
    const [dx, dy] = [x - this.size[0] / 2, y - this.size[1] / 2];
    const kept = 1 - scale / this.scale;
    this.scale = scale;
    this.pan(dx * kept, dy * kept);
  }

  /** The numbers from which `restore` recreates the view: the scale last, and angles in 3D. */
  save() {
    const angles = this.dimensions === 3 ? [this.yaw, this.pitch] : [];
    return [...this.center.slice(0, this.dimensions), ...angles, this.scale * (2 * this.radius) / Math.min(...this.size)];
  }

  /** Restores a view for this number of dimensions; returns false if it is invalid. */
  restore(numbers, bounds) {
    this.setBounds(bounds);
    const count = this.dimensions === 3 ? 6 : 3;
    if (numbers.length !== count || !(numbers.at(-1) > 0)) return false;
    const [x, y, z = 0] = numbers.slice(0, this.dimensions);
    this.center = [x, y, z];
    [this.yaw, this.pitch] = this.dimensions === 3 ? numbers.slice(3, 5) : [0, 0];
    this.scale = (numbers.at(-1) * Math.min(...this.size)) / (2 * this.radius);
    return true;
  }
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
