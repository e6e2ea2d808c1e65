// The 3D cube: three faces, those that are hidden beside them, the arrow of a move, the move itself.

import { framesOf } from "../elements.js";
import { arrow } from "./arrow.js";
import { parsed } from "./moves.js";
import { STILL, sideOfSlab, sticker, turnOf } from "./layer.js";
import { FACES, FRAMES, PLACES } from "./places.js";
import { Camera, scaled, sum } from "./space.js";

// How far a hidden face is drawn from its place, and where its name stands.
const HIDDEN = {
  B: { away: 4.7, name: "back", at: [0.2, 2, -6.3] },
  L: { away: 3.4, name: "left", at: [-4.9, 1.95, -0.2] },
  D: { away: 2.8, name: "bottom", at: [-2.6, -4.2, 1.3] },
};
const VIEWS = {
  whole: { box: [556, 546], camera: { scale: 66, centre: [307, 232] } },
  alone: { box: [300, 300], camera: { scale: 58, centre: [150, 146] } },
};

export class CubePicture {
  // `svg` is an empty SVG element; with `hidden` the hidden faces are drawn too.
  constructor(svg, { hidden = true } = {}) {
    this.svg = svg;
    this.facelets = "";
    this.move = null;
    this.running = 0;
    this.motion = null;
    this.rotation = null;
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
    Object.assign(this, { facelets, scheme, move, motion: null });
    this.#draw();
  }

  // Shows the cube alone, rotated by degrees to the right and down; 0 and 0: as it is held.
  rotate(across, down) {
    this.rotation = across || down ? [across, down] : null;
    this.#draw(...(this.motion ?? []));
  }

  // Turns the layers of a move; `seconds` is its duration. Resolves to whether it was shown whole.
  async animate(move, seconds) {
    const run = (this.running += 1);
    this.move = null;
    for await (const part of framesOf(1000 * seconds)) {
      if (run !== this.running) {
        return false;
      }
      if (part < 1) {
        this.motion = [move, part];
        this.#draw(move, part);
      }
    }
    this.motion = null;
    return true;
  }

  #draw(move = null, part = 0) {
    if (!this.facelets) {
      this.svg.replaceChildren();
      return;
    }
    if (this.rotation) {
      const { facelets, scheme } = this;
      const camera = this.camera.rotated(...this.rotation);
      this.svg.innerHTML = slabs({ camera, facelets, scheme }, move, part).join("");
      return;
    }
    const shapes = this.withHidden ? [...Object.keys(HIDDEN)].map((face) => this.#hiddenFace(face)) : [];
    shapes.push(...slabs(this, move, part));
    if (this.move) {
      shapes.push(arrow(this.camera, this.move));
    }
    this.svg.innerHTML = shapes.join("");
  }

  #hiddenFace(face) {
    const { away, name, at } = HIDDEN[face];
    const { out } = FRAMES[face];
    const facelets = [...PLACES.keys()].filter((i) => PLACES[i].face === face);
    const stickers = facelets.map((i) =>
      sticker(this, i, { place: sum(PLACES[i].place, scaled(out, away)), turn: (vector) => vector, normal: [0, 0, 1] }),
    );
    const [x, y] = this.camera.at(at);
    return (
      `<g class="hidden-face">${stickers.join("")}</g>` +
      `<text class="face-name" x="${x.toFixed(0)}" y="${y.toFixed(0)}">${name}</text>`
    );
  }
}

// The three layers across the axis of a move, the farthest first: none covers a nearer one. `look` is
// {camera, facelets, scheme}.
function slabs(look, move, part) {
  const motion = move ? parsed(move) : STILL;
  const eye = look.camera.eye[motion.axis];
  return [-1, 0, 1]
    .sort((one, other) => Math.abs(other - eye) - Math.abs(one - eye))
    .map((layer) => {
      const slab = { axis: motion.axis, layer, turn: turnOf(motion, layer, part) };
      return [...FACES].map((face) => sideOfSlab(look, face, slab)?.shape ?? "").join("");
    });
}
