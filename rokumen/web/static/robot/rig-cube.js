// The cube that a robot holds: its stickers where they are now, as far as they are known.

import { parsed, solvedBy, turned } from "../cube/moves.js";
import { FACES, SOLVED } from "../cube/places.js";
import { STANDARD_SCHEME } from "../cube/palette.js";

const UNKNOWN = "-".repeat(SOLVED.length);
// A letter of its own for each facelet.
const NUMBERED = String.fromCharCode(...Array.from(SOLVED, (_, i) => 192 + i));
// Of each side: what turns the whole cube clockwise, as seen from there.
const ROTATIONS = { U: "y", R: "x", F: "z", D: "y'", L: "x'", B: "z'" };
const HOLDS = allHolds();

export class RigCube {
  constructor() {
    this.clear();
  }

  clear() {
    this.held = FACES;
    this.#forget();
  }

  // Takes a message of the run. Returns whether stickers change without a motion.
  take({ what, state, facelets, scheme, stages, again }) {
    if (what === "robot") {
      this.clear();
    } else if (what === "read" && facelets.length === SOLVED.length) {
      Object.assign(this, { facelets, scheme });
    } else if (what === "planned") {
      this.facelets = solvedBy(stages.flatMap((stage) => stage.moves));
    } else if (what === "replanning" || state === "moving" || (what === "failed" && !again)) {
      // It may be turned or exchanged now.
      this.#forget();
    } else {
      return false;
    }
    return true;
  }

  // Makes the turns of a command, after which the cube is held with the faces `held` at U R F D L B.
  // Returns {before, after, places}: the stickers as they are held, and where each place goes to.
  move({ turns, held }) {
    const before = this.seen;
    const places = { before: turned(NUMBERED, HOLDS[this.held]), after: turned(turned(NUMBERED, turns), HOLDS[held]) };
    this.facelets = turned(this.facelets, turns);
    this.held = held;
    return { before, after: this.seen, places };
  }

  // The 54 letters at the places of the robot, "-" where they are not known.
  get seen() {
    return turned(this.facelets, HOLDS[this.held]);
  }

  #forget() {
    this.facelets = UNKNOWN;
    this.scheme = STANDARD_SCHEME;
  }
}

// Returns {axis, layers, quarters}: how an actuator at a side of the cube moves it, its face or the
// whole, when it turns by `degrees` clockwise; null if it moves neither.
export function motionOf({ before, after }, side, degrees) {
  const quarters = Math.round(degrees / 90);
  const turns = (move) => turned(before, Array(((quarters % 4) + 4) % 4).fill(move)) === after;
  const move = [side, ROTATIONS[side]].find(turns);
  if (!move || before === after) {
    return null;
  }
  const { axis, layers, quarters: direction } = parsed(move);
  return { axis, layers, quarters: direction * quarters };
}

// Returns, of each way to hold the cube (its faces at U R F D L B), the rotations that lead to it.
function allHolds() {
  const held = (rotations) => [4, 13, 22, 31, 40, 49].map((middle) => turned(SOLVED, rotations)[middle]).join("");
  const found = { [FACES]: [] };
  const waiting = [[]];
  while (waiting.length) {
    const rotations = waiting.shift();
    for (const next of ["x", "y"].map((rotation) => [...rotations, rotation])) {
      if (!found[held(next)]) {
        found[held(next)] = next;
        waiting.push(next);
      }
    }
  }
  return found;
}
