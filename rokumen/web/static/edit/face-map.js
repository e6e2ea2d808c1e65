// The six faces, small: which one is shown large, and on which there is something to look at.

import { NAMES } from "../cube/words.js";
import { FACES } from "../cube/places.js";
import { Emitter, element, svgElement } from "../elements.js";

const SIDE = 3;

export class FaceMap extends Emitter {
  // Event `face` with the letter of the face whose button was pressed.
  constructor(container) {
    super();
    this.buttons = Object.fromEntries([...FACES].map((face) => [face, this.#button(face)]));
    container.replaceChildren(...Object.values(this.buttons));
  }

  // Shows a cube; `marked` are indices of facelets that are wrong or doubtful.
  show(facelets, scheme, marked) {
    for (const [at, face] of [...FACES].entries()) {
      const button = this.buttons[face];
      const first = at * SIDE ** 2;
      [...button.querySelectorAll("rect")].forEach((rect, i) => {
        rect.setAttribute("class", `sticker ${scheme[facelets[first + i]] ?? "empty"}`);
      });
      const isMarked = marked.some((index) => Math.floor(index / SIDE ** 2) === at);
      button.classList.toggle("marked", isMarked);
      button.ariaLabel = isMarked ? `${NAMES[face]}, something to look at` : NAMES[face];
    }
  }

  choose(face) {
    for (const button of Object.values(this.buttons)) {
      button.setAttribute("aria-pressed", button.dataset.face === face);
    }
  }

  #button(face) {
    const places = Array.from({ length: SIDE ** 2 }, (_, i) => ({ x: i % SIDE, y: Math.floor(i / SIDE) }));
    const stickers = places.map((place) => svgElement("rect", { ...place, width: 1, height: 1, class: "sticker empty" }));
    const picture = svgElement("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" }, ...stickers);
    const onclick = () => this.emit("face", face);
    return element("button", { "data-face": face, ariaPressed: "false", onclick }, picture, NAMES[face]);
  }
}
