// The six colours as clouds in the Lab plane, and how far apart they are.

import { drawn } from "./svg.js";

const SIZE = 420;
const MARGIN = 26;
const STEP = 20; // Lab units from line to line
const SHOWN_PAIRS = 6;
const [ROW, BAR_LEFT, BAR_RIGHT] = [24, 130, 380];
const MOST_APART = 24; // where a bar ends

// Right is red, left green, up yellow, down blue; the middle is without colour.
export function drawClouds({ colours }) {
  const farthest = Math.max(...colours.flatMap(({ samples }) => samples.flatMap(({ ab }) => ab.map(Math.abs))));
  const reach = STEP * Math.ceil((farthest + 5) / STEP);
  const scale = (SIZE - 2 * MARGIN) / (2 * reach);
  const place = ([a, b]) => [SIZE / 2 + a * scale, SIZE / 2 - b * scale];
  const svg = drawn("svg", {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    role: "img",
    "aria-label": "Every sticker where its hue and saturation are, in the plane of CIE Lab",
  });
  for (let value = -reach; value <= reach; value += STEP) {
    const kind = value === 0 ? "axis" : "grid";
    const [x1, y1] = place([value, -reach]);
    const [x2, y2] = place([value, reach]);
    svg.append(drawn("line", { x1, y1, x2, y2, class: kind }), drawn("line", { x1: y1, y1: x1, x2: y2, y2: x2, class: kind }));
  }
  const sides = [
    ["towards yellow", SIZE / 2, 16, "middle"],
    ["towards blue", SIZE / 2, SIZE - 8, "middle"],
    ["green", 2, SIZE / 2 - 6, "start"],
    ["red", SIZE - 2, SIZE / 2 - 6, "end"],
  ];
  svg.append(...sides.map(([text, x, y, anchor]) => drawn("text", { x, y, "text-anchor": anchor, class: "side" }, text)));
  for (const { samples } of colours) {
    for (const { ab, paint } of samples) {
      const [cx, cy] = place(ab);
      svg.append(drawn("circle", { cx, cy, r: 4.5, fill: paint, class: "sticker" }));
    }
  }
  for (const { name, ellipse } of colours) {
    const [cx, cy] = place(ellipse.middle);
    const [rx, ry] = ellipse.radii.map((radius) => radius * scale);
    svg.append(
      drawn("ellipse", { cx, cy, rx, ry, transform: `rotate(${-ellipse.degrees} ${cx} ${cy})` }),
      drawn("text", { x: cx, y: cy + Math.max(rx, ry) + 16, "text-anchor": "middle", class: "name" }, name),
    );
  }
  return svg;
}

export function drawPairs({ pairs, safe }) {
  const shown = pairs.slice(0, SHOWN_PAIRS);
  const height = ROW * shown.length + 20;
  const across = (apart) => BAR_LEFT + ((BAR_RIGHT - BAR_LEFT) * Math.min(apart, MOST_APART)) / MOST_APART;
  const svg = drawn("svg", {
    viewBox: `0 0 ${SIZE} ${height}`,
    role: "img",
    "aria-label": "The closest pairs of colours, in multiples of their scatter",
  });
  const x = across(safe);
  shown.forEach(({ first, second, apart, close }, row) => {
    const y = ROW * row;
    svg.append(
      drawn("rect", { x: BAR_LEFT, y: y + 3, width: across(apart) - BAR_LEFT, height: 16, class: close ? "close" : "fine" }),
      drawn("line", { x1: x, x2: x, y1: y, y2: y + ROW, class: "safe" }),
      drawn("text", { x: 0, y: y + 15 }, `${first}, ${second}`),
      drawn("text", { x: across(apart) + 6, y: y + 15 }, apart.toFixed(1)),
    );
  });
  svg.append(drawn("text", { x, y: height - 4, "text-anchor": "middle" }, `safe from ${safe} on`));
  return svg;
}
