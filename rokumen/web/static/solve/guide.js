// A guided solution: one turn at a time, as an arrow on the cube and in words.

import { CubePicture } from "../cube/picture.js";
import { inverse, turned } from "../cube/moves.js";
import { letRotate } from "../cube/rotation.js";
import { stagesInColours } from "../cube/reasons.js";
import { moveWords } from "../cube/words.js";
import { Emitter, byId, byIds, element, hasModifier, on, onKey, pause, reducedMotion } from "../elements.js";
import { StageList } from "./stages.js";

const [QUARTER_SECONDS, HALF_SECONDS] = [0.6, 0.9]; // at speed 1
const REPEAT_MILLISECONDS = 800; // between two rounds of a step that is looped
const PAUSE_MILLISECONDS = 1500; // between two turns that come by time, at speed 1

export class Guide extends Emitter {
  constructor() {
    super();
    this.parts = {
      ...byIds("solution", "hold", "stage", "turns", "letter", "note", "why", "learn-why", "back", "play", "next", "first", "play-all", "upcoming", "after"),
      done: byId("turns-done"),
      order: byId("turn-order"),
      detail: byId("turn-detail"),
      nextWords: byId("next-words"),
    };
    this.picture = new CubePicture(byId("cube-picture"));
    letRotate(this.picture);
    this.afterPicture = new CubePicture(byId("after-picture"), { hidden: false });
    this.stageList = new StageList(byId("stages"), byId("steps-heading"), (at) => this.go(at));
    this.moves = [];
    this.at = 0;
    this.speed = 1;
    this.run = 0;
    on("click", {
      first: () => this.go(this.stageStart),
      back: () => this.step(-1),
      next: () => (this.isSolved ? this.emit("another") : this.step(1)),
      play: () => this.showTurn(),
    });
    this.parts.done.oninput = () => this.go(this.parts.done.valueAsNumber);
    onKey((event) => this.#actionOf(event));
  }

  get isSolved() {
    return this.at === this.moves.length;
  }

  // The number of turns before the stage of the next turn (of the last one at the end).
  get stageStart() {
    return this.stageList.startOf(Math.min(this.at, this.moves.length - 1));
  }

  // Shows a solution, {facelets, stages}, of a cube whose faces have the colours of `scheme`.
  show({ facelets, stages }, scheme, at = 0) {
    const named = stagesInColours(stages, scheme, facelets);
    Object.assign(this, { facelets, stages: named, scheme, scannedAt: 0, begun: 0 });
    this.moves = stages.flatMap((stage) => stage.moves);
    this.stageList.show(named);
    const chip = (face) => element("i", { className: `chip ${scheme[face]}` });
    this.parts.hold.replaceChildren(chip("U"), `${scheme.U} on top `, chip("F"), `${scheme.F} in front`);
    this.go(Math.min(at, this.moves.length));
  }

  // Returns after how many turns a cube is like this, nearest to where the user is; -1 if it never is.
  placeOf(facelets) {
    const places = [...this.moves.keys(), this.moves.length].filter((at) => this.cubeAt(at) === facelets);
    const distance = (at) => Math.abs(at - this.at);
    return places.reduce((best, at) => (best < 0 || distance(at) < distance(best) ? at : best), -1);
  }

  // Returns the facelets of the cube after `at` turns.
  cubeAt(at) {
    return turned(this.facelets, this.moves.slice(0, at));
  }

  // Goes to a position at once. A turn that is being shown ends.
  go(position) {
    this.run += 1;
    this.at = position;
    this.#update();
  }

  // Makes the next turn, or takes the last one back.
  step(by) {
    const [from, to] = [this.at, this.at + by];
    if (to < 0 || to > this.moves.length) {
      return;
    }
    this.run += 1;
    this.begun ||= Date.now();
    this.at = to;
    this.#update(by > 0 ? this.moves[from] : inverse(this.moves[to]), from);
  }

  // Shows the next turn, and the cube before it again.
  async showTurn() {
    const run = (this.run += 1);
    const move = this.moves[this.at];
    if (!move) {
      return;
    }
    await this.#turn(this.cubeAt(this.at), move);
    if (run === this.run) {
      await pause(REPEAT_MILLISECONDS);
    }
    if (run === this.run) {
      this.#draw();
    }
  }

  // Shows the turns of the step again and again, until something else is asked for.
  async loopStage() {
    const start = this.stageStart;
    const end = this.stageList.endOf(start);
    this.go(start);
    const run = this.run;
    while (run === this.run) {
      for (let at = start; at < end && run === this.run; at++) {
        this.at = at;
        this.#update();
        await pause(REPEAT_MILLISECONDS / this.speed);
        if (run === this.run) {
          await this.#turn(this.cubeAt(at), this.moves[at]);
        }
      }
      await pause(REPEAT_MILLISECONDS);
    }
  }

  // Makes turn after turn, until something else is asked for.
  async playByTime() {
    this.go(this.at);
    const run = this.run;
    while (run === this.run && !this.isSolved) {
      await pause(PAUSE_MILLISECONDS / this.speed);
      if (run !== this.run) {
        return;
      }
      this.at += 1;
      this.#update(this.moves[this.at - 1], this.at - 1);
      await this.#moving;
    }
  }

  // Ends what plays by itself.
  pause() {
    if (this.stages) {
      this.go(this.at);
    }
  }

  set hiddenFaces(shown) {
    this.picture.hidden = shown;
    this.parts.solution.classList.toggle("without-hidden", !shown);
  }

  #moving = Promise.resolve();

  #draw() {
    this.picture.show(this.cubeAt(this.at), this.scheme, this.moves[this.at]);
  }

