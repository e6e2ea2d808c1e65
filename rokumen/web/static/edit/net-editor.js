// Paints a net: by a sticker and then a colour, by a colour and then stickers, or by keys.

import { FACES } from "../cube/places.js";
import { Emitter, byIds, element } from "../elements.js";
import { EMPTY, USUAL_SIZE } from "../cube/net.js";

export class NetEditor extends Emitter {
  // Event `edited` with the facelets.
  constructor(net) {
    super();
    Object.assign(this, { net, ...byIds("palette", "undo", "redo", "net-words") });
    this.clear();
    net.on({
      press: (index) => this.#press(index),
      paint: ({ index, letter }) => this.#paint(index, letter),
    });
    this.undo.onclick = () => this.#step(this.past, this.future);
    this.redo.onclick = () => this.#step(this.future, this.past);
  }

  // Forgets the cube.
  clear() {
    Object.assign(this, { facelets: "", doubtful: [], wrong: [], chosen: -1, brush: null });
    Object.assign(this, { past: [], future: [] });
    this.palette.hidden = true;
    this.#showHistory();
  }

  // Whether this is the cube that is painted.
  holds({ facelets, scheme, doubtful }) {
    return facelets === this.facelets && scheme === this.scheme && String(doubtful) === String(this.doubtful);
  }

  // Begins with a cube; `doubtful` are indices of facelets.
  load(facelets, scheme, doubtful = []) {
    this.clear();
    Object.assign(this, { facelets, scheme, doubtful });
    this.show();
  }

  // Marks the facelets of pieces that cannot be.
  mark(wrong) {
    this.wrong = wrong;
    this.show();
  }

  // Replaces facelets as one change that can be undone.
  change(facelets) {
    if (facelets === this.facelets) {
      return;
    }
    this.past.push({ facelets: this.facelets, doubtful: this.doubtful });
    this.future = [];
    this.doubtful = this.doubtful.filter((i) => facelets[i] === this.facelets[i]);
    this.facelets = facelets;
    this.#edited();
  }

  // Takes a doubtful sticker as it is.
  trust(index) {
    this.doubtful = this.doubtful.filter((i) => i !== index);
    this.#edited();
  }

  // Takes the whole cube as it is.
  trustAll() {
    this.doubtful = [];
    this.#edited();
  }

  // Moves to the next doubtful sticker.
  focusDoubt() {
    const next = this.doubtful.find((i) => i > this.net.tabStop) ?? this.doubtful[0];
    if (next !== undefined) {
      this.#choose(next);
      this.net.focus(next);
    }
  }

  show() {
    const { facelets, scheme, doubtful, wrong, chosen } = this;
    this.net.show(facelets, scheme, { doubtful, wrong, chosen });
    this.#showPalette();
    this.#showHistory();
  }

  #edited() {
    this.chosen = -1;
    this.show();
    this.emit("edited", this.facelets);
  }

  #press(index) {
    if (this.brush) {
      this.#paint(index, this.brush);
    } else {
      this.#choose(this.chosen === index ? -1 : index);
    }
  }

  #choose(index) {
    this.chosen = index;
    this.show();
  }

  #isMiddle(index) {
    return this.net.size === USUAL_SIZE && index % 9 === 4;
  }

  #paint(index, letter) {
    if (this.#isMiddle(index)) {
      this["net-words"].textContent = "The middles stay as they are: they say which face is which.";
      return;
    }
    this["net-words"].textContent = "";
    const wasEmpty = this.facelets[index] === EMPTY;
    const colours = [...this.facelets];
    colours[index] = letter;
    this.change(colours.join(""));
    const next = this.facelets.indexOf(EMPTY, index);
    if (wasEmpty && letter !== EMPTY && next >= 0 && !this.brush) {
      this.#choose(next);
      this.net.focus(next);
    }
  }

  // A colour paints the chosen sticker, or else all that are pressed after it.
  #pressColour(letter) {
    if (this.chosen >= 0) {
      this.#paint(this.chosen, letter);
      return;
    }
    this.brush = this.brush === letter ? null : letter;
    this.#showPalette();
  }

  #step(from, to) {
    const state = from.pop();
    if (state) {
      to.push({ facelets: this.facelets, doubtful: this.doubtful });
      Object.assign(this, state);
      this.#edited();
    }
  }

  #showHistory() {
    this.undo.disabled = !this.past.length;
    this.redo.disabled = !this.future.length;
  }

  #showPalette() {
    const whole = this.net.size === USUAL_SIZE;
    this.palette.hidden = !whole && this.chosen < 0;
    const focused = [...this.palette.children].indexOf(document.activeElement);
    this.palette.replaceChildren(...[...FACES].map((letter) => this.#colourButton(letter)));
    this.palette.children[focused]?.focus();
  }

  #colourButton(letter) {
    const colour = this.scheme[letter];
    const [count, all] = [this.facelets.split(letter).length - 1, this.net.size ** 2];
    const number = element("small", { className: count > all ? "many" : "" }, `${count} of ${all}`);
    return element(
      "button",
      {
        ariaLabel: `${colour}, ${count} of ${all}`,
        ariaPressed: this.brush === letter,
        "data-colour": colour,
        onclick: () => this.#pressColour(letter),
      },
      element("i", { className: `chip ${colour}` }),
      element("span", {}, element("b", {}, colour), element("br"), number),
    );
  }
}
