// Cubes for whoever has none at hand: an example, and one that is scrambled.

import { solvedBy } from "../cube/moves.js";
import { scrollTo } from "../elements.js";
import { postJson } from "../requests.js";

// The cube that these turns solve.
export const EXAMPLE = solvedBy("R2 D B' U L F2 D' R U' B2 L' D2 F R' U2 B L2 D' F' U".split(" "));

// Writes a new scramble into a field, and beside it what to do with it. Returns what is wrong, or "".
export async function newScramble(field, words) {
  const { moves, error = "" } = await postJson("api/scramble", {});
  if (!error) {
    field.value = moves.join(" ");
    words.textContent = "Turn a solved cube so, white on top and green in front, or only press Solve.";
    scrollTo(words);
  }
  return error;
}
