// Points and directions as arrays of three numbers, and the camera that sees them.

// The directions of x, y and z.
export const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
// The corners of a square, counterclockwise from the lower left.
export const SQUARE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];
// Plain formulas, since pictures take thousands of them for each frame.
export function sum(...vectors) {
  let [x, y, z] = vectors[0];
  for (let i = 1; i < vectors.length; i += 1) {
    x += vectors[i][0];
    y += vectors[i][1];
    z += vectors[i][2];
  }
  return [x, y, z];
}
export const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, factor) => [factor * a[0], factor * a[1], factor * a[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (vector) => Math.hypot(...vector);
export const distance = (one, other) => length(difference(one, other));
export const unit = (vector) => scaled(vector, 1 / length(vector));
export const mean = (points) => scaled(sum(...points), 1 / points.length);

// Returns a vector rotated right-handed about a unit axis through the origin, by radians.
export function rotated(vector, axis, angle) {
  const along = scaled(axis, dot(axis, vector));
  const across = difference(vector, along);
  return sum(along, scaled(across, Math.cos(angle)), scaled(cross(axis, across), Math.sin(angle)));
}

// Returns the component of a vector perpendicular to a unit normal.
export const projectedOntoPlane = (vector, normal) => difference(vector, scaled(normal, dot(vector, normal)));

export const radians = (degrees) => (degrees * Math.PI) / 180;

// A camera before the cube: where its points are in a drawing.
const STEEPEST = 88; // degrees from above or below

export class Camera {
  // `yaw` and `pitch` in degrees: from the right and from above; `far` in sides of a small cube.
  constructor({ yaw = 34, pitch = 27, far = 12.5, scale, centre }) {
    Object.assign(this, { yaw, pitch, far, scale, centre });
    const seen = (vector) => rotated(rotated(vector, AXES[0], -radians(pitch)), AXES[1], radians(yaw));
    // Where right, up and towards the eye are.
    this.axes = AXES.map(seen);
    this.eye = seen([0, 0, far]);
  }

  // Returns the camera that sees the cube rotated by degrees to the right and down.
  rotated(across, down) {
    const pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.pitch + down));
    return new Camera({ ...this, yaw: this.yaw - across, pitch });
  }

  // Returns where a point is in the drawing.
  at(point) {
    const [x, y, z] = this.axes.map((axis) => dot(axis, point));
    const scale = (this.far / (this.far - z)) * this.scale;
    return [this.centre[0] + x * scale, this.centre[1] - y * scale];
  }
}

// Returns points of a drawing as SVG writes them.
export const written = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
