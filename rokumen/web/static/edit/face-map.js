// The six faces, small: which one is shown large, and on which there is something to look at.

import { NAMES } from "../cube/words.js";
import { FACES } from "../cube/places.js";
import { svgElement } from "../svg.js";

const SIDE = 3;

export class FaceMap extends EventTarget {
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
    const button = document.createElement("button");
    button.dataset.face = face;
    button.setAttribute("aria-pressed", "false");
    const picture = svgElement("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" });
    const places = Array.from({ length: SIDE ** 2 }, (_, i) => ({ x: i % SIDE, y: Math.floor(i / SIDE) }));
    picture.append(...places.map((place) => svgElement("rect", { ...place, width: 1, height: 1, class: "sticker empty" })));
    button.append(picture, NAMES[face]);
    button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("face", { detail: face })));
    return button;
  }
}
