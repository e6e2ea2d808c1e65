// List of a solution's turns as buttons, with the current position.

import { byId, element } from "../elements.js";

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
    byId("length").textContent = `${turns} turn${turns === 1 ? "" : "s"}`;
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
