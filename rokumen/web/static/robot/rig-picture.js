// The robot in 3D: the cube, and at its sides the motors and grippers in their pose.

import { FACES, FRAMES } from "../cube/places.js";
import { STILL, isOuter, sideOfSlab, turnOf } from "../cube/layer.js";
import { AXES, SQUARE, Camera, cross, dot, rotated, scaled, sum, written } from "../cube/space.js";
import { reducedMotion } from "../elements.js";
import { RigCube, motionOf } from "./rig-cube.js";

const [SCALE, MARGIN] = [27, 6];
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

export class RigPicture {
  constructor(svg) {
    this.svg = svg;
    this.run = 0;
    this.cube = new RigCube();
    this.setSides({});
    this.clear();
  }

  // `sides`: the side of the cube at which each axis and gripper is.
  setSides(sides) {
    this.sides = sides;
    const [all, seen] = [Object.values(sides), ["U", "F", "L"]];
    // From the side on which fewer motors stand before the cube.
    const hides = all.filter((side) => seen.includes(side)).length;
    const yaw = hides > all.length / 2 ? 38 : -38;
    this.camera = new Camera({ yaw, pitch: 30, far: 26, scale: SCALE, centre: [0, 0] });
    this.svg.setAttribute("viewBox", this.#frame(["U", "D", ...all]).join(" "));
  }

  // Returns the part of the drawing in which the cube and what is at its sides stay.
  #frame(sides) {
    const ends = sides.flatMap((side) => {
      const { out, right, up } = FRAMES[side];
      const isMotor = Object.values(this.sides).includes(side);
      const outwards = isMotor ? [[MOTOR[1][0], MOTOR[1][1]], [BAR[1][0], BAR[1][1]]] : [[1.5, 1.5]];
      return outwards.flatMap(([far, wide]) =>
        SQUARE.map(([a, b]) =>
          this.camera.at(sum(scaled(out, far), scaled(right, a * wide), scaled(up, b * wide))),
        ),
      );
    });
    const [low, high] = [Math.min, Math.max].map((end) => [0, 1].map((i) => end(...ends.map((point) => point[i]))));
    return [low[0] - MARGIN, low[1] - MARGIN, high[0] - low[0] + 2 * MARGIN, high[1] - low[1] + 2 * MARGIN];
  }

  // Takes a message of the run: what is known of the cube.
  take(message) {
    if (this.cube.take(message) && this.shown) {
      this.#still();
    }
  }

  // Shows a pose as the page lists it; a moving one is shown on its way. `command` has the turns that
  // it makes and how the cube is held after it, if it is one.
  show(pose, command) {
    const target = poseOf(pose);
    const from = this.shown;
    this.svg.removeAttribute("hidden");
    const change = command && this.cube.move(command);
    const motion = (change && from && this.#motion(change.places, this.target, target)) ?? STILL;
    this.target = target;
    const run = (this.run += 1);
    // Without a motion to show, too, no more than one picture is drawn for each frame.
    const isStill = !from || reducedMotion();
    const begin = performance.now();
    const step = (now) => {
      const part = isStill ? 1 : Math.min(1, Math.max(0, now - begin) / TURN_MILLISECONDS);
      if (run === this.run && part === 1) {
        this.#still();
      } else if (run === this.run) {
        this.#draw(between(from, target, part), change?.before ?? this.cube.seen, motion, part);
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  }

  clear() {
    this.run += 1;
    this.shown = null;
    this.cube.clear();
    this.svg.setAttribute("hidden", "");
  }

  // How the cube moves with the axis that turns it, undefined if none does.
  #motion(places, from, to) {
    return Object.keys(to.angles)
      .map((name) => motionOf(places, this.sides[name] ?? "D", to.angles[name] - (from.angles[name] ?? 0)))
      .find((motion) => motion);
  }

  #still() {
    this.run += 1;
    this.#draw(this.target, this.cube.seen, STILL, 0);
    this.svg.dataset.facelets = this.cube.seen;
  }

  #draw(pose, facelets, motion, part) {
    this.shown = pose;
    const hands = Object.keys(pose.angles).flatMap((name) => this.#hand(name, pose));
    const shapes = [...this.#held(facelets, motion, part), ...hands];
    shapes.sort((one, other) => other.far - one.far);
    this.svg.innerHTML = shapes.map(({ shape }) => shape).join("");
  }

  // Returns the visible sides of the cube, {far, shape}, by layers across the axis of its motion.
  #held(facelets, motion, part) {
    const { axis, layers } = motion;
    const look = { camera: this.camera, facelets, scheme: this.cube.scheme };
    const parts = layers.length === 1 && part > 0;
    return [-1, 0, 1].flatMap((layer) => {
      const turn = turnOf(motion, layer, part);
      const faces = [...FACES].filter((face) => parts || isOuter(face, axis, layer));
      return faces.map((face) => sideOfSlab(look, face, { axis, layer, turn })).filter((side) => side);
    });
  }

  #hand(name, pose) {
    const side = this.sides[name] ?? "D";
    const { out, up } = FRAMES[side];
    const third = cross(out, up);
    const place = ([x, y, z]) => sum(scaled(out, x), scaled(up, y), scaled(third, z));
    // Clockwise as seen from outside.
    const turn = (point) => place(rotated(point, AXES[0], (-pose.angles[name] * Math.PI) / 180));
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
      const corners = SQUARE.map(([a, b]) => corner(a, b));
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
