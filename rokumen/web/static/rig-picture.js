// The robot in 3D: the cube, and at its sides the motors and grippers in their pose.

import { Camera, written } from "./cube/camera.js";
import { FACES, FRAMES } from "./cube/places.js";
import { dot, rotated, scaled, sum } from "./cube/vectors.js";
import { reducedMotion } from "./motion.js";

const BOX = [420, 340];
const TURN_MILLISECONDS = 300;
// Lengths in the sides of a small cube, from the middle of the cube outwards along x.
const MOTOR = [[4.3, -0.75, -0.75], [6.2, 0.75, 0.75]];
const SHAFT = [[2.8, -0.4, -0.4], [4.3, 0.4, 0.4]];
const BAR = [[2.35, -2.6, -0.55], [2.85, 2.6, 0.55]];
const JAW_DEPTH = [0.62, 2.4];
const [JAW_WIDTH, JAW_THICKNESS] = [0.5, 0.42];
const [CLOSED_AT, OPEN_AT] = [1.55, 2.1];
// An axis without a gripper holds the middle of its face.
const HOLDER = [[1.5, -0.8, -0.3], [1.8, 0.8, 0.3]];
const LONG_SHAFT = [[1.8, -0.35, -0.35], [4.3, 0.35, 0.35]];
const CUBE = [[-1.5, -1.5, -1.5], [1.5, 1.5, 1.5]];

export class RigPicture {
  constructor(svg) {
    this.svg = svg;
    this.camera = new Camera({ yaw: -38, pitch: 30, far: 26, scale: 27, centre: [BOX[0] / 2, BOX[1] / 2] });
    svg.setAttribute("viewBox", `0 0 ${BOX.join(" ")}`);
    this.sides = {};
    this.shown = null;
    this.run = 0;
  }

  // `sides`: the side of the cube at which each axis and gripper is.
  setSides(sides) {
    this.sides = sides;
    const [all, seen] = [Object.values(sides), ["U", "F", "L"]];
    // From the side on which fewer motors stand before the cube.
    const hides = all.filter((side) => seen.includes(side)).length;
    const yaw = hides > all.length / 2 ? 38 : -38;
    this.camera = new Camera({ yaw, pitch: 30, far: 26, scale: 27, centre: [BOX[0] / 2, BOX[1] / 2] });
  }

  // Shows a pose as the page lists it; a moving one is shown on its way.
  show(pose) {
    const target = poseOf(pose);
    const from = this.shown;
    this.svg.removeAttribute("hidden");
    const run = (this.run += 1);
    if (!from || reducedMotion()) {
      this.#draw(target);
      return;
    }
    const begin = performance.now();
    const step = (now) => {
      if (run === this.run) {
        const part = Math.min(1, Math.max(0, now - begin) / TURN_MILLISECONDS);
        this.#draw(between(from, target, part));
        if (part < 1) {
          requestAnimationFrame(step);
        }
      }
    };
    requestAnimationFrame(step);
  }

  clear() {
    this.run += 1;
    this.shown = null;
    this.svg.setAttribute("hidden", "");
  }

  #draw(pose) {
    this.shown = pose;
    const sides = Object.keys(pose.angles).flatMap((name) => this.#hand(name, pose));
    const shapes = [...this.#box(CUBE, "held", (point) => point), ...sides];
    shapes.sort((one, other) => other.far - one.far);
    this.svg.innerHTML = shapes.map(({ shape }) => shape).join("");
  }

  #hand(name, pose) {
    const side = this.sides[name] ?? "D";
    const { out, up } = FRAMES[side];
    const third = cross(out, up);
    const place = ([x, y, z]) => sum(scaled(out, x), scaled(up, y), scaled(third, z));
    // Clockwise as seen from outside.
    const turn = (point) => place(rotated(point, 0, (-pose.angles[name] * Math.PI) / 180));
    const parts = [this.#box(MOTOR, "motor", place)];
    if (name in pose.openings) {
      const opening = CLOSED_AT + (OPEN_AT - CLOSED_AT) * pose.openings[name];
      parts.push(this.#box(SHAFT, "metal", turn), this.#box(BAR, "metal", turn));
      for (const way of [1, -1]) {
        const [low, high] = [way * opening, way * (opening + JAW_THICKNESS)].sort((a, b) => a - b);
        const jaw = [[JAW_DEPTH[0], low, -JAW_WIDTH], [JAW_DEPTH[1], high, JAW_WIDTH]];
        parts.push(this.#box(jaw, "jaw", turn));
      }
    } else {
      parts.push(this.#box(LONG_SHAFT, "metal", turn), this.#box(HOLDER, "jaw", turn));
    }
    return parts.flat();
  }

  // Returns the visible sides of a box, {far, shape}; `place` moves its points.
  #box([low, high], kind, place) {
    const { eye } = this.camera;
    return [...FACES].flatMap((face) => {
      const { out, right, up } = FRAMES[face];
      const corner = (a, b) => {
        const ends = sum(out, scaled(right, a), scaled(up, b));
        return place(ends.map((end, i) => (end > 0 ? high[i] : low[i])));
      };
      const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      const middle = scaled(sum(...corners), 0.25);
      const normal = sum(place(out), scaled(place([0, 0, 0]), -1));
      const toEye = sum(eye, scaled(middle, -1));
      if (dot(normal, toEye) <= 0) {
        return [];
      }
      const shade = normal[1] > 0.7 ? 0 : Math.abs(normal[0]) > 0.5 || normal[1] < -0.5 ? 2 : 1;
      const points = written(corners.map((point) => this.camera.at(point)));
      return [{ far: Math.hypot(...toEye), shape: `<polygon class="${kind} shade-${shade}" points="${points}"/>` }];
    });
  }
}

const cross = (one, other) => [0, 1, 2].map((i) => one[(i + 1) % 3] * other[(i + 2) % 3] - one[(i + 2) % 3] * other[(i + 1) % 3]);

function poseOf(pose) {
  const angles = Object.fromEntries(pose.filter((each) => each.axis).map((each) => [each.axis, each.degrees]));
  const openings = Object.fromEntries(
    pose.filter((each) => each.gripper in angles).map((each) => [each.gripper, each.at === "closed" ? 0 : 1]),
  );
  return { angles, openings };
}

function between(from, to, part) {
  const mixed = (one, other) =>
    Object.fromEntries(Object.entries(other).map(([name, value]) => [name, (one[name] ?? value) * (1 - part) + value * part]));
  return { angles: mixed(from.angles, to.angles), openings: mixed(from.openings, to.openings) };
}
