// The list of a solution's stages; each of its turns is a button, the next one a stop of the Tab key.

import { element } from "../elements.js";

export class StageList {
  // `go` is called with the number of turns before the one that was pressed.
  constructor(list, heading, go) {
    Object.assign(this, { list, heading, go });
    this.stages = [];
    this.starts = [];
  }

  show(stages) {
    this.stages = stages;
    this.starts = stages.map((_, i) => stages.slice(0, i).reduce((sum, stage) => sum + stage.moves.length, 0));
    const turns = stages.reduce((sum, stage) => sum + stage.moves.length, 0);
    this.heading.textContent = `${stages.length} steps, ${turns} turns`;
    this.buttons = [];
    this.list.replaceChildren(...stages.map((stage, i) => this.#row(stage, this.starts[i])));
  }

  // The index of the stage that has the turn after `at` turns.
  #indexAt(at) {
    return this.stages.findIndex((stage, i) => at < this.starts[i] + stage.moves.length);
  }

  stageAt(at) {
    return this.stages[this.#indexAt(at)];
  }

  startOf(at) {
    return this.starts[this.#indexAt(at)] ?? 0;
  }

  endOf(at) {
    const index = this.#indexAt(at);
    return this.starts[index] + this.stages[index].moves.length;
  }

  // Marks the turns that are done, and the one that comes next.
  mark(at) {
    const here = this.#indexAt(at);
    [...this.list.children].forEach((row, i) => {
      row.classList.toggle("here", i === here);
      row.classList.toggle("done", here < 0 || i < here);
    });
    this.buttons.forEach((button, i) => {
      button.classList.toggle("done", i < at);
      button.classList.toggle("now", i === at);
      button.tabIndex = i === Math.min(at, this.buttons.length - 1) ? 0 : -1;
      button.ariaCurrent = i === at ? "step" : null;
    });
  }

  #row({ name, moves }, start) {
    const buttons = moves.map((move, i) =>
      element("button", { ariaLabel: `Turn ${start + i + 1}, ${move}`, onclick: () => this.go(start + i) }, move),
    );
    this.buttons.push(...buttons);
    const list = buttons.length ? element("span", { className: "moves" }, ...buttons) : " (nothing to do)";
    return element("li", {}, element("span", { className: "name" }, name), list);
  }
}
