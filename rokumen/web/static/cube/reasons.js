// What a step of a solution is called, and why it is done: one sentence in the words of the course, with
// the cube's colours.

import { turned } from "./moves.js";
import { PLACES } from "./places.js";
import { NAMES } from "./words.js";
import { capital } from "../elements.js";

const COUNTS = ["no", "one", "two", "three", "four"];
const NAMING_ORDER = "UDFBLR"; // of the sides of a place

// Returns the stages of a solution of a cube, their names and notes with colours in place of letters.
export function stagesInColours(stages, scheme, facelets) {
  let cube = facelets;
  return stages.map((stage) => {
    const named = { ...stage, name: nameOf(stage.name, scheme), note: reasonOf(stage, scheme, cube) };
    cube = turned(cube, stage.moves);
    return named;
  });
}

// Returns the name of a stage without the words and the letters that only those know who have learnt the
// method, and without the name of its case.
function nameOf(name, scheme) {
  return name
    .replace(/^Cross: ([URFDLB])$/, (_, face) => capital(`${scheme[face]} cross`))
    .replace(/^.+ ([1-4]): ([URFDLB])([URFDLB]) slot$/, (_, count, one, other) => `Pair ${count} of 4: ${scheme[one]} and ${scheme[other]}`)
    .replace(/^Orient the last layer \(OLL\).*$/, "The last side in one colour")
    .replace(/^Permute the last layer \(PLL\).*$/, "The last pieces to their places");
}

// Returns why a stage, {name, note}, is done on a cube; the solver's note where it is that of another
// method.
function reasonOf({ name, note }, scheme, cube) {
  const of = (letters) => [...letters].map((face) => scheme[face]).join("-");
  const [, below] = name.match(/^Cross: ([URFDLB])$/) ?? [];
  if (below) {
    return `The four ${of(below)} edges go around the ${of(below)} centre, each beside the centre of its other colour, since a centre never moves.`;
  }
  const [, slot] = name.match(/: ([URFDLB]{2}) slot$/) ?? [];
  const [, corner] = note.match(/corner of ([URFDLB]{3})/) ?? [];
  if (slot && corner) {
    const [one, other] = [corner, slot].map((piece) => `${of(piece)}${piece === corner ? " corner" : " edge"}, now at the ${placeOf(piece, cube)},`);
    return `The ${one} and the ${other} go in together, between the ${of(slot[0])} and the ${of(slot[1])} centre.`;
  }
  const [, looked] = note.match(/^the colour of ([URFDLB]) is seen at/) ?? [];
  if (looked) {
    const there = [...cube].filter((letter, i) => letter === looked && PLACES[i].face === looked).length;
    return `${there} of the 9 stickers on the ${of(looked)} side are ${of(looked)}, and this turns the others to ${of(looked)}, all at once.`;
  }
  const [, last, cycles] = note.match(/^the pieces of ([URFDLB]) (?:change places as (.+)|are right)/) ?? [];
  return last ? reasonOfLast(of(last), cycles) : note;
}

function reasonOfLast(colour, cycles) {
  if (!cycles) {
    return `The pieces of the ${colour} side are right among themselves, so that a turn puts them all in place.`;
  }
  const pieces = cycles.match(/[URFDLB]+/g);
  const counted = (letters, thing) => {
    const count = pieces.filter((piece) => piece.length === letters).length;
    return count ? [`${COUNTS[count]} ${thing}`] : [];
  };
  const both = capital([...counted(3, "corners"), ...counted(2, "edges")].join(" and "));
  return `${both} of the ${colour} side change places, all at once, and all else comes back.`;
}

// Returns where the piece with these colours is on a cube: "top-front-right".
function placeOf(letters, cube) {
  const facelets = [...PLACES.keys()];
  const pieceAt = (i) => facelets.filter((other) => String(PLACES[other].place) === String(PLACES[i].place));
  const isIt = (piece) => piece.length === letters.length && piece.every((i) => letters.includes(cube[i]));
  const piece = facelets.map(pieceAt).find(isIt);
  const faces = piece.map((i) => PLACES[i].face);
  return [...NAMING_ORDER].filter((face) => faces.includes(face)).map((face) => NAMES[face]).join("-");
}
