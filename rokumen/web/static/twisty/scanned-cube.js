// A cube that the camera read: in the page's address, and as stickers of the puzzle. Facelets are the
// 6 N N of a cube turned about its faces.

import { FACES, FRAMES } from "../cube/places.js";
import { STICKER_COLOURS } from "../cube/palette.js";
import { dot } from "../cube/space.js";

// Returns {facelets, colours} as the camera's page writes them; null if they are none of the puzzle's.
export function cubeInAddress(parameters) {
  const facelets = parameters.get("facelets") ?? "";
  const colours = (parameters.get("colours") ?? "").split(",");
  const size = Number(parameters.get("puzzle")?.match(/^cube-faces-(\d+)$/)?.[1]);
  const valid =
    /^[URFDLB]+$/.test(facelets) &&
    facelets.length === 6 * size * size &&
    colours.length === 6 &&
    colours.every((name) => name in STICKER_COLOURS);
  return valid ? { facelets, colours } : null;
}

// Names a puzzle, without a cube.
export function writePuzzle(name) {
  replace({ puzzle: name }, ["facelets", "colours"]);
}

// Adds a cube: its facelets, and the names of its colours.
export function writeCube({ facelets, colours }) {
  replace({ facelets, colours: colours.join(",") });
}

function replace(values, removed = []) {
  const address = new URL(location);
  Object.entries(values).forEach(([name, value]) => address.searchParams.set(name, value));
  removed.forEach((name) => address.searchParams.delete(name));
  history.replaceState(null, "", address);
}

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
