// The puzzle, and the cube that the camera read, in the page's address.

import { STICKER_COLOURS } from "../cube/palette.js";

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
