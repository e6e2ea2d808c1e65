// A cube that the camera read, as stickers of the puzzle. Facelets are the 6 N N of a cube turned about
// its faces.

import { FACES, FRAMES } from "../cube/places.js";
import { dot } from "../cube/space.js";

const letterOf = ({ normal }) => [...FACES].find((face) => dot(FRAMES[face].out, normal) > 0.99);

/** The index of a place among the facelets, in the order U R F D L B, each row by row. */
function faceletIndex(place, n) {
  const letter = letterOf(place);
  const { out, right, up } = FRAMES[letter];
  const half = dot(place.centre, out);
  const cell = (direction) => Math.floor(((dot(place.centre, direction) / half + 1) / 2) * n);
  return FACES.indexOf(letter) * n * n + (n - 1 - cell(up)) * n + cell(right);
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
