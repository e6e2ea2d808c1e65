// The keys of this page, as the person chose them: for the turns of the cube on the screen, the times, and the
// case that is practised. This browser keeps them.

import { byIds, element, hasModifier, on } from "../elements.js";
import { NAMES } from "../cube/words.js";
import { store, stored } from "../storage.js";

const STORED = "rokumen-keys";
const turn = (letter, words) => [letter, { words: `${letter}: ${words}`, key: letter.toLowerCase() }];
// What a key can do, and the usual one.
const ACTIONS = Object.fromEntries([
  ...Object.entries(NAMES).map(([letter, name]) => turn(letter, `${name} face`)),
  ...Object.entries({ M: "L", E: "D", S: "F" }).map(([letter, as]) => turn(letter, `middle layer, as ${as}`)),
  ...Object.entries({ x: "R", y: "U", z: "F" }).map(([letter, as]) => turn(letter, `whole cube, as ${as}`)),
  ["timer", { words: "hold and let go: the time", key: " " }],
  ["next", { words: "the next case", key: "n" }],
  ["again", { words: "the same case again", key: "a" }],
]);
const TAKEN = { Enter: "presses buttons", Tab: "leads to the next button" };
const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta"];

const written = (key) => (key === " " ? "space" : key);

export class Keys {
  constructor() {
    this.parts = byIds("key-list", "key-error", "usual-keys");
    const kept = stored(STORED);
    this.chosen = Object.fromEntries(Object.keys(ACTIONS).filter((name) => typeof kept[name]?.key === "string").map((name) => [name, kept[name]]));
    this.waiting = null;
    // Before anything else hears of the key.
    document.addEventListener("keydown", (event) => this.waiting && this.#hear(event), { capture: true });
    on("click", { "usual-keys": () => this.#keep({}) });
    on("focusout", { "key-list": () => this.#wait(null) });
    this.#show();
  }

  // Returns the name of what a key is for: the letter of a turn, "timer", "next" or "again"; undefined for nothing.
  actionOf(event) {
    const own = pressed(event);
    return Object.keys(ACTIONS).find((name) => isSame(this.#keyOf(name), own));
  }

  #keyOf(name) {
    return this.chosen[name] ?? ACTIONS[name];
  }

  #hear(event) {
    if (event.key === "Escape") {
      this.#wait(null);
    } else if (MODIFIERS.includes(event.key)) {
      return;
    } else {
      this.#choose(event);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(event) {
    const own = pressed(event);
    const other = Object.keys(ACTIONS).find((name) => name !== this.waiting && isSame(this.#keyOf(name), own));
    const reason = hasModifier(event)
      ? "is the browser’s with Ctrl, Alt or Meta: choose a key alone."
      : TAKEN[own.key]
        ? `${TAKEN[own.key]}: choose another key.`
        : other && `is the key of “${ACTIONS[other].words}”: choose another one, or change that one first.`;
    if (reason) {
      this.parts["key-error"].textContent = `“${written(own.key)}” ${reason}`;
      return;
    }
    this.#keep({ ...this.chosen, [this.waiting]: own });
  }

  #keep(chosen) {
    this.chosen = chosen;
    store(STORED, chosen);
    this.#wait(null);
  }

  // Waits for the key of an action, null for none.
  #wait(name) {
    this.waiting = name;
    this.parts["key-error"].textContent = "";
    this.#show();
  }

  #show() {
    const list = this.parts["key-list"];
    if (!list.children.length) {
      list.append(...Object.keys(ACTIONS).map((name) => this.#row(name)));
    }
    for (const button of list.querySelectorAll("button")) {
      const { name } = button.dataset;
      const key = written(this.#keyOf(name).key);
      button.textContent = name === this.waiting ? "Press a key" : key;
      button.ariaLabel = name === this.waiting ? `Press the key for ${ACTIONS[name].words}` : `${ACTIONS[name].words}: ${key}`;
    }
    for (const shown of document.querySelectorAll("kbd[data-key]")) {
      shown.textContent = written(this.#keyOf(shown.dataset.key).key);
    }
    this.parts["usual-keys"].disabled = !Object.keys(this.chosen).length;
  }

  #row(name) {
    const button = element("button", { "data-name": name, onclick: () => this.#wait(name) });
    return element("li", {}, element("span", {}, ACTIONS[name].words), button);
  }
}

// Shift is for the other way round: it changes what is written, but not which key it is.
const pressed = ({ key, code }) => ({ key: key.length === 1 ? key.toLowerCase() : key, code });

const isSame = (one, other) => one.key === other.key || (one.code !== undefined && one.code !== "" && one.code === other.code);
