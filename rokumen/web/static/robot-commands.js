// The commands that were sent to the robot, the newest first, with how long each took.

import { clock } from "./robot-progress.js";

const MAX_COMMANDS = 300;

export class CommandList {
  constructor(list) {
    this.list = list;
  }

  clear() {
    this.list.replaceChildren();
  }

  // Takes a message of the run; `time` is when it was sent, in seconds.
  take({ what, time, command, seconds }) {
    if (what === "began") {
      this.#add(time, command);
    } else if (what === "ended") {
      this.#say(`${seconds.toFixed(2)} s`);
    } else if (what === "caught") {
      this.#say("failed");
    }
  }

  #add(time, command) {
    const [line, at, sent] = ["li", "time", "code"].map((tag) => document.createElement(tag));
    at.textContent = clock(time);
    sent.textContent = command;
    line.append(at, sent, document.createElement("span"));
    this.list.prepend(line);
    while (this.list.children.length > MAX_COMMANDS) {
      this.list.lastChild.remove();
    }
  }

  // What became of the newest command; one that failed may be tried again.
  #say(words) {
    const said = this.list.firstChild?.lastChild;
    said?.append(said.textContent ? `, ${words}` : words);
  }
}
