// The cube in 3D as the robot turns it, and the stages of the solution.

import { hasWebGL, inverse } from "./player3d.js";

export class Followed {
  constructor(player, stage, stages) {
    this.parts = { player, stage, stages };
    this.stages = [];
    this.made = 0;
  }

  // A new plan: `made` turns of it have been made already, where the page was opened late.
  async plan({ stages }) {
    this.stages = stages;
    this.moves = stages.flatMap((stage) => stage.moves);
    this.made = 0;
    this.#list();
    this.turns = [];
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
    // The turns that came meanwhile have been made before anybody could look.
    this.player.alg = "";
    this.player.experimentalSetupAlg = [...this.moves].reverse().map(inverse).concat(this.turns).join(" ");
    this.turns = null;
  }

  turned(turns) {
    for (const turn of turns) {
      this.made += 1;
      if (this.turns) {
        this.turns.push(turn);
      } else {
        this.player?.experimentalAddMove(turn);
      }
    }
    if (turns.length) {
      this.#tell();
    }
  }

  seenSolved() {
    if (this.stages.length) {
      this.parts.stage.textContent = `Solved in ${this.made} turns`;
    }
  }

  clear() {
    this.stages = [];
    this.parts.stage.textContent = "";
    this.parts.stages.replaceChildren();
  }

  #list() {
    const rows = this.stages.map((stage) => {
      const row = document.createElement("li");
      row.title = stage.note;
      const name = document.createElement("span");
      name.className = "name";
      name.textContent = stage.name;
      const moves = document.createElement("span");
      moves.textContent = stage.moves.join(" ") || "nothing to do";
      row.append(name, moves);
      return row;
    });
    this.parts.stages.replaceChildren(...rows);
    this.#tell();
  }

  #tell() {
    let left = this.made;
    const here = this.stages.findIndex((stage) => (left -= stage.moves.length) < 0);
    [...this.parts.stages.children].forEach((row, i) => row.classList.toggle("here", i === here));
    const name = here < 0 ? "All turns are made; looking again" : this.stages[here].name;
    this.parts.stage.textContent = `${name} (${this.made} of ${this.moves.length} turns)`;
  }
}
