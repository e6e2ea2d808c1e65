// The cube in somebody's hands: drawn as it turns, with its turns, its time and the steps of a solve.
// Whoever tells of it, a smart cube or a film, tells the same.

import { upright } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { Emitter, byIds, counted, element } from "../elements.js";
import { Cube } from "./pictures.js";
import { SolveClock } from "./solve-clock.js";

const STARTS = {
  solved: "Your cube, taken to be solved at first, as it turns.",
  given: "Your cube, solved at first, as it turns.",
  film: "Your cube, read from the picture, as it turns.",
};

// Emits `turned` with {turn, seen} after each turn, and `found` with {seen} when the cube itself is told.
export class OwnCube extends Emitter {
  constructor(colours) {
    super();
    this.parts = byIds("own", "own-cube", "own-picture", "own-words", "own-moves", "own-solve", "own-sum", "own-steps", "own-link");
    this.colours = colours;
    this.picture = new Cube(this.parts["own-picture"]);
    this.clock = new SolveClock();
  }

  // Begins with another cube, which is not known yet.
  begin(words) {
    Object.assign(this, { isWaiting: true, isSolved: false, moves: [], expected: [] });
    this.parts.own.open = true;
    this.parts["own-cube"].hidden = false;
    this.parts["own-solve"].hidden = true;
    this.picture.show("-".repeat(SOLVED.length), this.colours);
    this.clock.begin(false);
    this.#showMoves();
    this.say(words);
  }

  say(words) {
    this.parts["own-words"].textContent = words;
  }

  // Takes a message of the server. `expected` are moves that later frames may show to be others,
  // `shown` is the cube after them; `certain`: whether all was, at the end of a film.
  hear({ seen, turn, lost, solve, start, expected, shown, certain }) {
    if (solve) {
      this.#showSolve(solve);
    }
    if (lost) {
      this.say(`Turns may be missing: ${lost}.`);
    }
    if (seen) {
      this.#see(seen, turn, start);
    }
    if (expected) {
      this.expected = expected;
      this.#show(shown);
      this.#showMoves();
    }
    if (certain !== undefined) {
      this.say(certain ? "The film has ended: every turn is certain." : "The film has ended. It does not show every turn and piece for certain.");
    }
  }

  #see(seen, turn, start) {
    const stands = upright(seen);
    if (this.isWaiting) {
      this.isWaiting = false;
      this.say(STARTS[start] ?? "Your cube, as it turns.");
    }
    if (turn) {
      this.moves = this.isSolved ? [turn] : [...this.moves, turn];
    }
    this.isSolved = stands === SOLVED && !isWhole(turn);
    if (turn && !isWhole(turn)) {
      this.clock.turn(turn, this.isSolved);
    } else if (!turn) {
      this.clock.begin(this.isSolved);
    }
    this.#show(seen);
    this.#showMoves();
    this.parts["own-cube"].dataset.seen = stands;
    this.emit(turn ? "turned" : "found", { turn, seen: stands });
  }

  #show(facelets) {
    this.picture.show(facelets, this.colours);
  }

  #showMoves() {
    const told = this.moves.map(({ move, certain }) => element("b", { className: certain ? "" : "doubtful", title: certain ? "" : "doubtful" }, move));
    const expected = this.expected.map((move) => element("b", { className: "expected" }, move));
    this.parts["own-moves"].replaceChildren(...told, ...expected);
    this.parts["own-moves"].scrollTop = this.parts["own-moves"].scrollHeight;
  }

  // Shows the steps of the last solve, its whole-cube turns before the first turn left out.
  #showSolve({ count, seconds, steps, link }) {
    this.clock.show(seconds);
    const speed = seconds ? `, ${(count / seconds).toFixed(1)} a second` : "";
    this.parts["own-sum"].textContent = `Your last solve: ${counted(count, "turn")} in ${written(seconds)} s${speed}`;
    const rows = steps.filter((step) => step.count).map((step) =>
      element("tr", {},
        element("th", { scope: "row" }, step.name),
        element("td", {}, element("span", { className: "moves" }, step.moves), ` ${turnsOf(step)}`),
        element("td", {}, written(step.seconds)),
        element("td", {}, written(step.pause)),
      ));
    this.parts["own-steps"].replaceChildren(...rows);
    this.parts["own-link"].href = link;
    this.parts["own-solve"].hidden = false;
  }
}

const isWhole = (turn) => turn !== undefined && "xyz".includes(turn.move[0]);

const written = (seconds) => seconds.toFixed(2);

const turnsOf = ({ count, shortest }) =>
  shortest !== null && shortest < count ? `(${counted(count, "turn")}, ${shortest} would do)` : `(${counted(count, "turn")})`;
