// Net of the cube: filled in during a scan; afterwards any sticker can be corrected. It is one stop
// of the Tab key; the arrow keys move in it, over the edges of the cube too.

import { neighbour } from "./net-neighbours.js";
import { STANDARD_SCHEME, STICKER_COLOURS } from "./palette.js";

const FACES = "URFDLB";
const USUAL_SIZE = 3;
const FACE_SIDE = 3; // of a face of any size in the drawing
const FACE_POSITIONS = { U: [3, 0], L: [0, 3], F: [3, 3], R: [6, 3], B: [9, 3], D: [3, 6] };
const SVG = "http://www.w3.org/2000/svg";

export class Net extends EventTarget {
  // Without a palette the stickers cannot be corrected.
  constructor(svg, palette = null) {
    super();
    this.svg = svg;
    this.palette = palette;
    this.facelets = "";
    this.scheme = STANDARD_SCHEME;
    this.chosen = -1;
    this.size = 0;
    this.tabStop = 0;
    this.resize(USUAL_SIZE);
  }

  // Draws an empty net of faces of `size` x `size` stickers.
  resize(size) {
    if (size !== this.size) {
      this.size = size;
      this.chosen = -1;
      this.tabStop = 0;
      this.svg.replaceChildren();
      this.stickers = Array.from({ length: 6 * size * size }, (_, i) => this.#makeSticker(i));
    }
    this.clear();
  }

  clear() {
    this.facelets = "";
    this.#choose(-1);
    for (const sticker of this.stickers) {
      this.#paint(sticker, null, "not captured yet");
    }
  }

  // Shows the faces captured so far, in the colours that the camera saw.
  showCapturedFaces(faces) {
    this.resize(Math.sqrt(faces[0]?.paints.length ?? USUAL_SIZE ** 2));
    if (faces.length) {
      this.tabStop = this.size ** 2 * FACES.indexOf(faces[0].place);
    }
    for (const face of faces) {
      face.paints.forEach((paint, i) => {
        const sticker = this.stickers[this.size ** 2 * FACES.indexOf(face.place) + i];
        this.#paint(sticker, paint, `${face.name}, captured; press to capture it again`);
        sticker.dataset.name = face.name;
      });
    }
  }

  // Shows a whole cube; `doubtful` are indices of facelets.
  show(facelets, scheme = STANDARD_SCHEME, doubtful = []) {
    this.resize(Math.sqrt(facelets.length / 6));
    this.facelets = facelets;
    this.scheme = scheme;
    const perFace = this.size ** 2;
    [...facelets].forEach((letter, i) => {
      const place = `${FACES[Math.floor(i / perFace)]}${(i % perFace) + 1}`;
      const sticker = this.stickers[i];
      this.#paint(sticker, STICKER_COLOURS[scheme[letter]], `${place}, ${scheme[letter]}`);
      sticker.dataset.name = "";
      sticker.classList.toggle("doubtful", doubtful.includes(i));
    });
  }

  #makeSticker(index) {
    const perFace = this.size ** 2;
    const [x, y] = FACE_POSITIONS[FACES[Math.floor(index / perFace)]];
    const rect = document.createElementNS(SVG, "rect");
    const side = FACE_SIDE / this.size; // of a sticker with its gap
    const [column, row] = [index % this.size, Math.floor((index % perFace) / this.size)];
    rect.setAttribute("x", x + column * side + x / 15 + 0.03 * side);
    rect.setAttribute("y", y + row * side + y / 15 + 0.03 * side);
    rect.setAttribute("width", 0.94 * side);
    rect.setAttribute("height", 0.94 * side);
    rect.setAttribute("rx", 0.12 * side);
    if (!this.palette) {
      rect.setAttribute("role", "img");
      this.svg.append(rect);
      return rect;
    }
    rect.setAttribute("role", "button");
    rect.addEventListener("click", () => this.#press(index));
    rect.addEventListener("keydown", (event) => this.#onKey(event, index));
    rect.addEventListener("focus", () => this.#setTabStop(index));
    this.svg.append(rect);
    return rect;
  }

  #paint(sticker, paint, label) {
    sticker.setAttribute("class", paint ? "sticker" : "sticker empty");
    sticker.style.fill = paint ?? "";
    sticker.setAttribute("aria-label", label);
    if (paint && this.palette) {
      const isTabStop = sticker === this.stickers?.[this.tabStop];
      sticker.setAttribute("tabindex", isTabStop ? "0" : "-1");
    } else {
      sticker.removeAttribute("tabindex");
    }
  }

  // Makes a sticker the one that the Tab key leads to.
  #setTabStop(index) {
    this.stickers[this.tabStop]?.setAttribute("tabindex", "-1");
    this.tabStop = index;
    this.stickers[index].setAttribute("tabindex", "0");
  }

  #onKey(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const next = neighbour(index, event.key, this.size);
    const letter = this.#letterOf(event.key);
    if (next >= 0) {
      this.stickers[next].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#press(index);
    } else if (letter && this.facelets) {
      this.#choose(index);
      this.#correct(letter);
      this.stickers[index].focus();
    } else {
      return;
    }
    event.preventDefault();
    // The page has keys of its own.
    event.stopPropagation();
  }

  // Returns the face whose colour begins with a letter, if only one does; else null.
  #letterOf(key) {
    const named = [...FACES].filter((face) => this.scheme[face]?.[0] === key.toLowerCase());
    return named.length === 1 ? named[0] : null;
  }

  #press(index) {
    if (this.facelets) {
      this.#choose(this.chosen === index ? -1 : index);
    } else if (this.stickers[index].dataset.name) {
      this.dispatchEvent(new CustomEvent("again", { detail: this.stickers[index].dataset.name }));
    }
  }

  #choose(index) {
    this.stickers[this.chosen]?.classList.remove("chosen");
    this.chosen = index;
    this.stickers[index]?.classList.add("chosen");
    if (this.palette) {
      this.palette.hidden = index < 0;
    }
    if (index < 0) {
      return;
    }
    this.palette.replaceChildren(
      ...[...FACES].map((letter) => {
        const button = document.createElement("button");
        const colour = this.scheme[letter];
        button.style.background = STICKER_COLOURS[colour];
        button.title = button.ariaLabel = colour;
        button.addEventListener("click", () => this.#correct(letter));
        return button;
      }),
    );
  }

  #correct(letter) {
    const [i, before] = [this.chosen, this.facelets];
    this.#choose(-1);
    this.show(before.slice(0, i) + letter + before.slice(i + 1), this.scheme);
    this.dispatchEvent(new CustomEvent("corrected", { detail: this.facelets }));
  }
}
