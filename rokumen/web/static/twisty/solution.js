// The solution of a puzzle: its search, with words for how far it is, and the list of its turns as
// buttons, with the current position.

import { byId, counted, element } from "../elements.js";
import * as server from "./server.js";

const SHOW_MILLISECONDS = 500;
const LEAST_SHARE = 0.02; // of the tables, before the time that is left can be told
const MINUTES_FROM = 90; // seconds

// Returns the solution of a puzzle; `say` is called with the phase and the seconds so far.
export async function searchSolution(name, position, say, signal) {
  const began = performance.now();
  let phase = "Starting";
  let first = null;
  const show = () => say(`${phase} … ${Math.floor((performance.now() - began) / 1000)} s`);
  const progress = ({ share }) => {
    if (share === undefined) {
      phase = "Searching for a solution";
    } else {
      const now = { share, at: performance.now() };
      first ??= now;
      phase = `Building tables (first use only): ${Math.floor(100 * share)} %${timeLeft(first, now)}`;
    }
    show();
  };
  const timer = setInterval(show, SHOW_MILLISECONDS);
  show();
  try {
    return await server.solve(name, position, progress, signal);
  } finally {
    clearInterval(timer);
  }
}

// Returns how long the tables take yet, from two of the shares that were reported; "" if unknown.
function timeLeft(first, now) {
  const done = now.share - first.share;
  if (done < LEAST_SHARE) {
    return "";
  }
  const seconds = ((1 - now.share) * (now.at - first.at)) / done / 1000;
  return seconds < MINUTES_FROM ? `, about ${Math.ceil(seconds)} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}

export class SolutionSteps {
  moves = [];
  at = 0;

  constructor(go) {
    this.root = byId("solution");
    this.go = go;
  }

  show({ stages, turns }) {
    this.moves = stages.flatMap((stage) => stage.moves);
    this.at = 0;
    byId("length").textContent = counted(turns, "turn");
    let number = 0;
    const rows = stages.map(({ name, moves }) => {
      const buttons = moves.map((move) => {
        const end = ++number;
        return element("button", { onclick: () => this.go(end) }, move);
      });
      const list = element("span", { className: "moves" }, ...buttons);
      return element("li", {}, element("span", { className: "name" }, name), list);
    });
    byId("stages").replaceChildren(...rows);
    this.root.hidden = false;
    this.showPosition();
  }

  hide() {
    this.moves = [];
    this.at = 0;
    this.root.hidden = true;
    this.showPosition();
  }

  /** Show the current position. */
  showPosition() {
    this.root.dataset.at = this.at;
    this.root.querySelectorAll("#stages button").forEach((button, i) => {
      button.classList.toggle("done", i < this.at - 1);
      button.classList.toggle("now", i === this.at - 1);
    });
    this.root.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const atStart = this.at === 0;
    const atEnd = this.at === this.moves.length;
    for (const id of ["first", "back"]) {
      byId(id).disabled = atStart;
    }
    for (const id of ["next", "last", "play"]) {
      byId(id).disabled = atEnd;
    }
  }
}
