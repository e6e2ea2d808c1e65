// 3D cube and list of stages that follow the robot.

import { CubePicture } from "../cube/picture.js";
import { letRotate } from "../cube/rotation.js";
import { solvedBy, turned } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { stagesInColours } from "../cube/reasons.js";
import { byIds, element, reducedMotion } from "../elements.js";
import { STANDARD_SCHEME } from "../cube/palette.js";

const NOT_READ = "The cube is drawn here after it has been read.";
const TURN_SECONDS = 0.25;

export class RobotCube {
  constructor() {
    this.parts = byIds("player", "held", "stage", "stages");
    this.picture = new CubePicture(this.parts.player);
    letRotate(this.picture);
    this.scheme = STANDARD_SCHEME;
    this.clear();
  }

  // Takes the colours of the faces as they were read: the net and the cube are held alike.
  hold(scheme) {
    this.scheme = scheme;
    this.parts.held.textContent =
      `Net, 3D cube and turns are as the robot holds it: ${scheme.U} on top, ${scheme.F} in front.`;
  }

  // Shows a new plan; `before` counts the turns of earlier ones.
  plan({ stages, before }) {
    this.before = before;
    this.isOver = false;
    this.moves = stages.flatMap((stage) => stage.moves);
    this.turnCount = 0;
    this.facelets = solvedBy(this.moves);
    this.stages = stagesInColours(stages, this.scheme, this.facelets);
    this.#listStages();
    this.#draw();
    this.parts.player.removeAttribute("hidden");
  }

  async applyTurns(turns) {
    if (!this.facelets || !turns.length) {
      return;
    }
    const before = this.facelets;
    this.facelets = turned(before, turns);
    // Turns of a solved cube show that the camera sees it: they are none of the solution.
    if (!this.isOver) {
      this.turnCount += turns.length;
      this.#showStage();
    }
    if (turns.length === 1 && !reducedMotion()) {
      this.picture.show(before, this.scheme);
      if (!(await this.picture.animate(turns[0], TURN_SECONDS))) {
        return;
      }
    }
    this.#draw();
  }

  // The camera sees the cube solved; the run goes on until it has looked once more.
  showSolved() {
    this.isOver = true;
    // It may be held otherwise than when it was read first.
    if (this.facelets) {
      this.facelets = SOLVED;
      this.#draw();
    }
  }

  // The run has ended, and was not stopped.
  end() {
    if (this.isOver && this.stages.length) {
      this.parts.stage.textContent = `Solved in ${this.before + this.turnCount} turns`;
    }
  }

  clear() {
    this.stages = [];
    this.moves = [];
    this.before = this.turnCount = 0;
    this.isOver = false;
    this.facelets = "";
    this.parts.player.setAttribute("hidden", "");
    this.parts.held.textContent = NOT_READ;
    this.parts.stage.textContent = "";
    this.parts.stages.replaceChildren();
  }

  // The next turn is drawn as an arrow.
  #draw() {
    this.picture.show(this.facelets, this.scheme, this.moves[this.turnCount]);
    this.parts.player.dataset.facelets = this.facelets;
    this.parts.player.dataset.turns = this.turnCount;
  }

  #listStages() {
    const rows = this.stages.map(({ name, note, moves }) => {
      const words = element("span", {}, moves.join(" ") || "(nothing to do)");
      return element("li", { title: note }, element("span", { className: "name" }, name), words);
    });
    this.parts.stages.replaceChildren(...rows);
    this.#showStage();
  }

  #showStage() {
    let left = this.turnCount;
    const here = this.stages.findIndex((stage) => (left -= stage.moves.length) < 0);
    [...this.parts.stages.children].forEach((row, i) => row.classList.toggle("here", i === here));
    const name = here < 0 ? "All turns done; verifying" : this.stages[here].name;
    this.parts.stage.textContent = `${name} (${this.before + this.turnCount} of ${this.before + this.moves.length} turns)`;
  }
}
