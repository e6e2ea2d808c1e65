// What the person says of the order of a cube's colours: which are at its six sides, if they are others
// than on most cubes, and whether the camera mirrors. This browser keeps it.

import { STANDARD_SCHEME, STICKER_COLOURS } from "../cube/palette.js";
import { FACES } from "../cube/places.js";
import { NAMES } from "../cube/words.js";
import { Emitter, byIds, capital, element } from "../elements.js";
import { store, stored } from "../storage.js";

const KEY = "rokumen-colour-order";
const COLOURS = Object.keys(STICKER_COLOURS);
const lettersOf = (scheme) => [...FACES].map((face) => scheme[face][0].toUpperCase()).join("");
const USUAL = lettersOf(STANDARD_SCHEME);
const nameOf = (letter) => COLOURS.find((name) => name[0].toUpperCase() === letter);

export class ColourOrder extends Emitter {
  // Event "change" when something else is said.
  constructor() {
    super();
    this.parts = byIds("colour-order", "order-sides", "not-mirrored", "usual-order", "own-order");
    const { letters, notMirrored } = stored(KEY);
    this.letters = isOrder(letters) ? letters : USUAL;
    this.parts["not-mirrored"].checked = Boolean(notMirrored);
    this.parts["not-mirrored"].onchange = () => this.#change();
    this.parts["usual-order"].onclick = () => {
      this.parts["not-mirrored"].checked = false;
      this.take(USUAL);
    };
    this.parts["own-order"].onclick = () => this.take(this.offered);
    this.offer("");
    this.#show();
    this.parts["colour-order"].open = this.letters !== USUAL || Boolean(notMirrored);
  }

  // The colour of each face, as a cube is shown before it is read.
  get scheme() {
    return Object.fromEntries([...FACES].map((face, i) => [face, nameOf(this.letters[i])]));
  }

  // What the server is told.
  get document() {
    return { scheme: this.letters === USUAL ? "" : this.letters, not_mirrored: this.parts["not-mirrored"].checked };
  }

  // Says that the colours at U R F D L B are these letters.
  take(letters) {
    this.letters = letters;
    this.offer("");
    this.#change();
  }

  // Offers the order that was read, "" for none, by a button.
  offer(letters) {
    this.offered = letters;
    this.parts["own-order"].hidden = !letters;
    if (letters) {
      this.parts["colour-order"].open = true;
      this.parts["own-order"].textContent = `My cube has this order: ${[...letters].map(nameOf).join(", ")}`;
    }
  }

  #change() {
    store(KEY, { letters: this.letters, notMirrored: this.parts["not-mirrored"].checked });
    this.#show();
    this.emit("change");
  }

  #show() {
    this.parts["order-sides"].replaceChildren(...[...FACES].map((face, i) => this.#side(face, i)));
    this.parts["usual-order"].disabled = this.letters === USUAL && !this.parts["not-mirrored"].checked;
  }

  // The colour of one side; what had a colour before takes that which it replaces.
  #side(face, index) {
    const options = COLOURS.map((name) => new Option(name, name[0].toUpperCase(), false, name[0].toUpperCase() === this.letters[index]));
    const select = element("select", { id: `order-${face}` }, ...options);
    select.onchange = () => {
      const before = this.letters[index];
      const swapped = { [select.value]: before, [before]: select.value };
      this.take([...this.letters].map((letter) => swapped[letter] ?? letter).join(""));
      this.parts["order-sides"].querySelector(`#${select.id}`).focus();
    };
    const chip = element("i", { className: `chip ${nameOf(this.letters[index])}` });
    return element("label", {}, element("span", {}, chip, capital(NAMES[face])), select);
  }
}

// Whether a text is the six colours, each once.
const isOrder = (letters) => [...String(letters)].sort().join() === [...USUAL].sort().join();
