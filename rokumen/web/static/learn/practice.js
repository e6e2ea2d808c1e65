// A case on the cube of the screen: its sequence shown slowly, or made turn by turn, each judged.

import { isWhole, turned, upright } from "../cube/moves.js";
import { FACES } from "../cube/places.js";
import { moveWords } from "../cube/words.js";
import { byId, byIds, counted, element, hasModifier, on, onKey, pause, reducedMotion, scrollTo } from "../elements.js";
import { Cube, drawing, movesOf, sequence, setUp } from "./case.js";

// Milliseconds of the arrow before a slow turn and after it; seconds of a slow quarter turn.
const [ARROW, REST, SLOW_QUARTER] = [1200, 400, 1.8];
const OWN_QUARTER = 0.18; // seconds of a turn that was pressed
const TOLD_AFTER = 2; // wrong tries of one turn

const isHalf = (move) => move.endsWith("2");

export class Practice {
  // One of the `keys` makes a turn.
  constructor({ colours, triggers }, keys) {
    this.parts = byIds("practice", "practice-moves", "practice-words", "practice-keys", "keys-words", "hint", "cover");
    Object.assign(this, { colours, triggers, keys, svg: byId("practice-cube"), shown: 0 });
    on("click", {
      slowly: () => this.#showSlowly(),
      "on-screen": () => this.#begin(),
      hint: () => this.#say(this.#told()),
      close: () => {
        this.close();
        byId("on-screen").focus();
      },
    });
    onKey((event) => this.#actionOf(event));
  }

  // Begins the case on the screen again.
  again() {
    this.#begin();
  }

  // Takes the case that is practised.
  take(item) {
    this.item = item;
    this.moves = movesOf(item);
    this.close();
  }

  close() {
    this.shown += 1;
    this.isOwn = false;
    this.parts.practice.hidden = true;
  }

  #open(isOwn) {
    this.shown += 1;
    this.isOwn = isOwn;
    Object.assign(this, { at: 0, mistakes: 0, tries: 0, half: "", follows: false, facelets: setUp(this.item) });
    this.cube = new Cube(this.svg, this.item.seen);
    for (const name of ["practice-keys", "keys-words", "hint"]) {
      this.parts[name].hidden = !isOwn;
    }
    this.parts.hint.disabled = false;
    this.parts.practice.hidden = false;
    this.cube.show(this.facelets, this.colours);
    scrollTo(this.parts.practice);
  }