  async #turn(cube, move) {
    this.picture.show(cube, this.scheme);
    if (reducedMotion()) {
      this.picture.show(turned(cube, [move]), this.scheme);
      return;
    }
    const seconds = (move.endsWith("2") ? HALF_SECONDS : QUARTER_SECONDS) / this.speed;
    if (await this.picture.animate(move, seconds)) {
      this.picture.show(turned(cube, [move]), this.scheme);
    }
  }

  // Shows the words and the cube of the position; with a move, after it was made from `from`.
  #update(move = null, from = this.at) {
    const { parts, at } = this;
    this.#showWords();
    parts.done.max = this.moves.length;
    parts.done.value = at;
    parts.done.disabled = !this.moves.length;
    parts["play-all"].disabled = this.isSolved;
    parts.done.setAttribute("aria-valuetext", `${at} of ${this.moves.length} turns`);
    this.stageList.mark(at);
    parts.back.disabled = parts.first.disabled = at === 0;
    parts.play.disabled = this.isSolved;
    parts.nextWords.textContent = this.isSolved ? "Another cube" : "Done, next";
    parts.after.hidden = this.isSolved;
    if (!this.isSolved) {
      this.afterPicture.show(this.cubeAt(at + 1), this.scheme);
    }
    if (move) {
      const run = this.run;
      this.#moving = this.#turn(this.cubeAt(from), move).then(() => run === this.run && this.#draw());
    } else {
      this.#draw();
    }
    parts.solution.dataset.solved = this.isSolved;
    if (parts.solution.dataset.at !== String(at)) {
      parts.solution.dataset.at = at;
      this.emit("at", at);
    }
  }

  #showWords() {
    const { parts, at, moves } = this;
    const stage = this.stageList.stageAt(at);
    parts.turns.textContent = `${at} of ${moves.length} turns`;
    parts.why.hidden = this.isSolved || !stage.note;
    parts["learn-why"].hidden = !this.isSolved;
    if (this.isSolved) {
      parts.stage.textContent = "";
      parts.letter.textContent = "✓";
      parts.order.textContent = moves.length ? `Solved in ${moves.length} turns` : "It is solved already";
      parts.detail.textContent = this.begun ? `In ${clock((Date.now() - this.begun) / 1000)}.` : "";
      parts.note.textContent = parts.upcoming.textContent = "";
      return;
    }
    const words = moveWords(moves[at], this.scheme);
    const start = this.stageList.startOf(at);
    const turn = element("span", {}, ` · turn ${at - start + 1} of ${stage.moves.length}`);
    parts.stage.replaceChildren(element("b", {}, stage.name), turn);
    parts.letter.textContent = moves[at];
    parts.order.textContent = words.order;
    parts.detail.textContent = words.detail;
    parts.note.textContent = stage.note;
    parts.upcoming.replaceChildren(...this.#upcoming());
  }

  // The last two turns, this one and the next five.
  #upcoming() {
    const first = Math.max(0, this.at - 2);
    return this.moves.slice(first, this.at + 6).map((move, i) => {
      const at = first + i;
      return element("li", { className: at < this.at ? "past" : at === this.at ? "now" : "" }, move);
    });
  }

  #actionOf(event) {
    const typing = event.target.matches("textarea, select, input:not([type=checkbox], #turns-done)");
    const pressesButton = ["Enter", " "].includes(event.key) && event.target.matches("button, a, summary, [type=checkbox]");
    if (this.parts.solution.hidden || typing || pressesButton || hasModifier(event)) {
      return null;
    }
    return {
      ArrowRight: () => this.step(1),
      Enter: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.go(0),
      End: () => this.go(this.moves.length),
      " ": () => this.showTurn(),
      l: () => this.emit("loop"),
      s: () => this.emit("say"),
    }[event.key];
  }
}

// Returns a time as minutes and seconds.
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
