// List of a solution's turns as buttons, with the current position.

export class SolutionSteps {
  moves = [];
  at = 0;

  constructor(root, go) {
    this.root = root;
    this.go = go;
  }

  show({ stages, turns }) {
    this.moves = stages.flatMap((stage) => stage.moves);
    this.at = 0;
    this.root.querySelector("#length").textContent = `${turns} turn${turns === 1 ? "" : "s"}`;
    let number = 0;
    const rows = stages.map((stage) => {
      const row = document.createElement("li");
      const name = document.createElement("span");
      name.className = "name";
      name.textContent = stage.name;
      const list = document.createElement("span");
      list.className = "moves";
      for (const move of stage.moves) {
        const end = ++number;
        const button = document.createElement("button");
        button.textContent = move;
        button.addEventListener("click", () => this.go(end));
        list.append(button);
      }
      row.append(name, list);
      return row;
    });
    this.root.querySelector("#stages").replaceChildren(...rows);
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
      this.root.querySelector(`#${id}`).disabled = atStart;
    }
    for (const id of ["next", "last", "play"]) {
      this.root.querySelector(`#${id}`).disabled = atEnd;
    }
  }
}
