// What is said and shown of a cube that has been read.

import { FACES } from "../cube/places.js";
import { placeWords } from "../cube/words.js";
import { byId, capital, counted } from "../elements.js";

// The order in which the 48 numbers go through the faces, eight a face.
const NUMBERED_FACES = "ULFRBD";
// With more faults and doubtful stickers than this it is not some stickers that are wrong.
const MOST_FAULTS = 3;
const MOST_DOUBTS = 3;
const OTHER_CUBE = "Was a layer turned in between, or is a face of another cube?";

// Returns, of a cube that is not certain, an order, such as "Show the blue face again", and the reasons
// in sentences. `advice` is the server's; `remedy` is a sentence with what can be done in place of it.
export function readingWords(reading, advice, remedy) {
  const [order, ...reasons] = advice.split(": ");
  const why = sentence(capital(reasons.join(": ")));
  const isFaulty = reading.faults.length > MOST_FAULTS;
  if (isFaulty && reading.ambiguous.length > MOST_DOUBTS) {
    const again = order.charAt(0).toLowerCase() + order.slice(1);
    return { order: `These faces do not fit one cube: start over, or ${again}`, why: `${OTHER_CUBE} ${why}` };
  }
  const faults = (isFaulty ? [] : reading.faults).map((fault) => `As seen, ${placeWords(fault)}.`);
  return { order: capital(order), why: [why, remedy, ...faults].join(" ").trim() };
}

function sentence(words) {
  return /[\w)]$/.test(words) ? `${words}.` : words;
}

// Returns why a cube that photographs show is not certain, and what a button says, `again`, that asks
// for the photograph that would settle it; where its order of colours is in doubt, `own` is that which
// was read.
export function photographDoubt(reading, remedy) {
  if (reading.doubted_order) {
    return { order: "Is this your cube’s order of colours?", why: reading.advice, again: "", own: reading.doubted_order };
  }
  const face = reading.advice.match(/the (\w+ face) again/)?.[1];
  return { ...readingWords(reading, reading.advice, remedy), again: face ? `Photograph the ${face} again` : "Add a photograph" };
}

// Returns what is said of doubtful stickers where nothing else is known; null if there are none.
export function doubtOf(doubtful) {
  return doubtful.length ? { order: `${counted(doubtful.length, "sticker")} not certain: compare with your cube`, why: "" } : null;
}

// Lists the 48 numbers of a 3x3x3.
export function showNumbers(numbers) {
  const lines = [...NUMBERED_FACES].map((face, i) =>
    [face, ...numbers.slice(8 * i, 8 * i + 8).map((number) => String(number).padStart(3))].join(" "),
  );
  byId("number-lines").textContent = lines.join("\n");
  byId("numbers").hidden = false;
}

// Offers the solution of a cube of another size, on the page of puzzles.
export function offerPuzzle(facelets, scheme) {
  const n = Math.sqrt(facelets.length / 6);
  const colours = [...FACES].map((face) => scheme[face]).join(",");
  const query = new URLSearchParams({ puzzle: `cube-faces-${n}`, facelets, colours });
  byId("to-puzzle").href = `puzzles.html?${query}`;
  byId("to-puzzle").textContent = `Solve this ${n}x${n}x${n}`;
  byId("other-size").hidden = false;
}
