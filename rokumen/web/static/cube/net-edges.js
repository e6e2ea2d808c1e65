// Which sticker lies beside which, also over the edges of the cube: from their places in space. And
// the colours next to the edges of a face that is shown alone, which a person compares with the cube
// in hand.

import { svgElement } from "../elements.js";
import { FACES, FRAMES } from "./places.js";
import { dot, scaled, sum } from "./space.js";

const THICK = 0.2; // of an edge
const AWAY = 0.13; // of the edges from the face
export const MARGIN = AWAY + THICK + 0.05;

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

// Of each side: the facelet in row or column `k`, and where its edge is from the face's corner.
const SIDES = {
  ArrowUp: (k, size, side) => ({ facelet: k, x: k * side, y: -AWAY - THICK }),
  ArrowDown: (k, size, side) => ({ facelet: (size - 1) * size + k, x: k * side, y: size * side + AWAY }),
  ArrowLeft: (k, size, side) => ({ facelet: k * size, x: -AWAY - THICK, y: k * side }),
  ArrowRight: (k, size, side) => ({ facelet: k * size + size - 1, x: size * side + AWAY, y: k * side }),
};

// Returns the shapes round a face at `corner`, with stickers of length `side`; what else is drawn
// there is covered. `colourOf` returns the colour of a facelet of the whole cube.
export function faceEdges(face, [left, top], size, side, colourOf) {
  const first = FACES.indexOf(face) * size ** 2;
  const shapes = [frame(left, top, size * side)];
  for (const [key, placed] of Object.entries(SIDES)) {
    const isRow = key === "ArrowUp" || key === "ArrowDown";
    for (let k = 0; k < size; k += 1) {
      const { facelet, x, y } = placed(k, size, side);
      const [wide, high] = isRow ? [side, THICK] : [THICK, side];
      const beside = neighbour(first + facelet, key, size);
      const [x0, y0] = [left + x + (isRow ? 0.06 : 0), top + y + (isRow ? 0 : 0.06)];
      const shape = `M${x0} ${y0}h${wide - (isRow ? 0.12 : 0)}v${high - (isRow ? 0 : 0.12)}H${x0}z`;
      const colour = colourOf(beside) ?? "empty";
      shapes.push(svgElement("path", { d: shape, class: `sticker edge ${colour}`, "data-facelet": beside }));
    }
  }
  return shapes;
}

// Covers the faces beside one that is shown alone, which are not those beside it on the cube.
function frame(left, top, length) {
  const [gap, far] = [0.1, 2];
  const square = (away) => {
    const whole = length + 2 * away;
    return `M${left - away} ${top - away}h${whole}v${whole}h${-whole}z`;
  };
  return svgElement("path", { d: square(far) + square(gap), class: "cover", "fill-rule": "evenodd" });
}
