// 3D player of a solution, with its stages.

import { hasWebGL, inverse } from "./cube-player.js";
import { reducedMotion, scrollTo } from "./motion.js";

const PLAY_MILLISECONDS = 900;

export class Solution extends EventTarget {
  constructor(section) {
    super();
    this.section = section;
    this.at = 0;
    this.moves = [];
    const byId = (id) => section.querySelector(`#${id}`);
    this.parts = {
      player: byId("player"),
      stage: byId("stage"),
      note: byId("note"),
      stages: byId("stages"),
      play: byId("play"),
      first: byId("first"),
      back: byId("back"),
      next: byId("next"),
      last: byId("last"),
    };
    this.parts.first.addEventListener("click", () => this.go(0));
    this.parts.back.addEventListener("click", () => this.step(-1));
    this.parts.next.addEventListener("click", () => this.step(1));
    this.parts.last.addEventListener("click", () => this.go(this.moves.length));
    this.parts.play.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  async show(solution) {
    this.facelets = solution.facelets;
    this.stages = solution.stages;
    this.moves = solution.stages.flatMap((stage) => stage.moves);
    this.section.hidden = false;
    this.#listStages();
    if (!this.player) {
      const { TwistyPlayer } = await import("./player/player.js");
      this.player = new TwistyPlayer({
        puzzle: "3x3x3",
        visualization: hasWebGL() ? "3D" : "2D",
        background: "none",
        controlPanel: "none",
        hintFacelets: "none",
        experimentalDragInput: "auto",
      });
      this.parts.player.replaceChildren(this.player);
    }
    this.go(0);
    scrollTo(this.section);
  }

  hide() {
    this.pause();
    this.section.hidden = true;
  }

  // Jumps to a position without animation.
  go(position) {
    this.pause();
    this.#place(position);
  }

  #place(position) {
    this.at = position;
    const undone = this.moves.slice(position).reverse().map(inverse);
    this.player.alg = "";
    this.player.experimentalSetupAlg = undone.join(" ");
    this.#update();
  }

  step(by) {
    const move = by > 0 ? this.moves[this.at] : this.moves[this.at - 1];
    if (move === undefined) {
      return;
    }
    if (reducedMotion()) {
      this.#place(this.at + by);
      return;
    }
    this.player.experimentalAddMove(by > 0 ? move : inverse(move));
    this.at += by;
    this.#update();
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.at === this.moves.length) {
      this.go(0);
    }
    this.timer = setInterval(() => {
      this.step(1);
      if (this.at === this.moves.length) {
        this.pause();
      }
    }, PLAY_MILLISECONDS);
    this.#update();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.#update();
  }

  #onKey(event) {
    const typing = ["INPUT", "TEXTAREA"].includes(event.target.tagName);
    if (this.section.hidden || typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const action = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.go(0),
      End: () => this.go(this.moves.length),
      " ": () => this.toggle(),
    }[event.key];
    const pressesButton = event.key === " " && event.target.tagName === "BUTTON";
    if (action && !pressesButton) {
      event.preventDefault();
      this.pauseUnless(event.key === " ");
      action();
    }
  }

  pauseUnless(playing) {
    if (!playing) {
      this.pause();
    }
  }

  #listStages() {
    let number = 0;
    this.buttons = [];
    const rows = this.stages.map((stage) => {
      const row = document.createElement("li");
      const name = document.createElement("span");
      name.className = "name";
      name.textContent = stage.name;
      const moves = document.createElement("span");
      moves.className = "moves";
      for (const move of stage.moves) {
        const button = document.createElement("button");
        const position = (number += 1);
        button.textContent = move;
        button.addEventListener("click", () => this.go(position));
        moves.append(button);
        this.buttons.push(button);
      }
      if (!stage.moves.length) {
        moves.textContent = "(nothing to do)";
      }
      row.append(name, moves);
      return row;
    });
    this.parts.stages.replaceChildren(...rows);
  }

  #update() {
    if (!this.stages) {
      return;
    }
    let left = this.at;
    let here = this.stages.findIndex((stage) => (left -= stage.moves.length) < 0);
    const solved = here < 0;
    here = solved ? this.stages.length - 1 : here;
    [...this.parts.stages.children].forEach((row, i) => row.classList.toggle("here", i === here));
    this.buttons.forEach((button, i) => {
      button.classList.toggle("done", i < this.at - 1);
      button.classList.toggle("now", i === this.at - 1);
    });
    this.parts.stage.textContent = solved
      ? `Solved in ${this.moves.length} turns`
      : `${this.stages[here].name}: ${this.moves[this.at]}`;
    this.parts.note.textContent = solved ? "" : this.stages[here].note;
    this.parts.play.textContent = this.parts.play.ariaLabel = this.timer ? "Pause" : "Play";
    this.parts.back.disabled = this.parts.first.disabled = this.at === 0;
    this.parts.next.disabled = this.parts.last.disabled = solved;
    if (this.section.dataset.at !== String(this.at)) {
      this.section.dataset.at = this.at;
      this.dispatchEvent(new CustomEvent("at", { detail: this.at }));
    }
    this.section.dataset.solved = solved;
  }
}