  // Plays the sequence with the words of each turn.
  async #showSlowly() {
    this.#open(false);
    const run = this.shown;
    this.parts["practice-moves"].replaceChildren(...sequence(this.moves, this.triggers));
    for (const [i, move] of this.moves.entries()) {
      if (run !== this.shown) {
        return;
      }
      this.#mark(i);
      this.#say(`${i + 1} of ${this.moves.length}: ${moveWords(move, this.colours).order}.`);
      this.cube.show(this.facelets, this.colours, move);
      await pause(ARROW);
      const seconds = SLOW_QUARTER * (isHalf(move) ? 1.5 : 1);
      if (run === this.shown) {
        await (reducedMotion() ? pause(1000 * seconds) : this.cube.animate(move, seconds));
      }
      if (run !== this.shown) {
        return;
      }
      this.#turn(move);
      await pause(REST);
    }
    if (run === this.shown) {
      this.#mark(this.moves.length);
      this.#say("That was it. Now make it yourself: practise on the screen.");
    }
  }

  // Lets the sequence be made with buttons or keys.
  #begin() {
    this.#open(true);
    const letters = new Set([...FACES, ...this.moves.map((move) => move[0])]);
    this.parts["practice-keys"].replaceChildren(
      ...[...letters].flatMap((letter) => [this.#button(letter), this.#button(`${letter}'`)]),
    );
    this.#showMade();
    this.#say(`${this.item.name}: ${counted(this.moves.length, "turn")}. Which one is the first?`);
  }

  #button(move) {
    const ariaLabel = `${move}: ${moveWords(move, this.colours).order}`;
    const svg = this.moves.length === 1 ? this.#arrow(move) : null;
    return element("button", { ariaLabel, onclick: () => this.#make(move) }, svg, move);
  }

  // Whoever makes single turns learns the letters yet: each is beside its arrow on the cube.
  #arrow(move) {
    const svg = drawing();
    new Cube(svg, move[0] === "L" ? [40] : [], true).show(this.facelets, this.colours, move);
    return svg;
  }

  #actionOf(event) {
    const elsewhere = hasModifier(event) || event.target.matches("input, select, textarea");
    if (!this.isOwn || elsewhere || !this.parts.cover.hidden) {
      return null;
    }
    const letter = this.keys.actionOf(event);
    const move = event.shiftKey ? `${letter}'` : letter;
    const isOffered = [...this.parts["practice-keys"].children].some((button) => button.textContent === move);
    return isOffered && (() => this.#make(move));
  }

  // Judges a turn of the own cube by the cube after it, once this has looked as the case does. Returns
  // whether a case is practised here. `turn`: null where the cube itself was told.
  follow(turn, seen) {
    if (!this.isOwn) {
      return false;
    }
    if (seen === upright(this.facelets)) {
      this.#say(this.follows ? "Back again. Try again." : "Your cube is set up: its turns count here.");
      this.follows = true;
    } else if (this.follows && turn && !isWhole(turn.move)) {
      this.#judge(turn.move, seen);
    }
    return true;
  }

  #judge(made, seen) {
    // To look at the cube from another side is not wrong: the turns of the whole cube make themselves.
    while (this.moves[this.at] && isWhole(this.moves[this.at])) {
      this.#make(this.moves[this.at]);
    }
    const wanted = this.half || this.moves[this.at];
    const quarters = !wanted ? [] : isHalf(wanted) ? [wanted[0], `${wanted[0]}'`] : [wanted];
    const right = quarters.find((move) => upright(turned(this.facelets, [move])) === seen);
    if (right) {
      this.#make(right);
    } else if (wanted) {
      this.mistakes += 1;
      this.#say(`✗ Not ${made}: turn it back.`);
    }
  }

  // Judges a quarter turn: the right one is made, a wrong one is not.
  #make(move) {
    const wanted = this.moves[this.at];
    if (!wanted) {
      return;
    }
    const isFirstHalf = isHalf(wanted) && !this.half && move[0] === wanted[0];
    if (isFirstHalf || move === (isHalf(wanted) ? this.half : wanted)) {
      this.half = isFirstHalf ? move : "";
      this.at += isFirstHalf ? 0 : 1;
      this.tries = 0;
      this.#turnSeen(move);
      this.#showMade();
      this.#say(isFirstHalf ? `✓ ${move}, and once more the same way.` : this.#praise(wanted));
      return;
    }
    this.mistakes += 1;
    this.tries += 1;
    this.#say(`✗ Not ${move}. ${this.tries < TOLD_AFTER ? "Try again." : this.#told()}`);
  }

  #praise(move) {
    const left = this.moves.length - this.at;
    if (left) {
      return `✓ ${move}. ${left} more.`;
    }
    this.parts.hint.disabled = true;
    return `✓ Done: ${counted(this.moves.length, "turn")}, ${counted(this.mistakes || "no", "mistake")}.`;
  }

  // Draws the arrow of the turn that comes next, and returns its words.
  #told() {
    const move = this.half || this.moves[this.at];
    this.cube.show(this.facelets, this.colours, move);
    return `Next is ${move}: ${moveWords(move, this.colours).order}.`;
  }

  #turn(move) {
    this.facelets = turned(this.facelets, [move]);
    this.cube.show(this.facelets, this.colours);
    this.parts.practice.dataset.facelets = this.facelets;
  }

  async #turnSeen(move) {
    const [run, before] = [this.shown, this.facelets];
    this.#turn(move);
    if (reducedMotion()) {
      return;
    }
    this.cube.show(before, this.colours);
    if ((await this.cube.animate(move, OWN_QUARTER)) && run === this.shown) {
      this.cube.show(this.facelets, this.colours);
    }
  }

  // The turns that were made, and a dot for each that is to come.
  #showMade() {
    const moves = this.moves.map((move, i) => element("b", {}, i < this.at ? move : "·"));
    this.parts["practice-moves"].replaceChildren(...moves);
    this.#mark(this.at);
  }

  #mark(at) {
    this.parts.practice.dataset.at = at;
    this.parts["practice-moves"].querySelectorAll("b").forEach((move, i) => {
      move.classList.toggle("made", i < at);
      move.classList.toggle("now", i === at);
    });
  }

  #say(words) {
    this.parts["practice-words"].textContent = words;
    this.parts["practice-words"].classList.toggle("wrong", words.startsWith("✗"));
  }
}
