// What a move is in words, for someone who holds the cube and knows no letters.

export const NAMES = { U: "top", R: "right", F: "front", D: "bottom", L: "left", B: "back" };
// Of each letter: where a turn clockwise leads, where one anticlockwise does, and how that is seen.
const WAYS = {
  R: ["up", "down"],
  L: ["down", "up"],
  U: ["to the left", "to the right"],
  D: ["to the right", "to the left"],
  F: ["clockwise", "anticlockwise"],
  B: ["so that its top goes left", "so that its top goes right"],
  M: ["down", "up"],
  E: ["to the right", "to the left"],
  S: ["clockwise", "anticlockwise"],
  x: ["up, away from you", "down, towards you"],
  y: ["to the left", "to the right"],
  z: ["clockwise", "anticlockwise"],
};
const SLICES = { M: "the middle layer between left and right", E: "the middle layer between top and bottom", S: "the middle layer between front and back" };
const WIDE = { r: "R", l: "L", u: "U", d: "D", f: "F", b: "B" };
const SEEN = { up: "away from you", down: "towards you" };

// Returns {order, detail}: what to do, in one sentence, and how far, in another one.
export function moveWords(move, scheme) {
  const [letter, amount] = [WIDE[move[0]] ?? move[0], move.slice(1)];
  const what = WIDE[move[0]] ? `the ${NAMES[letter]} face and the layer beside it` : NAMES[letter] ? `the ${NAMES[letter]} face` : (SLICES[letter] ?? "the whole cube");
  const colour = NAMES[letter] ? `The face with the ${scheme[letter]} centre: ` : "";
  if (amount === "2") {
    return { order: `Turn ${what} halfway round`, detail: sentence(`${colour}two quarters, either way`) };
  }
  const way = WAYS[letter][amount === "'" ? 1 : 0];
  const seen = SEEN[way] ? `, ${SEEN[way]}` : "";
  return { order: `Turn ${what} ${way}`, detail: sentence(`${colour}a quarter${seen}`) };
}

// Returns a text with the names of sides in place of their letters: "the corner top-right-front", "front 8".
export const placeWords = (text) =>
  text
    .replace(/\b([URFDLB])([1-9])\b/g, (_, face, number) => `${NAMES[face]} ${number}`)
    .replace(/\b[URFDLB]{2,3}\b/g, (letters) => [...letters].map((letter) => NAMES[letter]).join("-"));

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
