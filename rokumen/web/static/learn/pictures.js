// Drawings of cases: the whole cube, or its top with the stickers around it.

import { Camera } from "../cube/space.js";
import { CubePicture } from "../cube/picture.js";
import { letRotate } from "../cube/rotation.js";
import { FACES } from "../cube/places.js";
import { svgElement } from "../elements.js";

const [SCALE, CENTRE] = [58, [150, 146]];
// From where a cube is drawn, in degrees, and which faces are seen from there.
const SIDES = [
  { yaw: 34, pitch: 27, faces: "URF" },
  { yaw: -34, pitch: 27, faces: "ULF" },
  { yaw: 34, pitch: -27, faces: "DRF" },
  { yaw: -34, pitch: -27, faces: "DLF" },
];
// Seen from above: facelet, column and row of the stickers around the top.
const AROUND = [
  ...[47, 46, 45].map((facelet, i) => [facelet, i + 1, 0]),
  ...[18, 19, 20].map((facelet, i) => [facelet, i + 1, 4]),
  ...[36, 37, 38].map((facelet, i) => [facelet, 0, i + 1]),
  ...[11, 10, 9].map((facelet, i) => [facelet, 4, i + 1]),
];

// A cube that can turn, in an SVG element; `seen` facelets are on the sides that are shown. It can be
// dragged to see the others, unless it `isLink`.
export class Cube {
  constructor(svg, seen = [], isLink = false) {
    this.picture = new CubePicture(svg, { hidden: false });
    if (!isLink) {
      letRotate(this.picture);
    }
    const faces = seen.map((facelet) => FACES[Math.floor(facelet / 9)]);
    const shown = (side) => faces.filter((face) => side.faces.includes(face)).length;
    const { yaw, pitch } = SIDES.reduce((best, side) => (shown(side) > shown(best) ? side : best));
    this.picture.camera = new Camera({ yaw, pitch, scale: SCALE, centre: CENTRE });
  }

  show(facelets, colours, move = null) {
    this.picture.show(facelets, colours, move);
  }

  animate(move, seconds) {
    return this.picture.animate(move, seconds);
  }
}

// Returns an SVG element with a label that screen readers say, or none.
export function drawing(label = "") {
  return svgElement("svg", label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });
}

// Draws the top of a cube and what is seen around it.
export function drawTop(svg, facelets, colours) {
  svg.setAttribute("viewBox", "0 0 4.4 4.4");
  const square = (facelet, attributes) =>
    svgElement("rect", { class: `sticker ${colours[facelets[facelet]] ?? "none"}`, rx: 0.1, ...attributes });
  const top = Array.from({ length: 9 }, (_, i) =>
    square(i, { x: 0.74 + (i % 3), y: 0.74 + Math.floor(i / 3), width: 0.92, height: 0.92 }),
  );
  const around = AROUND.filter(([facelet]) => colours[facelets[facelet]]).map(([facelet, column, row]) => {
    const isSide = column === 0 || column === 4;
    const [x, y] = [along(column, 0.74, 0.26, 3.84), along(row, 0.74, 0.26, 3.84)];
    return square(facelet, { x, y, width: isSide ? 0.3 : 0.92, height: isSide ? 0.92 : 0.3 });
  });
  const plastic = svgElement("rect", { class: "plastic flat", x: 0.66, y: 0.66, width: 3.08, height: 3.08, rx: 0.14 });
  svg.replaceChildren(plastic, ...top, ...around);
}

function along(index, first, before, after) {
  return index === 0 ? before : index === 4 ? after : first + index - 1;
}
