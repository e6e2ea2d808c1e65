// The state of the page, {puzzle, cube, moves, at}, in its address: the name of the puzzle, a cube that the
// camera read, {facelets, colours}, or null; the turns that were made since, and how many of a solution's
// are done, null where none is shown.

import { STICKER_COLOURS } from "../cube/palette.js";

const MOST_CHARACTERS = 6000; // of turns: the server takes no longer address

// Returns the state that the address names, and what is wrong with it in words, "" for nothing. `names`
// are those of the puzzles, of which `usual` is shown where none is named.
export function stateInAddress(names, usual) {
  const parameters = new URLSearchParams(location.search);
  const puzzle = parameters.get("puzzle") ?? usual;
  const at = parameters.get("at");
  const state = {
    puzzle: names.includes(puzzle) ? puzzle : usual,
    cube: cubeIn(parameters),
    moves: (parameters.get("moves") ?? "").split(" ").filter(Boolean),
    at: /^\d{1,6}$/.test(at ?? "") ? Number(at) : null,
  };
  const problems = [
    puzzle === state.puzzle ? "" : `There is no puzzle “${puzzle}”: choose one.`,
    !parameters.has("facelets") || state.cube ? "" : "The address holds no cube: scan it again on the page “Solve a cube”.",
    at === null || state.at !== null ? "" : `The address has at=${at}, which is no number of turns.`,
  ];
  return { state, problem: problems.filter(Boolean).join(" ") };
}

// Returns the address of a state.
export function addressOf({ puzzle, cube, moves, at }) {
  const address = new URL(location.pathname, location.href);
  const text = moves.join(" ");
  const values = {
    puzzle,
    facelets: cube?.facelets ?? "",
    colours: cube?.colours.join(",") ?? "",
    ...(text.length > MOST_CHARACTERS ? {} : { moves: text, at: at === null ? "" : String(at) }),
  };
  for (const [name, value] of Object.entries(values).filter(([, each]) => each)) {
    address.searchParams.set(name, value);
  }
  return address;
}

// Returns {facelets, colours} as the camera's page writes them; null if they are none of the puzzle's.
function cubeIn(parameters) {
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
