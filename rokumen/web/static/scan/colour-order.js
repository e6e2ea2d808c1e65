// What the person says of the order of a cube's colours: which are at its six sides, if they are others
// than on most cubes, and whether the camera mirrors. This browser keeps it.

import { STANDARD_SCHEME, STICKER_COLOURS } from "../cube/palette.js";
import { FACES } from "../cube/places.js";
import { NAMES } from "../cube/words.js";
import { Emitter, byIds, capital, element } from "../elements.js";
import { store, stored } from "../storage.js";

const KEY = "rokumen-colour-order";
const COLOURS = Object.keys(STICKER_COLOURS);
const USUAL = Object.values(STANDARD_SCHEME);
// Returns the names of an order that the server writes: six letters, or names with commas.
const namesOf = (written) =>
  written.includes(",") ? written.split(",") : [...written].map((letter) => USUAL.find((name) => name[0].toUpperCase() === letter));

export class ColourOrder extends Emitter {
  // Event "change" when something else is said.
  constructor() {
    super();
    this.parts = byIds("colour-order", "order-sides", "not-mirrored", "usual-order", "own-order");
    const { names, notMirrored } = stored(KEY);
    this.names = isOrder(names) ? names : USUAL;
    this.parts["not-mirrored"].checked = Boolean(notMirrored);
    this.parts["not-mirrored"].onchange = () => this.#change();
    this.parts["usual-order"].onclick = () => {
      this.parts["not-mirrored"].checked = false;
      this.take(USUAL.join());
    };
    this.parts["own-order"].onclick = () => this.take(this.offered);
    this.offer("");
    this.#show();
    this.parts["colour-order"].open = !this.isUsual || Boolean(notMirrored);
  }

  // The colour of each face, as a cube is shown before it is read.
  get scheme() {
    return Object.fromEntries([...FACES].map((face, i) => [face, this.names[i]]));
  }

  get isUsual() {
    return this.names.join() === USUAL.join();
  }

  // What the server is told.
  get document() {
    return { scheme: this.isUsual ? "" : this.names.join(), not_mirrored: this.parts["not-mirrored"].checked };
  }

  // Says that the colours at U R F D L B are these, as the server writes them.
  take(written) {
    this.names = namesOf(written);
    this.offer("");
    this.#change();
  }

  // Offers the order that was read, "" for none, by a button.
  offer(written) {
    this.offered = written;
    this.parts["own-order"].hidden = !written;
    if (written) {
      this.parts["colour-order"].open = true;
      this.parts["own-order"].textContent = `My cube has this order: ${namesOf(written).join(", ")}`;
    }
  }

  #change() {
    store(KEY, { names: this.names, notMirrored: this.parts["not-mirrored"].checked });
    this.#show();
    this.emit("change");
  }

  #show() {
    this.parts["order-sides"].replaceChildren(...[...FACES].map((face, i) => this.#side(face, i)));
    this.parts["usual-order"].disabled = this.isUsual && !this.parts["not-mirrored"].checked;
  }

  // The colour of one side; what had it before takes that which it replaces.
  #side(face, index) {
    const options = COLOURS.map((name) => new Option(name, name, false, name === this.names[index]));
    const select = element("select", { id: `order-${face}` }, ...options);
    select.onchange = () => {
      const before = this.names[index];
      const swapped = { [select.value]: before, [before]: select.value };
      this.take(this.names.map((name) => swapped[name] ?? name).join());
      this.parts["order-sides"].querySelector(`#${select.id}`).focus();
    };
    const chip = element("i", { className: `chip ${this.names[index]}` });
    return element("label", {}, element("span", {}, chip, capital(NAMES[face])), select);
  }
}

// Whether a value is six different colours.
const isOrder = (names) => Array.isArray(names) && names.length === USUAL.length && new Set(names).size === names.length && names.every((name) => COLOURS.includes(name));
