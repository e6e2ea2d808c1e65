// The list of a solution's stages; each of its turns is a button, the next one a stop of the Tab key.

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
      if (i === at) {
        button.setAttribute("aria-current", "step");
      } else {
        button.removeAttribute("aria-current");
      }
    });
  }

  #row({ name, moves }, start) {
    const row = document.createElement("li");
    const [title, list] = [document.createElement("span"), document.createElement("span")];
    title.className = "name";
    title.textContent = name;
    list.className = "moves";
    const buttons = moves.map((move, i) => {
      const button = document.createElement("button");
      button.textContent = move;
      button.ariaLabel = `Turn ${start + i + 1}, ${move}`;
      button.addEventListener("click", () => this.go(start + i));
      return button;
    });
    this.buttons.push(...buttons);
    list.append(...buttons);
    row.append(title, buttons.length ? list : " (nothing to do)");
    return row;
  }
}
