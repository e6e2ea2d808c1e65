// What is shown of a cube that was read, beside its net.

import { FACES } from "../cube/places.js";

// The order in which the 48 numbers go through the faces, eight a face.
const NUMBERED_FACES = "ULFRBD";

// Lists the 48 numbers of a 3x3x3; `byId` returns an element of the page.
export function showNumbers(byId, numbers) {
  const lines = [...NUMBERED_FACES].map((face, i) =>
    [face, ...numbers.slice(8 * i, 8 * i + 8).map((number) => String(number).padStart(3))].join(" "),
  );
  byId("number-lines").textContent = lines.join("\n");
  byId("numbers").hidden = false;
}

// Offers the solution of a cube of another size, on the page of puzzles.
export function offerPuzzle(byId, facelets, scheme) {
  const n = Math.sqrt(facelets.length / 6);
  const colours = [...FACES].map((face) => scheme[face]).join(",");
  const query = new URLSearchParams({ puzzle: `cube-faces-${n}`, facelets, colours });
  byId("to-puzzle").href = `puzzles.html?${query}`;
  byId("to-puzzle").textContent = `Solve this ${n}x${n}x${n}`;
  byId("other-size").hidden = false;
}
