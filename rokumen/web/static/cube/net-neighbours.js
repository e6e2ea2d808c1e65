// Which sticker lies beside which, also over the edges of the cube: from their places in space.

import { FACES, FRAMES } from "./places.js";
import { dot, scaled, sum } from "./vectors.js";

const STEPS = {
  ArrowRight: ({ right }) => right,
  ArrowLeft: ({ right }) => scaled(right, -1),
  ArrowUp: ({ up }) => up,
  ArrowDown: ({ up }) => scaled(up, -1),
};

// Returns the index of the sticker that an arrow key leads to from a sticker of a cube with faces of
// `size` x `size`; -1 for another key.
export function neighbour(index, key, size) {
  const face = FRAMES[FACES[Math.floor(index / size ** 2)]];
  const step = STEPS[key]?.(face);
  if (!step) {
    return -1;
  }
  // In units of half a sticker from the centre of the face.
  const across = 2 * (index % size) - size + 1;
  const up = size - 1 - 2 * Math.floor((index % size ** 2) / size);
  const place = sum(scaled(face.right, across), scaled(face.up, up));
  const onFace = dot(place, step) + 2 <= size - 1;
  if (onFace) {
    return indexOf(face, sum(place, scaled(step, 2)), size);
  }
  // Over the edge: to the first row of the face that the step points to.
  const along = sum(place, scaled(step, -dot(place, step)));
  const beyond = Object.values(FRAMES).find(({ out }) => dot(out, step) === 1);
  return indexOf(beyond, sum(along, scaled(face.out, size - 1)), size);
}

function indexOf(face, place, size) {
  const column = (dot(place, face.right) + size - 1) / 2;
  const row = (size - 1 - dot(place, face.up)) / 2;
  const number = Object.values(FRAMES).indexOf(face);
  return number * size ** 2 + row * size + column;
}
