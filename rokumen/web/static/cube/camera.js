// A camera before the cube: where its points are in a drawing.

import { AXES, dot, rotated } from "./vectors.js";

const [X, Y] = AXES;
const radians = (degrees) => (degrees * Math.PI) / 180;

export class Camera {
  // `yaw` and `pitch` in degrees: from the right and from above; `far` in sides of a small cube.
  constructor({ yaw = 34, pitch = 27, far = 12.5, scale, centre }) {
    Object.assign(this, { far, scale, centre });
    const seen = (vector) => rotated(rotated(vector, X, -radians(pitch)), Y, radians(yaw));
    // Where right, up and towards the eye are.
    this.axes = AXES.map(seen);
    this.eye = seen([0, 0, far]);
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
