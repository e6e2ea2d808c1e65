// The cube in somebody's hands: drawn as it turns, with its turns, its time and the steps of a solve.
// Whoever tells of it, a smart cube or a film, tells the same.

import { isWhole, upright } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { Emitter, byId, byIds, capital, counted, element, on } from "../elements.js";
import { webSocket } from "../requests.js";
import { Scanner } from "../scan/scanner.js";
import { Cube } from "./case.js";

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
    this.isSolved = stands === SOLVED && !isWholeTurn(turn);
    if (turn && !isWholeTurn(turn)) {
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

const isWholeTurn = (turn) => turn !== undefined && isWhole(turn.move);

const written = (seconds) => seconds.toFixed(2);

const turnsOf = ({ count, shortest }) =>
  shortest !== null && shortest < count ? `(${counted(count, "turn")}, ${shortest} would do)` : `(${counted(count, "turn")})`;

const REST = 3; // seconds without a turn after which a scramble may be over
const LONGEST_SCRAMBLE = 45; // turns
const MILLISECONDS = 31; // between two updates of the time

// The time of a solve, by the turns themselves: it starts with the first one, and stops when solved.
class SolveClock {
  constructor() {
    this.part = byId("own-time");
  }

  // Begins with a cube; what is done to a solved one is a scramble, until the longest rest in it.
  begin(isSolved) {
    this.#stop();
    Object.assign(this, { isScramble: isSolved, turns: 0, rest: REST, first: null, last: null });
    this.show(0);
  }

  // Takes a turn, {start, end, age}: seconds, `age` those since its end.
  turn({ start, end, age }, isSolved) {
    const rest = this.last === null ? 0 : start - this.last;
    const mayBegin = this.isScramble && this.turns <= LONGEST_SCRAMBLE && rest >= this.rest;
    if (mayBegin || (!this.isScramble && this.turns === 0)) {
      this.rest = rest;
      this.first = start;
    }
    this.turns += 1;
    this.last = end;
    if (isSolved) {
      const seconds = this.first === null ? 0 : end - this.first;
      this.begin(true);
      this.show(seconds);
    } else if (this.first !== null) {
      this.#run(age + end - this.first);
    }
  }

  show(seconds) {
    this.part.textContent = seconds.toFixed(2);
  }

  #run(seconds) {
    this.#stop();
    const began = performance.now() - 1000 * seconds;
    this.timer = setInterval(() => this.show((performance.now() - began) / 1000), MILLISECONDS);
  }

  #stop() {
    clearInterval(this.timer);
  }
}

const LOOKING = "Hold the cube so that its upper side and the one in front are seen.";
const SHOW_ALL = "Show all six sides before the first turn, each once above or in front.";

// Hands that turn a cube before a camera, the browser's or the server's, or in a film: the server tells the
// page of the turns.
export class Film {
  constructor(ownCube, serverCamera) {
    this.parts = byIds("film", "film-picture", "film-video", "film-solved", "film-browser", "film-server", "film-stop", "film-file");
    this.ownCube = ownCube;
    this.scanner = new Scanner(this.parts["film-video"], this.parts["film-picture"], "api/film", () => this.#start());
    this.scanner.tellsTimes = true;
    this.scanner.serverCamera = serverCamera;
    this.parts["film-server"].hidden = !serverCamera;
    this.scanner.on({
      source: (source) => this.#showSource(source),
      told: (messages) => messages.forEach((message) => ownCube.hear(message)),
      problem: (problem) => this.#sayProblem(problem),
    });
    on("click", {
      "film-browser": () => this.scanner.useBrowser(),
      "film-server": () => this.scanner.useServer(),
      "film-stop": () => this.scanner.stop(),
    });
    on("change", {
      "film-solved": () => this.scanner.isConnected && this.scanner.send(this.#start()),
      "film-file": ({ target }) => target.files.length && this.scanner.useFilm(target.files[0]),
    });
  }

  #start() {
    return { do: "begin", solved: this.parts["film-solved"].checked };
  }

  #showSource(source) {
    this.parts.film.hidden = this.parts["film-stop"].hidden = !source;
    for (const name of ["film-browser", "film-server", "film-file", "film-solved"]) {
      this.parts[name].disabled = Boolean(source);
    }
    if (source) {
      this.ownCube.begin(this.parts["film-solved"].checked ? LOOKING : `${LOOKING} ${SHOW_ALL}`);
    } else if (this.scanner.isConnected) {
      // The turns of the last seconds are told at the end.
      this.scanner.send({ do: "end" });
    }
  }

  #sayProblem(problem) {
    // The end of the server's film is none.
    if (!problem.includes(" ended after ")) {
      this.ownCube.say(capital(problem));
    }
  }
}

// Follows the server's smart cube with this name, which tells the page of its turns.
export function followSmartCube(name, ownCube) {
  ownCube.begin(`${name}: waiting for its state`);
  const socket = webSocket("api/smart-cube");
  socket.onmessage = ({ data }) => ownCube.hear(JSON.parse(data));
  socket.onclose = () => ownCube.say("The connection to the server has ended: load this page again.");
}
