// The 3D cube: three faces, those that are hidden beside them, the arrow of a move, the move itself.

import { arrow } from "./arrow.js";
import { Camera, written } from "./camera.js";
import { parsed } from "./moves.js";
import { FACES, FRAMES, PLACES } from "./places.js";
import { dot, rotated, scaled, sum } from "./vectors.js";

const [HALF, ROUND] = [0.43, 0.15]; // of a sticker: half its side, its rounded corners
const SHADES = { x: 0.1, down: 0.1 };
// How far a hidden face is drawn from its place, and where its name stands.
const HIDDEN = {
  B: { away: 4.7, name: "back", at: [0.2, 2, -6.3] },
  L: { away: 3.4, name: "left", at: [-4.9, 1.95, -0.2] },
  D: { away: 2.8, name: "bottom", at: [-2.6, -4.2, 1.3] },
};
const VIEWS = {
  whole: { box: [660, 560], camera: { scale: 66, centre: [318, 252] } },
  alone: { box: [300, 300], camera: { scale: 58, centre: [150, 146] } },
};

export class CubePicture {
  // `svg` is an empty SVG element; with `hidden` the hidden faces are drawn too.
  constructor(svg, { hidden = true, turnedOver = false } = {}) {
    this.svg = svg;
    this.turnedOver = turnedOver;
    this.facelets = "";
    this.move = null;
    this.running = 0;
    this.hidden = hidden;
  }

  get hidden() {
    return this.withHidden;
  }

  set hidden(hidden) {
    this.withHidden = hidden;
    const { box, camera } = hidden ? VIEWS.whole : VIEWS.alone;
    this.camera = new Camera(camera);
    this.svg.setAttribute("viewBox", `0 0 ${box.join(" ")}`);
    this.#draw();
  }

  // Shows a cube: 54 face letters, the colour of each letter's face, and the arrow of a move.
  show(facelets, scheme, move = null) {
    this.running += 1;
    Object.assign(this, { facelets, scheme, move });
    this.#draw();
  }

  // Turns the layers of a move; `seconds` is its duration. Resolves to whether it was shown whole.
  async animate(move, seconds) {
    const run = (this.running += 1);
    const begin = performance.now();
    this.move = null;
    for (;;) {
      const now = await new Promise(requestAnimationFrame);
      if (run !== this.running) {
        return false;
      }
      const part = Math.min(1, Math.max(0, now - begin) / 1000 / seconds);
      if (part === 1) {
        return true;
      }
      this.#draw(move, eased(part));
    }
  }

  #draw(move = null, part = 0) {
    if (!this.facelets) {
      this.svg.replaceChildren();
      return;
    }
    const shapes = this.withHidden ? [...Object.keys(HIDDEN)].map((face) => this.#hiddenFace(face)) : [];
    shapes.push(...this.#slabs(move, part));
    if (this.move) {
      shapes.push(arrow(this.camera, this.move));
    }
    this.svg.innerHTML = shapes.join("");
  }

  // The three layers across the axis of a move, the farthest first: none covers a nearer one.
  #slabs(move, part) {
    const { axis, layers, quarters } = move ? parsed(move) : { axis: 1, layers: [], quarters: 0 };
    const eye = this.camera.eye[axis];
    return [-1, 0, 1]
      .sort((one, other) => Math.abs(other - eye) - Math.abs(one - eye))
      .map((layer) => {
        const angle = layers.includes(layer) ? (-quarters * part * Math.PI) / 2 : 0;
        return this.#slab(axis, layer, (vector) => rotated(vector, axis, angle));
      });
  }

  #slab(axis, layer, turn) {
    return [...FACES].map((face) => this.#sideOfSlab(face, axis, layer, turn)).join("");
  }

  #sideOfSlab(face, axis, layer, turn) {
    const { out, right, up } = FRAMES[face];
    const middle = sum(scaled(out, out[axis] ? 0.5 : 1.5), [0, 1, 2].map((i) => (i === axis ? layer : 0)));
    const [normal, centre] = [turn(out), turn(middle)];
    if (dot(normal, sum(this.camera.eye, scaled(centre, -1))) <= 0) {
      return "";
    }
    const reach = (side) => (side[axis] ? 0.5 : 1.5);
    const corner = (a, b) => sum(middle, scaled(right, a * reach(right)), scaled(up, b * reach(up)));
    const quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    const body = `<polygon class="plastic" points="${this.#written(quad.map(turn))}"/>`;
    const isOuter = !out[axis] || out[axis] === layer;
    const own = ({ face: on, place }) => on === face && place[axis] === layer;
    const facelets = isOuter ? [...PLACES.keys()].filter((i) => own(PLACES[i])) : [];
    return body + facelets.map((i) => this.#sticker(i, PLACES[i].place, turn, normal)).join("");
  }

  #hiddenFace(face) {
    const { away, name, at } = HIDDEN[face];
    const { out } = FRAMES[face];
    const facelets = [...PLACES.keys()].filter((i) => PLACES[i].face === face);
    const stickers = facelets.map((i) =>
      this.#sticker(i, sum(PLACES[i].place, scaled(out, away)), (vector) => vector, [0, 0, 1]),
    );
    const [x, y] = this.camera.at(at);
    return (
      `<g class="hidden-face">${stickers.join("")}</g>` +
      `<text class="face-name" x="${x.toFixed(0)}" y="${y.toFixed(0)}">${name}</text>`
    );
  }

  #sticker(facelet, place, turn, normal) {
    const { out, right, up } = FRAMES[PLACES[facelet].face];
    const centre = sum(place, scaled(out, 0.5));
    const at = (a, b) => this.camera.at(turn(sum(centre, scaled(right, a), scaled(up, b))));
    const colour = this.scheme[this.facelets[facelet]] ?? "none";
    const path = roundedSquare(at);
    const shade = SHADES.x * Math.abs(normal[0]) + SHADES.down * Math.max(0, -normal[1]);
    const dark = shade > 0.005 ? `<path d="${path}" fill-opacity="${shade.toFixed(3)}"/>` : "";
    return `<path class="sticker ${colour}" d="${path}"/>${dark}${letter(at, colour)}`;
  }

  #written(points) {
    return written(points.map((point) => this.camera.at(point)));
  }
}

const eased = (part) => part * part * (3 - 2 * part);

function roundedSquare(at) {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const parts = corners.map(([a, b], i) => {
    const [before, after] = [corners[(i + 3) % 4], corners[(i + 1) % 4]];
    const toward = ([x, y]) => at(HALF * a + (ROUND * (x - a)) / 2, HALF * b + (ROUND * (y - b)) / 2);
    const [start, middle, end] = [toward(before), at(HALF * a, HALF * b), toward(after)];
    const numbers = [start, middle, end].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    return `${i ? "L" : "M"}${numbers[0]}Q${numbers[1]} ${numbers[2]}`;
  });
  return `${parts.join("")}Z`;
}

// The first letter of a colour, lying on the sticker; styles show it where marks are asked for.
function letter(at, colour) {
  if (colour === "none") {
    return "";
  }
  const [x, y] = at(0, 0);
  const [right, down] = [at(0.1, 0), at(0, -0.1)];
  const matrix = [right[0] - x, right[1] - y, down[0] - x, down[1] - y].map((value) => value * 10);
  const numbers = [...matrix, x, y].map((value) => value.toFixed(1));
  return `<text class="mark ${colour}" transform="matrix(${numbers.join(" ")})" y="0.19">${colour[0].toUpperCase()}</text>`;
}
