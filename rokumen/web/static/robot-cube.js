// 3D cube and list of stages that follow the robot.

import { hasWebGL, inverse, rotationTo } from "./cube-player.js";
import { reducedMotion } from "./motion.js";

const NOT_READ = "The cube is drawn here after it has been read.";

export class RobotCube {
  constructor({ player, held, stage, stages }) {
    this.parts = { player, held, stage, stages };
    this.stages = [];
    this.moves = [];
    this.made = [];
    this.turnCount = 0;
    this.rotation = [];
  }

  // Takes the colours of the faces as they were read: the net and the cube are held alike.
  hold(scheme) {
    const rotation = rotationTo(scheme);
    this.rotation = rotation ?? [];
    const colours = rotation ? "" : " The 3D cube has the usual colours, which are not those of this cube.";
    this.parts.held.textContent =
      `Net, 3D cube and turns are as the robot holds it: ${scheme.U} on top, ${scheme.F} in front.${colours}`;
  }

  // Shows a new plan.
  async plan({ stages }) {
    this.stages = stages;
    this.moves = stages.flatMap((stage) => stage.moves);
    this.turnCount = 0;
    this.#listStages();
    this.made = [];
    this.isLoading = true;
    const plan = this.stages;
    const { TwistyPlayer } = await import("./player/player.js");
    if (!this.player) {
      this.player = new TwistyPlayer({
        puzzle: "3x3x3",
        visualization: hasWebGL() ? "3D" : "2D",
        background: "none",
        controlPanel: "none",
        hintFacelets: "none",
        experimentalDragInput: "none",
        tempoScale: 4,
      });
      this.parts.player.replaceChildren(this.player);
    }
    if (plan !== this.stages) {
      return;
    }
    // Turns that arrived while the player was loading are applied without animation.
    this.#setUp(this.#movesSoFar());
    this.isLoading = false;
    this.parts.player.hidden = false;
  }

  applyTurns(turns) {
    for (const turn of turns) {
      this.turnCount += 1;
      this.made.push(turn);
      if (!this.isLoading && !reducedMotion()) {
        this.player?.experimentalAddMove(turn);
      }
    }
    if (turns.length && !this.isLoading && reducedMotion()) {
      this.#setUp(this.#movesSoFar());
    }
    if (turns.length) {
      this.#showStage();
    }
  }

  showSolved() {
    if (this.stages.length) {
      this.parts.stage.textContent = `Solved in ${this.turnCount} turns`;
    }
    // It may be held otherwise than when it was read first.
    if (this.player && !this.isLoading) {
      this.#setUp([]);
    }
  }

  clear() {
    this.stages = [];
    this.moves = [];
    this.turnCount = 0;
    this.parts.player.hidden = true;
    this.parts.held.textContent = NOT_READ;
    this.parts.stage.textContent = "";
    this.parts.stages.replaceChildren();
  }

  // Returns the moves from a solved cube to the one that the robot holds now.
  #movesSoFar() {
    return [...this.moves].reverse().map(inverse).concat(this.made);
  }

  #setUp(moves) {
    this.player.alg = "";
    this.player.experimentalSetupAlg = [...this.rotation, ...moves].join(" ");
  }

  #listStages() {
    const rows = this.stages.map((stage) => {
      const row = document.createElement("li");
      row.title = stage.note;
      const name = document.createElement("span");
      name.className = "name";
      name.textContent = stage.name;
      const moves = document.createElement("span");
      moves.textContent = stage.moves.join(" ") || "(nothing to do)";
      row.append(name, moves);
      return row;
    });
    this.parts.stages.replaceChildren(...rows);
    this.#showStage();
  }

  #showStage() {
    let left = this.turnCount;
    const here = this.stages.findIndex((stage) => (left -= stage.moves.length) < 0);
    [...this.parts.stages.children].forEach((row, i) => row.classList.toggle("here", i === here));
    const name = here < 0 ? "All turns done; verifying" : this.stages[here].name;
    this.parts.stage.textContent = `${name} (${this.turnCount} of ${this.moves.length} turns)`;
  }
}
