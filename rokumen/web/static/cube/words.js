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
const SEEN = { up: "away from you", down: "towards you" };

// Returns {order, detail}: what to do, in one sentence, and how far, in another one.
export function moveWords(move, scheme) {
  const [letter, amount] = [move[0], move.slice(1)];
  const what = NAMES[letter] ? `the ${NAMES[letter]} face` : (SLICES[letter] ?? "the whole cube");
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

// Returns the stages of a solution, their names and notes with colours in place of letters.
export const stagesInColours = (stages, scheme) =>
  stages.map((stage) => ({ ...stage, name: stageWords(stage.name, scheme), note: noteWords(stage.note, scheme) }));

// Returns the name of a stage with colours in place of the letters of a cross or a slot.
function stageWords(name, scheme) {
  return name
    .replace(/^Cross: ([URFDLB])$/, (_, face) => `Cross: ${scheme[face]}`)
    .replace(/: ([URFDLB])([URFDLB]) slot$/, (_, one, other) => `: ${scheme[one]} and ${scheme[other]}`);
}

// Returns why a step is done, with colours in place of the letters of pieces, and sides in place of
// those of positions: "the corner of white-red-green is at the bottom-left-front".
export function noteWords(note, scheme) {
  let named = scheme;
  return note
    .replace(/the colour of ([URFDLB]) is seen at (.+?), row by row from [URFDLB]/g, (_, face, seen) => orientationWords(scheme[face], seen.split(face).length - 1))
    .replace(/the pieces of ([URFDLB])\b/g, (_, face) => `the pieces of the ${scheme[face]} layer`)
    .replace(/ change places as [^;]+/g, " change places")
    .replace(/\(by face\)/g, "(by colour)")
    .replace(/\b([URFDLB]) (?=\d)/g, (_, face) => `${scheme[face]} `)
    .replace(/\b[URFDLB]\b/g, (face) => `the ${scheme[face]} face`)
    .replace(/\b(?:of|at|to)\b|;|\b[URFDLB]{2,3}\b/g, (part) => {
      if (!/[URFDLB]/.test(part)) {
        named = ["at", "to"].includes(part) ? NAMES : scheme;
        return part;
      }
      return `${named === NAMES ? "the " : ""}${[...part].map((face) => named[face]).join("-")}`;
    });
}

// Of the nine stickers that a last layer shows in its colour when it is solved.
function orientationWords(colour, count) {
  return `${count} of 9 stickers are ${colour} on the ${colour} face, and this brings the others there`;
}

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
