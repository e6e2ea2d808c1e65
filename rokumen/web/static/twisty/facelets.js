// Facelets of a cube turned about its faces: which sticker of the puzzle is which of the 6 N N.

import { dot } from "./vectors.js";

const FACES = "URFDLB";
// Directions of each face: outwards, and as its rows and columns run, seen from outside.
const FRAMES = {
  U: { normal: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1] },
  R: { normal: [1, 0, 0], right: [0, 0, -1], down: [0, -1, 0] },
  F: { normal: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0] },
  D: { normal: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1] },
  L: { normal: [-1, 0, 0], right: [0, 0, 1], down: [0, -1, 0] },
  B: { normal: [0, 0, -1], right: [-1, 0, 0], down: [0, -1, 0] },
};

const letterOf = ({ normal }) => [...FACES].find((face) => dot(FRAMES[face].normal, normal) > 0.99);

/** The index of a place among the facelets, in the order U R F D L B, each row by row. */
function faceletIndex(place, n) {
  const letter = letterOf(place);
  const { normal, right, down } = FRAMES[letter];
  const half = dot(place.centre, normal);
  const cell = (direction) => Math.floor(((dot(place.centre, direction) / half + 1) / 2) * n);
  return FACES.indexOf(letter) * n * n + cell(down) * n + cell(right);
}

/** Give the stickers of a solved puzzle the colours of facelets. */
export function showFacelets(puzzle, facelets) {
  const stickerOf = {};
  puzzle.places.forEach((place, i) => (stickerOf[letterOf(place)] ??= i));
  puzzle.stickers = puzzle.places.map(
    (place) => stickerOf[facelets[faceletIndex(place, puzzle.layers)]],
  );
}

/** The facelets of a puzzle as it is. */
export function faceletsOf(puzzle) {
  const letters = [];
  puzzle.places.forEach((place, i) => {
    letters[faceletIndex(place, puzzle.layers)] = letterOf(puzzle.places[puzzle.stickers[i]]);
  });
  return letters.join("");
}

/** The colour of each face of the solid, `paints` (`#rrggbb`) being those of U R F D L B. */
export function paletteOf(puzzle, paints) {
  const palette = [];
  for (const place of puzzle.places) {
    palette[place.colour] = paints[FACES.indexOf(letterOf(place))];
  }
  return palette;
}
