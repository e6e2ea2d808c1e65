// How a face is held before a camera, drawn before one is on: how large, and that it may be tilted.

import { svgElement } from "../elements.js";

const [WIDTH, HEIGHT] = [640, 300];
const STICKERS = ["green", "white", "red", "blue", "green", "orange", "yellow", "green", "white"];
const [SIDE, STEP, ROUND] = [42, 46, 6];
const FINDER = "M160 40h-20v20M480 40h20v20M160 260h-20v-20M480 260h20v-20";

export function drawHeldFace(svg) {
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const reach = 1.5 * STEP + 2;
  const plastic = svgElement("rect", { class: "plastic", x: -reach, y: -reach, width: 2 * reach, height: 2 * reach, rx: 8 });
  const stickers = STICKERS.map((colour, i) => {
    const [x, y] = [i % 3, Math.floor(i / 3)].map((at) => (at - 1) * STEP - SIDE / 2);
    return svgElement("rect", { class: `sticker ${colour}`, x, y, width: SIDE, height: SIDE, rx: ROUND });
  });
  const tilted = `translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(-5)`;
  svg.append(svgElement("path", { class: "finder", d: FINDER }), svgElement("g", { transform: tilted }, plastic, ...stickers));
}
