// The arrow of a move: along two visible faces, over the edge between them.

import { parsed } from "./moves.js";
import { AXES, cross, distance, dot, scaled, sum, written } from "./space.js";

const [LIFT, BEND, START, END, STEPS] = [0.16, 0.35, -1.15, -1.05, 24];
const [WIDTH, HEAD, HEAD_LENGTH] = [0.2, 0.5, 0.8];

// Returns the SVG of a move's arrow as a camera sees it.
export function arrow(camera, move) {
  const { axis, layers, quarters } = parsed(move);
  const layer = layers.length > 1 ? 0 : layers[0];
  const path = overTheEdge(...seenWay(camera, axis, quarters)).map((point) => sum(point, scaled(AXES[axis], layer)));
  const width = layers.length > 1 ? 2 : 1;
  const outline = written(ribbon(path, scaled(AXES[axis], width)).map((point) => camera.at(point)));
  const twice = Math.abs(quarters) === 2 ? mark(camera.at(path[2]), camera.scale) : "";
  return `<polygon class="arrow-halo" points="${outline}"/><polygon class="arrow" points="${outline}"/>${twice}`;
}

// Returns where the face points that a turn leads from, and the one that it leads to, both of them seen.
function seenWay(camera, axis, quarters) {
  const others = [0, 1, 2].filter((each) => each !== axis);
  const seen = others.map((each) => scaled(AXES[each], Math.sign(camera.eye[each])));
  return dot(cross(...seen), AXES[axis]) * quarters < 0 ? seen : seen.reverse();
}

function overTheEdge(first, second) {
  const edge = 1.5 + LIFT;
  const at = (along, across) => sum(scaled(first, along), scaled(second, across));
  const between = (low, high) => Array.from({ length: STEPS + 1 }, (_, i) => low + ((high - low) * i) / STEPS);
  const round = between(0, Math.PI / 2).map((angle) =>
    at(edge - BEND + BEND * Math.cos(angle), edge - BEND + BEND * Math.sin(angle)),
  );
  return [
    ...between(START, edge - BEND).map((across) => at(edge, across)),
    ...round,
    ...between(edge - BEND, END).map((along) => at(along, edge)),
  ];
}

// Returns the outline of an arrow along a path.
function ribbon(path, side) {
  const lengths = [0];
  for (let i = 1; i < path.length; i++) {
    lengths.push(lengths[i - 1] + distance(path[i - 1], path[i]));
  }
  const head = lengths.findIndex((length) => length >= lengths.at(-1) - HEAD_LENGTH);
  const body = path.slice(0, head + 1);
  const beside = (factor) => body.map((point) => sum(point, scaled(side, factor)));
  const atHead = (factor) => sum(path[head], scaled(side, factor));
  return [...beside(WIDTH), atHead(HEAD), path.at(-1), atHead(-HEAD), ...beside(-WIDTH).reverse()];
}

// A half turn is two quarters.
function mark([x, y], scale) {
  const radius = 0.36 * scale;
  return (
    `<circle class="arrow" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"/>` +
    `<text class="arrow-words" x="${x.toFixed(1)}" y="${(y + 0.14 * scale).toFixed(1)}" font-size="${(0.4 * scale).toFixed(0)}">2×</text>`
  );
}
