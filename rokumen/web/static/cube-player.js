// Helpers of the 3D cube: inverse of a move, rotation of the whole cube, WebGL test.

import { STANDARD_SCHEME } from "./palette.js";

export const inverse = (move) =>
  move.endsWith("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`;

// From which face the colour of each face comes when the whole cube is turned.
const ROTATIONS = {
  x: { U: "F", F: "D", D: "B", B: "U", R: "R", L: "L" },
  y: { F: "R", R: "B", B: "L", L: "F", U: "U", D: "D" },
  z: { U: "L", R: "U", D: "R", L: "D", F: "F", B: "B" },
};
const TO_THE_TOP = [[], ["x"], ["x", "x"], ["x", "x", "x"], ["z"], ["z", "z", "z"]];
const ROUND_THE_TOP = [[], ["y"], ["y", "y"], ["y", "y", "y"]];

// Returns the rotations that turn a cube with white up and green in front to the colours of
// `scheme`; null for colours that no cube with the usual ones shows.
export function rotationTo(scheme) {
  for (const first of TO_THE_TOP) {
    for (const then of ROUND_THE_TOP) {
      const rotations = [...first, ...then];
      const turned = rotations.reduce(rotated, STANDARD_SCHEME);
      if (Object.keys(turned).every((face) => turned[face] === scheme[face])) {
        return rotations;
      }
    }
  }
  return null;
}

function rotated(scheme, rotation) {
  const from = Object.entries(ROTATIONS[rotation]);
  return Object.fromEntries(from.map(([face, source]) => [face, scheme[source]]));
}

export function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}
