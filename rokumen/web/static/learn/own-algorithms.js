// The person's own algorithms of the cases: added, checked against their case, chosen for the trainer, removed
// and exported. This browser keeps them.

import { heldUpright, inverse, movesIn, turned, upright } from "../cube/moves.js";
import { Emitter, byIds, element, on } from "../elements.js";
import { store, stored } from "../storage.js";
import { movesOf, setUp } from "./case.js";

const KEY = "rokumen-algorithms";
const MOST_MOVES = 60;
// The case may be seen from another side, and the top may be left turned: null is neither.
const QUARTERS = [null, "", "2", "'"];

// Returns the moves of a text that solve a case as its own ones do, and keep what they keep of the goal of its
// step, with the turns before and after them that this needs. Throws an Error that says what is wrong with it.
export function checkedMoves(text, item, goal) {
  const moves = movesIn(text);
  if (!moves.length || moves.length > MOST_MOVES) {
    throw new Error(moves.length ? `These are ${moves.length} moves: ${MOST_MOVES} at most.` : "Write its moves, as R U R' U'.");
  }
  const found = QUARTERS.flatMap((first) => QUARTERS.map((last) => [...written("y", first), ...moves, ...written("U", last)])).find((each) =>
    solves(each, item, goal),
  );
  if (!found) {
    throw new Error(`These moves do not solve “${item.name}”.`);
  }
  return found;
}

const written = (letter, amount) => (amount === null ? [] : [letter + amount]);

function solves(moves, item, goal) {
  const after = (cube, made) => upright(turned(cube, made));
  const [theirs, own] = [after(setUp(item), movesOf(item)), after(setUp(item), moves)];
  return (
    after(item.picture, moves) === after(item.picture, movesOf(item)) &&
    [...goal].every((letter, at) => letter !== theirs[at] || letter === own[at])
  );
}

export class OwnAlgorithms extends Emitter {
  // Event: "chosen", another algorithm of the case is to be practised.
  constructor() {
    super();
    this.parts = byIds("algorithm", "algorithm-form", "new-algorithm", "algorithm-error", "remove-algorithm", "export-algorithms");
    this.kept = stored(KEY);
    on("submit", { "algorithm-form": (event) => this.#add(event) });
    on("change", { algorithm: ({ target }) => this.#choose(target.value) });
    on("click", { "remove-algorithm": () => this.#remove(), "export-algorithms": () => this.#export() });
  }

  // Shows the algorithms of a case of a step with a goal, and returns the case with the one that is chosen.
  show(item, goal) {
    Object.assign(this, { item, goal });
    const { list, chosen } = this.#entry();
    const texts = [movesOf(item).join(" "), ...list];
    this.parts.algorithm.replaceChildren(...texts.map((text, i) => new Option(text, i ? text : "")));
    this.parts.algorithm.value = chosen;
    this.parts["remove-algorithm"].disabled = !chosen;
    this.parts["export-algorithms"].disabled = !Object.keys(this.kept).length;
    this.#say("");
    return chosen ? { ...item, moves: chosen.split(" "), times: 1, setup: setupOf(chosen.split(" ")) } : item;
  }

  #entry() {
    return this.kept[this.item.id] ?? { list: [], chosen: "" };
  }

  #keep(entry) {
    const { [this.item.id]: _, ...others } = this.kept;
    this.kept = entry.list.length ? { ...others, [this.item.id]: entry } : others;
    store(KEY, this.kept);
    this.emit("chosen");
  }

  #choose(chosen) {
    this.#keep({ ...this.#entry(), chosen });
  }

  #add(event) {
    event.preventDefault();
    const field = this.parts["new-algorithm"];
    try {
      const text = checkedMoves(field.value, this.item, this.goal).join(" ");
      const { list } = this.#entry();
      this.#keep({ list: [...list.filter((each) => each !== text), text], chosen: text });
      field.value = "";
    } catch (error) {
      this.#say(error.message);
    }
  }

  #remove() {
    const { list, chosen } = this.#entry();
    this.#keep({ list: list.filter((each) => each !== chosen), chosen: "" });
    this.parts.algorithm.focus();
  }

  #export() {
    const lines = Object.entries(this.kept).flatMap(([id, { list }]) => list.map((text) => `${id}\t${text}\n`));
    const href = URL.createObjectURL(new Blob(lines, { type: "text/plain" }));
    element("a", { href, download: "algorithms.txt" }).click();
    URL.revokeObjectURL(href);
  }

  #say(words) {
    this.parts["algorithm-error"].textContent = words;
    this.parts["new-algorithm"].setAttribute("aria-invalid", String(Boolean(words)));
  }
}

// Returns moves that make the case of an algorithm from a solved cube.
const setupOf = (moves) => heldUpright([...moves].reverse().map(inverse));
