// The timer of whole solves: a scramble, an inspection, the times with their penalties, and their averages.

import { byIds, element, on } from "../elements.js";
import { checked, postJson } from "../requests.js";
import { store, stored } from "../storage.js";
import { DNF, averages, penaltyOf, resultOf } from "./averages.js";
import { Clock } from "./clock.js";
import { written } from "./times.js";

const KEY = "rokumen-timer";
const MOST_SOLVES = 1000; // of a session
const COUNTS = [5, 12]; // results of an average
const PENALTIES = ["+2", "DNF"];

const resultText = (result) => (result === DNF ? "DNF" : written(result === undefined ? result : result / 100));

const solveText = (solve) => `${resultText(resultOf(solve))}${solve.penalty === "+2" ? "+" : ""}`;

export class SolveTimer {
  constructor(keys) {
    this.parts = byIds("timer", "inspects", "scramble", "solve-time", "solve-button", "averages", "solves", "session");
    const { solves = [], inspects = true } = stored(KEY);
    Object.assign(this, { solves, forgotten: null });
    this.parts.inspects.checked = inspects;
    this.clock = new Clock(this.parts["solve-button"], keys, {
      mayStart: () => this.parts.timer.open,
      inspects: () => this.parts.inspects.checked,
    });
    this.clock.on({ stopped: (times) => this.#add(times) });
    on("click", { session: () => this.#beginOrBringBack(), "next-scramble": () => this.#scramble() });
    on("change", { inspects: () => this.#keep() });
    on("toggle", { timer: () => this.parts.timer.open && this.#open() });
    this.#show();
  }

  // The key that opened it is perhaps that of the time, which it is for now.
  #open() {
    this.parts["solve-button"].focus();
    if (!this.parts.scramble.textContent) {
      this.#scramble();
    }
  }

  #add({ seconds, inspected }) {
    const penalty = penaltyOf(inspected);
    const solve = { milliseconds: Math.floor(1000 * seconds), penalty, scramble: this.parts.scramble.textContent };
    this.solves = [...this.solves, solve].slice(-MOST_SOLVES);
    this.forgotten = null;
    this.#keep();
    this.#scramble();
  }

  async #scramble() {
    const { scramble } = this.parts;
    scramble.textContent = "A scramble is being made …";
    try {
      scramble.textContent = (await checked(postJson("/api/scramble", {}))).moves.join(" ");
    } catch (error) {
      scramble.textContent = error.message;
    }
  }

  // What a session had can be brought back until the next solve, or until the page is left.
  #beginOrBringBack() {
    const before = this.solves;
    this.solves = this.forgotten ?? [];
    this.forgotten = this.forgotten ? null : before;
    this.#keep();
  }

  #keep() {
    store(KEY, { solves: this.solves, inspects: this.parts.inspects.checked });
    this.#show();
  }

  #show() {
    const results = this.solves.map(resultOf);
    const best = results.length ? Math.min(...results) : undefined;
    const rows = COUNTS.map((count) => {
      const all = averages(results, count);
      return [`Average of ${count}`, all.at(-1), all.length ? Math.min(...all) : undefined];
    });
    this.parts.averages.replaceChildren(
      ...[["One solve", results.at(-1), best], ...rows].map(([name, last, bestOne]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, name),
          element("td", {}, resultText(last)),
          element("td", {}, resultText(bestOne)),
        ),
      ),
    );
    this.parts["solve-time"].textContent = this.solves.length ? solveText(this.solves.at(-1)) : written(0);
    this.parts.solves.replaceChildren(...this.solves.map((solve, at) => this.#row(solve, at)).reverse());
    this.parts.session.disabled = !this.solves.length && !this.forgotten;
    this.parts.session.textContent = this.forgotten ? "Bring the session back" : "New session";
  }

  #row(solve, at) {
    const buttons = PENALTIES.map((penalty) => {
      const isOn = solve.penalty === penalty;
      const onclick = () => this.#replace(at, [{ ...solve, penalty: isOn ? "" : penalty }], penalty);
      const ariaLabel = `${penalty}, solve ${at + 1}`;
      return element("button", { ariaLabel, ariaPressed: String(isOn), "data-name": penalty, onclick }, penalty);
    });
    const remove = { ariaLabel: `Remove solve ${at + 1}`, "data-name": "remove", onclick: () => this.#replace(at, [], "remove") };
    const time = element("span", { title: solve.scramble }, `${at + 1}. ${solveText(solve)}`);
    return element("li", {}, time, element("span", {}, ...buttons, element("button", remove, "Remove")));
  }

  // Replaces one solve by others; the focus stays where it was pressed.
  #replace(at, others, name) {
    this.solves = this.solves.toSpliced(at, 1, ...others);
    this.#keep();
    const row = this.parts.solves.children[Math.max(0, this.solves.length - 1 - at)];
    (row?.querySelector(`[data-name="${name}"]`) ?? this.parts["solve-button"]).focus();
  }
}
