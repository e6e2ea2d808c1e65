// Where the facelets of a cube are in space: x to the right, y up, z towards the viewer.

import { scaled, sum } from "./space.js";

export const FACES = "URFDLB";
// The facelets of a solved cube.
export const SOLVED = [...FACES].map((face) => face.repeat(9)).join("");
// Of each face: where it points to, and where right and up are on it in the net.
export const FRAMES = {
  U: { out: [0, 1, 0], right: [1, 0, 0], up: [0, 0, -1] },
  R: { out: [1, 0, 0], right: [0, 0, -1], up: [0, 1, 0] },
  F: { out: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  D: { out: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1] },
  L: { out: [-1, 0, 0], right: [0, 0, 1], up: [0, 1, 0] },
  B: { out: [0, 0, -1], right: [-1, 0, 0], up: [0, 1, 0] },
};
// Of each facelet of a 3x3x3: its face, its piece's place (each part -1, 0 or 1).
export const PLACES = [...FACES].flatMap((face) =>
  Array.from({ length: 9 }, (_, i) => {
    const { out, right, up } = FRAMES[face];
    return { face, place: sum(out, scaled(right, (i % 3) - 1), scaled(up, 1 - Math.floor(i / 3))) };
  }),
);
const key = (place, out) => [...place, ...out].map(Math.round).join();
const INDICES = new Map(PLACES.map(({ face, place }, i) => [key(place, FRAMES[face].out), i]));

// Returns the facelet of a piece's place on the side that points to `out`.
export const faceletAt = (place, out) => INDICES.get(key(place, out));
