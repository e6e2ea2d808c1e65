// Net of the cube: filled in during a scan, shown and painted afterwards. Where it can be pressed it
// is one stop of the Tab key; the arrow keys move in it, over the edges of the cube too.

import { FACES } from "./places.js";
import { Emitter, hasModifier, svgElement } from "../elements.js";
import { MARGIN, faceEdges, neighbour } from "./net-edges.js";
import { STANDARD_SCHEME, initials } from "./palette.js";
import { NAMES } from "./words.js";

export const USUAL_SIZE = 3;
const FACE_SIDE = 3; // of a face of any size in the drawing
const FACE_POSITIONS = { U: [3, 0], L: [0, 3], F: [3, 3], R: [6, 3], B: [9, 3], D: [3, 6] };
const GAP = 1 / 5; // between two faces
const WHOLE = [-0.05, -0.05, 12.7, 9.5];
export const EMPTY = "-";

export class Net extends Emitter {
  // Events: `press` and `paint` of a sticker.
  constructor(svg, { editable = false } = {}) {
    super();
    Object.assign(this, { svg, editable });
    this.facelets = "";
    this.scheme = STANDARD_SCHEME;
    this.size = 0;
    this.tabStop = 0;
    this.zoomed = null;
    // In chromium an SVG element that listens to its own focus is a stop of the Tab key.
    svg.parentElement.addEventListener("focusin", ({ target }) => {
      const index = editable ? this.stickers.indexOf(target) : -1;
      if (index >= 0) {
        this.#setTabStop(index);
      }
    });
    this.resize(USUAL_SIZE);
  }

