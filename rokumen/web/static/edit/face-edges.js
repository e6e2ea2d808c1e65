// Beside a face that is shown alone: the colours next to its edges, which a person compares with the
// cube in hand.

import { FACES } from "../cube/places.js";
import { neighbour } from "../cube/net-neighbours.js";
import { svgElement } from "../elements.js";

const THICK = 0.2; // of an edge
const AWAY = 0.13; // of the edges from the face
export const MARGIN = AWAY + THICK + 0.05;

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
