// A layer of the cube as it is drawn: the sides of it that are seen, with their stickers.

import { written } from "./camera.js";
import { FRAMES, PLACES } from "./places.js";
import { sticker } from "./sticker.js";
import { dot, scaled, sum } from "../vectors.js";

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
  const quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const points = written(quad.map((point) => look.camera.at(turn(point))));
  const own = ({ face: on, place }) => on === face && place[axis] === layer;
  const facelets = isOuter(face, axis, layer) ? [...PLACES.keys()].filter((i) => own(PLACES[i])) : [];
  const stickers = facelets.map((i) => sticker(look, i, { place: PLACES[i].place, turn, normal }));
  return { far: Math.hypot(...toEye), shape: `<polygon class="plastic" points="${points}"/>${stickers.join("")}` };
}

// Whether a side of a layer is a part of the cube's surface, and not between two layers.
export function isOuter(face, axis, layer) {
  const { out } = FRAMES[face];
  return !out[axis] || out[axis] === layer;
}
