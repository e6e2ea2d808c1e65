// Moves of a 3x3x3: what each turns, its inverse, and a cube after it.

import { FRAMES, PLACES, SOLVED, faceletAt } from "./places.js";
import { AXES, rotated } from "./space.js";

// Of each letter: its axis, the direction of clockwise (seen from the end of the axis) and layers.
const TURNED = {
  R: [0, 1, [1]],
  L: [0, -1, [-1]],
  U: [1, 1, [1]],
  D: [1, -1, [-1]],
  F: [2, 1, [1]],
  B: [2, -1, [-1]],
  M: [0, -1, [0]],
  E: [1, -1, [0]],
  S: [2, 1, [0]],
  x: [0, 1, [-1, 0, 1]],
  y: [1, 1, [-1, 0, 1]],
  z: [2, 1, [-1, 0, 1]],
  r: [0, 1, [0, 1]],
  l: [0, -1, [-1, 0]],
  u: [1, 1, [0, 1]],
  d: [1, -1, [-1, 0]],
  f: [2, 1, [0, 1]],
  b: [2, -1, [-1, 0]],
};
const QUARTERS = { "": 1, 2: 2, "'": -1 };

// Returns {letter, axis, layers, quarters}: quarter turns clockwise as seen from the axis' end.
export function parsed(move) {
  const [axis, direction, layers] = TURNED[move[0]];
  return { letter: move[0], axis, layers, quarters: direction * QUARTERS[move.slice(1)] };
}

// Returns the moves of a text, two layers as lower-case letters. Throws an Error that quotes what is no move.
export function movesIn(text) {
  const words = text.replace(/[’′]/g, "'").replace(/[()[\],]/g, " ").trim();
  const made = words.replace(/([URFDLB])w/g, (_, letter) => letter.toLowerCase()).replace(/2'|'2/g, "2");
  const moves = made.match(/[A-Za-z][2']?/g) ?? [];
  const wrong = made.replace(/[URFDLBMESxyzurfdlb][2']?/g, "").trim();
  if (wrong) {
    throw new Error(`“${wrong.slice(0, 20)}” is no move: write R, U', F2, Rw or r, M, x.`);
  }
  return moves;
}

// Whether a move turns the whole cube.
export const isWhole = (move) => "xyz".includes(move[0]);

export const inverse = (move) =>
  move.endsWith("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`;

// Returns the facelets of the cube that moves solve.
export const solvedBy = (moves) => turned(SOLVED, [...moves].reverse().map(inverse));

// Returns the facelets (54 letters of any alphabet) after moves.
export const turned = (facelets, moves) => moves.reduce(turnedOnce, facelets);

const turnedOnce = (facelets, move) => sourcesOf(move).map((from) => facelets[from]).join("");

// How to turn a whole cube so that any two of its centres are above and in front.
const WHOLE_TURNS = ["", "x", "x2", "x'", "z", "z'"].flatMap((first) =>
  ["", "y", "y2", "y'"].map((second) => [first, second].filter(Boolean)),
);

// Returns the facelets of the same cube held with its centre U above and F in front.
export const upright = (facelets) => turned(facelets, WHOLE_TURNS.find((moves) => isUpright(turned(facelets, moves))) ?? []);

const isUpright = (facelets) => facelets[4] === "U" && facelets[22] === "F";

// Returns moves with turns of the whole cube before them, so that a solved cube is held alike before and after.
export const heldUpright = (moves) =>
  WHOLE_TURNS.map((before) => [...before, ...moves]).find((each) => isUpright(turned(SOLVED, each)));

// Of each move that was made: which facelet comes to each place.
const sources = new Map();

function sourcesOf(move) {
  if (!sources.has(move)) {
    const { axis, layers, quarters } = parsed(move);
    const from = [...PLACES.keys()];
    PLACES.forEach(({ face, place }, i) => {
      if (layers.includes(place[axis])) {
        const turn = (vector) => rotated(vector, AXES[axis], (-quarters * Math.PI) / 2);
        from[faceletAt(turn(place), turn(FRAMES[face].out))] = i;
      }
    });
    sources.set(move, from);
  }
  return sources.get(move);
}
