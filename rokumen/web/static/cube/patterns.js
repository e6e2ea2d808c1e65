// The patterns on the stickers, for who cannot tell the colours apart.

import { svgElement } from "../elements.js";

const range = (from, to, step) => Array.from({ length: Math.floor((to - from) / step + 1.001) }, (_, i) => from + i * step);

// Lines and dots in a square of side 1.
const rising = range(-0.75, 0.75, 0.25).map((x) => `M${x - 0.1} 1.1L${x + 1.1} -0.1`);
const falling = range(-0.75, 0.75, 0.25).map((x) => `M${x - 0.1} -0.1L${x + 1.1} 1.1`);
const level = range(0.1, 0.9, 0.2).map((y) => `M0 ${y}H1`);
const upright = range(0.1, 0.9, 0.2).map((x) => `M${x} 0V1`);
const dots = range(0.14, 0.86, 0.24).flatMap((x) => range(0.14, 0.86, 0.24).map((y) => `M${x} ${y}h.001`));
const PATTERNS = {
  yellow: { d: dots, on: "light", width: 0.13 },
  orange: { d: rising, on: "light", width: 0.06 },
  red: { d: [...rising, ...falling], on: "dark", width: 0.045 },
  green: { d: level, on: "light", width: 0.065 },
  blue: { d: upright, on: "dark", width: 0.065 },
};

// Adds the patterns to the page, once; marks.css says where they are used.
export function addPatterns() {
  if (document.getElementById("patterns")) {
    return;
  }
  const patterns = Object.entries(PATTERNS).map(([colour, drawn]) => patternElement(colour, drawn));
  document.body.append(svgElement("svg", { id: "patterns", width: 0, height: 0, "aria-hidden": "true" }, ...patterns));
}

// A pattern is as large as the sticker, whatever the units of its drawing are.
function patternElement(colour, { d, on, width }) {
  const box = { id: `pattern-${colour}`, width: 1, height: 1, patternContentUnits: "objectBoundingBox" };
  const marks = svgElement("path", {
    d: d.join(""),
    style: `stroke: var(--st-on-${on}); stroke-width: ${width}; stroke-linecap: round`,
  });
  return svgElement("pattern", box, svgElement("rect", { width: 1, height: 1, style: `fill: var(--st-${colour})` }), marks);
}
