// The six faces of a cube side by side: those that have been found, and those that are to come.

import { STICKER_COLOURS } from "../cube/palette.js";
import { USUAL_SIZE } from "../cube/net.js";
import { element, svgElement } from "../elements.js";

// Shows faces in a list, {name, stickers, middle, state}: `stickers` are names of colours or `#rrggbb`,
// row by row, none for a face that is to come, of which `middle` names the colour of its centre.
export function showFaces(list, faces) {
  list.replaceChildren(...faces.map(tile));
}

function tile({ name, stickers = [], middle = "", state = "" }) {
  const label = [element("b", {}, name), element("span", { className: "state" }, state)];
  return element("li", { className: stickers.length ? "found" : "" }, picture(stickers, middle), ...label);
}

function picture(stickers, middle) {
  const side = Math.sqrt(stickers.length) || USUAL_SIZE;
  const shown = stickers.length ? stickers : Array.from({ length: side ** 2 }, (_, i) => (i === (side ** 2 - 1) / 2 ? middle : ""));
  const squares = shown.map((colour, i) => {
    const place = { x: (i % side) + 0.05, y: Math.floor(i / side) + 0.05, width: 0.9, height: 0.9, rx: 0.12 };
    const isNamed = colour in STICKER_COLOURS;
    const style = isNamed || !colour ? {} : { style: `fill: ${colour}` };
    return svgElement("rect", { ...place, ...style, class: `sticker ${isNamed ? colour : "none"}` });
  });
  const whole = svgElement("rect", { x: -0.1, y: -0.1, width: side + 0.2, height: side + 0.2, rx: 0.2, class: "plastic" });
  return svgElement("svg", { viewBox: `-0.1 -0.1 ${side + 0.2} ${side + 0.2}`, "aria-hidden": "true" }, whole, ...squares);
}
