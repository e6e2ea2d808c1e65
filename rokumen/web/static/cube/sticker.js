// A sticker of the 3D cube: a rounded square that lies on its piece, with its marks.

import { FRAMES, PLACES } from "./places.js";
import { scaled, sum } from "../vectors.js";

const [HALF, ROUND] = [0.43, 0.15]; // half its side, its rounded corners
const SHADES = { x: 0.1, down: 0.1 };

// Returns a facelet's sticker. `look` is {camera, facelets, scheme}; it lies on the piece at `place`,
// turned by `turn`, and then looks along `normal`, which gives its shade.
export function sticker({ camera, facelets, scheme }, facelet, { place, turn, normal }) {
  const { out, right, up } = FRAMES[PLACES[facelet].face];
  const centre = sum(place, scaled(out, 0.5));
  const at = (a, b) => camera.at(turn(sum(centre, scaled(right, a), scaled(up, b))));
  const colour = scheme[facelets[facelet]] ?? "none";
  const path = roundedSquare(at);
  const shade = SHADES.x * Math.abs(normal[0]) + SHADES.down * Math.max(0, -normal[1]);
  const dark = shade > 0.005 ? `<path d="${path}" fill-opacity="${shade.toFixed(3)}"/>` : "";
  return `<path class="sticker ${colour}" d="${path}"/>${dark}${letter(at, colour)}`;
}

function roundedSquare(at) {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const parts = corners.map(([a, b], i) => {
    const [before, after] = [corners[(i + 3) % 4], corners[(i + 1) % 4]];
    const toward = ([x, y]) => at(HALF * a + (ROUND * (x - a)) / 2, HALF * b + (ROUND * (y - b)) / 2);
    const [start, middle, end] = [toward(before), at(HALF * a, HALF * b), toward(after)];
    const numbers = [start, middle, end].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    return `${i ? "L" : "M"}${numbers[0]}Q${numbers[1]} ${numbers[2]}`;
  });
  return `${parts.join("")}Z`;
}

// The first letter of a colour, lying on the sticker; styles show it where marks are asked for.
function letter(at, colour) {
  if (colour === "none") {
    return "";
  }
  const [x, y] = at(0, 0);
  const [right, down] = [at(0.1, 0), at(0, -0.1)];
  const matrix = [right[0] - x, right[1] - y, down[0] - x, down[1] - y].map((value) => value * 10);
  const numbers = [...matrix, x, y].map((value) => value.toFixed(1));
  return `<text class="mark ${colour}" transform="matrix(${numbers.join(" ")})" y="0.19">${colour[0].toUpperCase()}</text>`;
}
