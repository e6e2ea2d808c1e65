// SVG plots of measured colours: stickers in the Lab plane, and separations of pairs.

import { svgElement } from "../elements.js";

const SIZE = 420;
const MARGIN = 26;
const STEP = 20; // Lab units between grid lines
const SHOWN_PAIRS = 6;
const [ROW, BAR_LEFT, BAR_RIGHT] = [24, 130, 380];
const MAX_SHOWN_DISTANCE = 24; // separation at which a bar ends

// The a axis runs from green (left) to red (right), the b axis from blue (down) to yellow (up).
export function drawColourPlot({ colours }) {
  const largest = Math.max(...colours.flatMap(({ samples }) => samples.flatMap(({ ab }) => ab.map(Math.abs))));
  const limit = STEP * Math.ceil((largest + 5) / STEP);
  const scale = (SIZE - 2 * MARGIN) / (2 * limit);
  const position = ([a, b]) => [SIZE / 2 + a * scale, SIZE / 2 - b * scale];
  const lines = [];
  for (let value = -limit; value <= limit; value += STEP) {
    const kind = value === 0 ? "axis" : "grid";
    const [x1, y1] = position([value, -limit]);
    const [x2, y2] = position([value, limit]);
    lines.push(svgElement("line", { x1, y1, x2, y2, class: kind }), svgElement("line", { x1: y1, y1: x1, x2: y2, y2: x2, class: kind }));
  }
  const sides = [
    ["towards yellow", SIZE / 2, 16, "middle"],
    ["towards blue", SIZE / 2, SIZE - 8, "middle"],
    ["green", 2, SIZE / 2 - 6, "start"],
    ["red", SIZE - 2, SIZE / 2 - 6, "end"],
  ].map(([text, x, y, anchor]) => svgElement("text", { x, y, "text-anchor": anchor, class: "side" }, text));
  const stickers = colours.flatMap(({ samples }) => samples).map(({ ab, paint }) => {
    const [cx, cy] = position(ab);
    return svgElement("circle", { cx, cy, r: 4.5, fill: paint, class: "sample" });
  });
  const scatters = colours.flatMap(({ name, ellipse }) => {
    const [cx, cy] = position(ellipse.middle);
    const [rx, ry] = ellipse.radii.map((radius) => radius * scale);
    return [
      svgElement("ellipse", { cx, cy, rx, ry, transform: `rotate(${-ellipse.degrees} ${cx} ${cy})` }),
      svgElement("text", { x: cx, y: cy + Math.max(rx, ry) + 16, "text-anchor": "middle", class: "name" }, name),
    ];
  });
  return plot(SIZE, "Every sticker in the a-b plane of CIE Lab", [...lines, ...sides, ...stickers, ...scatters]);
}

export function drawPairs({ pairs, safe }) {
  const shown = pairs.slice(0, SHOWN_PAIRS);
  const height = ROW * shown.length + 20;
  const barEnd = (apart) => BAR_LEFT + ((BAR_RIGHT - BAR_LEFT) * Math.min(apart, MAX_SHOWN_DISTANCE)) / MAX_SHOWN_DISTANCE;
  const x = barEnd(safe);
  const bars = shown.flatMap(({ first, second, apart, close }, row) => {
    const y = ROW * row;
    return [
      svgElement("rect", { x: BAR_LEFT, y: y + 3, width: barEnd(apart) - BAR_LEFT, height: 16, class: close ? "close" : "fine" }),
      svgElement("line", { x1: x, x2: x, y1: y, y2: y + ROW, class: "safe" }),
      svgElement("text", { x: 0, y: y + 15 }, `${first}, ${second}`),
      svgElement("text", { x: barEnd(apart) + 6, y: y + 15 }, apart.toFixed(1)),
    ];
  });
  const limit = svgElement("text", { x, y: height - 4, "text-anchor": "middle" }, `safe from ${safe} on`);
  return plot(height, "Separations of the closest pairs of colours, in multiples of their scatter", [...bars, limit]);
}

function plot(height, label, shapes) {
  return svgElement("svg", { viewBox: `0 0 ${SIZE} ${height}`, role: "img", "aria-label": label }, ...shapes);
}
