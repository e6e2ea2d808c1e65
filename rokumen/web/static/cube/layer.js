// A layer of the cube as it is drawn: the sides of it that are seen, with their stickers, each a rounded
// square that lies on its piece, with its marks.

import { initials } from "./palette.js";
import { FRAMES, PLACES } from "./places.js";
import { AXES, SQUARE, dot, rotated, scaled, sum, written } from "./space.js";

const [HALF, ROUND] = [0.43, 0.15]; // half its side, its rounded corners
// No layer turns.
export const STILL = { axis: 1, layers: [], quarters: 0 };
const SHADES = { x: 0.1, down: 0.1 };

// Returns {far, shape} of one side of the layer across an axis, null where it is not seen. `look`
// is {camera, facelets, scheme}; `turn` turns the layer's points.
export function sideOfSlab(look, face, { axis, layer, turn }) {
  const { out, right, up } = FRAMES[face];
  const middle = sum(scaled(out, out[axis] ? 0.5 : 1.5), [0, 1, 2].map((i) => (i === axis ? layer : 0)));
  const [normal, centre] = [turn(out), turn(middle)];
  const toEye = sum(look.camera.eye, scaled(centre, -1));
  if (dot(normal, toEye) <= 0) {
    return null;
  }
  const reach = (side) => (side[axis] ? 0.5 : 1.5);
  const corner = (a, b) => sum(middle, scaled(right, a * reach(right)), scaled(up, b * reach(up)));
  const points = written(SQUARE.map(([a, b]) => look.camera.at(turn(corner(a, b)))));
  const own = ({ face: on, place }) => on === face && place[axis] === layer;
  const facelets = isOuter(face, axis, layer) ? [...PLACES.keys()].filter((i) => own(PLACES[i])) : [];
  const stickers = facelets.map((i) => sticker(look, i, { place: PLACES[i].place, turn, normal }));
  return { far: Math.hypot(...toEye), shape: `<polygon class="plastic" points="${points}"/>${stickers.join("")}` };
}

// Returns what turns the points of a layer across the axis of a move of which a part is made.
export function turnOf({ axis, layers, quarters }, layer, part) {
  const angle = layers.includes(layer) ? (-quarters * part * Math.PI) / 2 : 0;
  return (vector) => rotated(vector, AXES[axis], angle);
}

// Whether a side of a layer is a part of the cube's surface, and not between two layers.
export function isOuter(face, axis, layer) {
  const { out } = FRAMES[face];
  return !out[axis] || out[axis] === layer;
}

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
  return `<path class="sticker ${colour}" d="${path}"/>${dark}${letter(at, colour, initials(scheme)[colour])}`;
}

function roundedSquare(at) {
  const parts = SQUARE.map(([a, b], i) => {
    const [before, after] = [SQUARE[(i + 3) % 4], SQUARE[(i + 1) % 4]];
    const toward = ([x, y]) => at(HALF * a + (ROUND * (x - a)) / 2, HALF * b + (ROUND * (y - b)) / 2);
    const [start, middle, end] = [toward(before), at(HALF * a, HALF * b), toward(after)];
    const numbers = [start, middle, end].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    return `${i ? "L" : "M"}${numbers[0]}Q${numbers[1]} ${numbers[2]}`;
  });
  return `${parts.join("")}Z`;
}

// The letter of a colour, lying on the sticker; styles show it where marks are asked for.
function letter(at, colour, initial) {
  if (colour === "none") {
    return "";
  }
  const [x, y] = at(0, 0);
  const [right, down] = [at(0.1, 0), at(0, -0.1)];
  const [[a, b], [c, d]] = [right, down].map((end) => [10 * (end[0] - x), 10 * (end[1] - y)]);
  // A hidden face is seen through from behind, but its letters are not, and none is upside down.
  const side = Math.sign(a * d - b * c);
  const upright = Math.sign(d) || 1;
  const matrix = [upright * side * a, upright * side * b, upright * c, upright * d];
  const numbers = [...matrix, x, y].map((value) => value.toFixed(1));
  return `<text class="mark ${colour}" transform="matrix(${numbers.join(" ")})" y="0.19">${initial.toUpperCase()}</text>`;
}
