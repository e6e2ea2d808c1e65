// A camera before the cube: where its points are in a drawing.

import { rotated } from "./vectors.js";

const radians = (degrees) => (degrees * Math.PI) / 180;

export class Camera {
  // `yaw` and `pitch` in degrees: from the right and from above; `far` in sides of a small cube.
  constructor({ yaw = 34, pitch = 27, far = 12.5, scale, centre }) {
    Object.assign(this, { yaw: radians(yaw), pitch: radians(pitch), far, scale, centre });
    this.eye = rotated(rotated([0, 0, far], 0, -this.pitch), 1, this.yaw);
  }

  // Returns where a point is in the drawing.
  at(point) {
    const [x, y, z] = rotated(rotated(point, 1, -this.yaw), 0, this.pitch);
    const scale = (this.far / (this.far - z)) * this.scale;
    return [this.centre[0] + x * scale, this.centre[1] - y * scale];
  }
}

// Returns points of a drawing as SVG writes them.
export const written = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
