// The headline: the state of the run, and what the robot is doing or was doing last.

import { NAMES } from "../cube/words.js";
import { byIds } from "../elements.js";

const STATES = {
  none: "No robot",
  absent: "Not connected",
  ready: "Ready",
  connected: "Connected",
  armed: "Grippers ready",
  moving: "Moving",
  starting: "Starting",
  running: "Running",
  pausing: "Pausing",
  paused: "Paused",
  stopping: "Stopping",
  stopped: "Stopped",
  solved: "Solved",
};

export class Headline {
  constructor() {
    this.parts = byIds("state", "activity");
    this.state = "";
    this.clear();
  }

  clear() {
    this.moves = [];
    this.before = 0; // turns that were made by earlier plans
    this.turnCount = 0;
    this.shown = 0; // faces of six
    this.doing = "scan"; // or "search", "turns", "last turn"
  }

  // Takes a message of the run.
  take(message) {
    switch (message.what) {
      case "state":
        this.state = message.state;
        break;
      case "ended":
        if (this.doing === "turns") {
          this.turnCount += message.turns.length;
        }
        break;
      case "looked":
        this.shown = message.shown;
        break;
      case "read":
        this.shown = 0;
        this.doing = message.certain && !message.solved ? "search" : "scan";
        break;
      case "planned":
        this.before = message.before;
        this.moves = message.stages.flatMap((stage) => stage.moves);
        this.turnCount = 0;
        this.doing = "turns";
        break;
      case "challenge":
        this.doing = "last turn";
        break;
      case "looking again":
      case "replanning":
        this.shown = 0;
        this.doing = "scan";
        break;
    }
    if (this.doing === "turns" && this.turnCount >= this.moves.length) {
      this.doing = "scan";
    }
    this.#show();
  }

  #show() {
    // Once all turns are made nothing is left but to look.
    const checks = this.state === "running" && this.moves.length > 0 && ["scan", "last turn"].includes(this.doing);
    const state = checks ? "Checking" : STATES[this.state] ?? "Connecting";
    if (this.parts.state.textContent !== state) {
      this.parts.state.textContent = state;
      document.title = `${state} · the robot · rokumen`;
    }
    this.parts.activity.textContent = this.#activity();
  }

  #activity() {
    const total = this.moves.length && this.before + this.moves.length;
    switch (this.state) {
      case "running":
        return this.#action(total);
      case "pausing":
        return this.doing === "turns" ? `after ${this.#action(total)}` : "after this face";
      case "paused":
      case "stopping":
      case "stopped":
        if (total) {
          return `after ${this.before + this.turnCount} of ${total} turns`;
        }
        return this.shown ? `after ${this.shown} of 6 faces` : "";
      case "solved":
        return total ? `in ${total} turns` : "";
      default:
        return "";
    }
  }

  #action(total) {
    if (this.doing === "search") {
      return "searching for a solution";
    }
    if (this.doing === "turns") {
      return `turn ${this.before + this.turnCount + 1} of ${total}: the ${NAMES[this.moves[this.turnCount][0]]} face`;
    }
    if (this.doing === "last turn") {
      return "the cube: a turn is made and taken back";
    }
    return `${total ? "" : "reading "}the cube: ${this.shown} of 6 faces shown`;
  }
}