  // Draws an empty net of faces of `size` x `size` stickers.
  resize(size) {
    if (size !== this.size) {
      this.size = size;
      this.tabStop = 0;
      this.svg.replaceChildren();
      this.stickers = Array.from({ length: 6 * size * size }, (_, i) => this.#makeSticker(i));
      this.letters = this.stickers.map((_, i) => this.#makeLetter(i));
      // Where faces are compared with a cube in hand, each has its name on its middle.
      this.names = this.editable ? [...this.stickers.keys()].filter((i) => this.#isMiddle(i)).map((i) => this.#makeName(i)) : [];
      [this.rings, this.edges] = [svgElement("g"), svgElement("g", { "aria-hidden": "true" })];
      this.svg.append(...this.stickers, ...this.letters, ...this.names, this.rings, this.edges);
    }
    this.clear();
  }

  clear() {
    this.facelets = "";
    this.rings.replaceChildren();
    this.stickers.forEach((_, i) => this.#paint(i, { label: "not captured yet" }));
  }

  // Shows the faces captured so far, in the colours that the camera saw.
  showCapturedFaces(faces) {
    this.resize(Math.sqrt(faces[0]?.paints.length ?? USUAL_SIZE ** 2));
    for (const face of faces) {
      face.paints.forEach((paint, i) => {
        const index = this.size ** 2 * FACES.indexOf(face.place) + i;
        this.#paint(index, { paint, label: `${face.name}, captured` });
      });
    }
  }

  // Shows a whole cube, "-" for empty stickers; `doubtful` and `wrong` are indices of facelets.
  show(facelets, scheme = STANDARD_SCHEME, { doubtful = [], wrong = [], chosen = -1 } = {}) {
    const size = Math.sqrt(facelets.length / 6);
    if (size !== this.size) {
      this.resize(size);
    }
    Object.assign(this, { facelets, scheme });
    [...facelets].forEach((letter, i) => {
      const place = `${NAMES[this.#face(i)]} ${(i % size ** 2) + 1}`;
      const doubt = doubtful.includes(i) ? ", not certain" : "";
      const fault = wrong.includes(i) ? ", cannot be" : "";
      this.#paint(i, { colour: scheme[letter], label: `${place}, ${scheme[letter] ?? "empty"}${doubt}${fault}` });
    });
    this.rings.replaceChildren(
      ...wrong.map((i) => this.#ring(i, "wrong")),
      ...doubtful.map((i) => this.#ring(i, "doubtful")),
      ...(chosen < 0 ? [] : [this.#ring(chosen, "chosen")]),
    );
    this.#showEdges();
  }

  // Shows one face large, or with null the whole net.
  zoom(face) {
    this.zoomed = face;
    const [x, y] = face ? this.#corner(face) : [0, 0];
    const box = face ? [x - MARGIN, y - MARGIN, FACE_SIDE + 2 * MARGIN, FACE_SIDE + 2 * MARGIN] : WHOLE;
    this.svg.setAttribute("viewBox", box.join(" "));
    this.#showEdges();
  }

  #showEdges() {
    const colourOf = (index) => this.scheme[this.facelets[index]];
    const [face, size] = [this.zoomed, this.size];
    this.edges.replaceChildren(...(face ? faceEdges(face, this.#corner(face), size, FACE_SIDE / size, colourOf) : []));
  }

  focus(index) {
    this.stickers[index].focus();
  }

  #corner(face) {
    const [x, y] = FACE_POSITIONS[face];
    return [x + (x / FACE_SIDE) * GAP, y + (y / FACE_SIDE) * GAP];
  }

  // Returns {x, y, side}: where a sticker is with its gap.
  #square(index) {
    const perFace = this.size ** 2;
    const [x, y] = this.#corner(FACES[Math.floor(index / perFace)]);
    const side = FACE_SIDE / this.size;
    const [column, row] = [index % this.size, Math.floor((index % perFace) / this.size)];
    return { x: x + column * side, y: y + row * side, side };
  }

  #makeSticker(index) {
    const { x, y, side } = this.#square(index);
    const rect = svgElement("rect", {
      x: x + 0.03 * side,
      y: y + 0.03 * side,
      width: 0.94 * side,
      height: 0.94 * side,
      rx: 0.13 * side,
      role: this.editable ? "button" : "img",
    });
    if (this.editable) {
      rect.addEventListener("click", () => this.#press(index));
      rect.addEventListener("keydown", (event) => this.#onKey(event, index));
    }
    return rect;
  }

  #makeLetter(index) {
    const { x, y, side } = this.#square(index);
    const height = this.editable && this.#isMiddle(index) ? 0.54 : 0.66;
    const text = svgElement("text", { x: x + side / 2, y: y + height * side, "aria-hidden": "true" });
    text.style.fontSize = `${0.44 * side}px`;
    return text;
  }

  #makeName(index) {
    const { x, y, side } = this.#square(index);
    const name = NAMES[this.#face(index)];
    const text = svgElement("text", { x: x + side / 2, y: y + 0.86 * side, class: "letter middle", "aria-hidden": "true" }, name);
    text.style.fontSize = `${0.2 * side}px`;
    return text;
  }

  #face(index) {
    return FACES[Math.floor(index / this.size ** 2)];
  }

  #ring(index, kind) {
    const { x, y, side } = this.#square(index);
    const [inset, length] = [0.07 * side, 0.86 * side];
    const shape = `M${x + inset} ${y + inset}h${length}v${length}h${-length}z`;
    return svgElement("path", { d: shape, class: `ring ${kind}`, "stroke-linejoin": "round" });
  }

  // `colour` is the name of a colour of the palette, `paint` any other.
  #paint(index, { colour, paint, label }) {
    const sticker = this.stickers[index];
    const isEmpty = !colour && !paint;
    sticker.setAttribute("class", `sticker ${colour ?? ""} ${isEmpty ? "empty" : ""}`);
    sticker.style.fill = paint ?? "";
    sticker.setAttribute("aria-label", label);
    this.letters[index].setAttribute("class", `letter ${colour ?? ""}`);
    this.letters[index].textContent = colour ? (initials(this.scheme)[colour] ?? colour[0]).toUpperCase() : "";
    if (this.#isMiddle(index)) {
      this.names[FACES.indexOf(this.#face(index))]?.setAttribute("class", `letter middle ${colour ?? "unseen"}`);
    }
    const isNothing = isEmpty && !this.facelets;
    sticker.setAttribute("aria-hidden", isNothing);
    if (this.editable && !isNothing) {
      sticker.setAttribute("tabindex", index === this.tabStop ? "0" : "-1");
    } else {
      sticker.removeAttribute("tabindex");
    }
  }

  #isMiddle(index) {
    return this.size % 2 === 1 && index % this.size ** 2 === (this.size ** 2 - 1) / 2;
  }

  // Makes a sticker the one that the Tab key leads to.
  #setTabStop(index) {
    this.stickers[this.tabStop]?.setAttribute("tabindex", "-1");
    this.tabStop = index;
    this.stickers[index].setAttribute("tabindex", "0");
    this.emit("focused", index);
  }

  #onKey(event, index) {
    if (hasModifier(event)) {
      return;
    }
    const next = neighbour(index, event.key, this.size);
    const letter = event.key === "Backspace" ? EMPTY : this.#letterOf(event.key);
    if (next >= 0) {
      // A face that is shown alone is changed by `focused`, before its sticker can be seen.
      this.#setTabStop(next);
      this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#press(index);
    } else if (letter && this.facelets) {
      this.emit("paint", { index, letter });
    } else {
      return;
    }
    event.preventDefault();
    // The page has keys of its own.
    event.stopPropagation();
  }

  // Returns the face whose colour has a letter, if only one has; else null.
  #letterOf(key) {
    const letters = initials(this.scheme);
    const named = [...FACES].filter((face) => letters[this.scheme[face]] === key.toLowerCase());
    return named.length === 1 ? named[0] : null;
  }

  #press(index) {
    if (this.facelets) {
      this.emit("press", index);
    }
  }
}
