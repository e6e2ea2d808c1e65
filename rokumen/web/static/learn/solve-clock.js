// The time of a solve, by the turns themselves: it starts with the first one, and stops when solved.

import { byId } from "../elements.js";

const REST = 3; // seconds without a turn after which a scramble may be over
const LONGEST_SCRAMBLE = 45; // turns
const MILLISECONDS = 31; // between two updates of the time

export class SolveClock {
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
