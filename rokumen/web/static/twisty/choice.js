// The puzzles there are, and which of them is chosen: by a picture, or by its family and size.

import { Emitter, byIds, capital, element } from "../elements.js";

export const setOptions = (select, values, labels = values) =>
  select.replaceChildren(...values.map((value, i) => new Option(labels[i], value)));

// Returns what a family is called in the list: "The cube turned about its faces, N layers".
const labelOf = ({ words }) =>
  capital(words.split(";")[0].split(", N from")[0].split(", odd N")[0].split(" (")[0]);

// The puzzle of a family that is shown first.
function usualOf({ names, name }) {
  const three = names.find((each) => each.endsWith("-3"));
  return (name.startsWith("cube-faces") && three) || names[0];
}

export class PuzzleChoice extends Emitter {
  // Event "chosen" with the name of a puzzle. `families` and `known` are as the server tells them.
  constructor({ families, known }) {
    super();
    Object.assign(this, { families, parts: byIds("family", "size", "known") });
    setOptions(this.parts.family, families.map(({ name }) => name), families.map(labelOf));
    this.parts.known.replaceChildren(...known.map((each) => this.#knownElement(each)));
  }

  get names() {
    return this.families.flatMap(({ names }) => names);
  }

  // The puzzle that is shown where none is named.
  get usual() {
    return usualOf(this.families[0]);
  }

  // The family that is chosen.
  get family() {
    return this.families.find(({ name }) => name === this.parts.family.value);
  }

  chooseFamily() {
    this.emit("chosen", usualOf(this.family));
  }

  chooseSize() {
    this.emit("chosen", this.parts.size.value);
  }

  // Shows that a puzzle is chosen, in the lists and among the pictures.
  show(name) {
    const { family, size } = this.parts;
    family.value = this.families.find(({ names }) => names.includes(name)).name;
    const { names } = this.family;
    const sizes = names.map((each) => each.slice(family.value.length + 1));
    setOptions(size, names, sizes.map((each) => each || "–"));
    size.disabled = names.length === 1;
    size.value = name;
    this.#markKnown(name);
  }

  // Marks a puzzle among those in pictures, and scrolls to it.
  #markKnown(name) {
    const { known } = this.parts;
    for (const button of known.querySelectorAll("button")) {
      const isShown = button.dataset.puzzle === name;
      button.ariaPressed = String(isShown);
      if (isShown) {
        known.scrollTo({ left: button.offsetLeft - known.offsetLeft - button.offsetWidth });
      }
    }
  }

  // Returns a button with the picture and the name of a puzzle that has a name of its own.
  #knownElement({ name, words }) {
    const picture = element("img", { src: `api/puzzles/${name}/picture.svg`, alt: "", width: 72, height: 72 });
    const button = element("button", { "data-puzzle": name, onclick: () => this.emit("chosen", name) }, picture, words);
    return element("li", {}, button);
  }
}
