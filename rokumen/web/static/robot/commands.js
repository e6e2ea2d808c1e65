// The commands that were sent to the robot, the newest first, with how long each took.

import { element } from "../elements.js";
import { clock } from "./progress.js";

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
    } else if (what === "failed") {
      this.#say("failed");
    }
  }

  #add(time, command) {
    const parts = [element("time", {}, clock(time)), element("code", {}, command), element("span")];
    this.list.prepend(element("li", {}, ...parts));
    [...this.list.children].slice(MAX_COMMANDS).forEach((line) => line.remove());
  }

  // What became of the newest command; one that failed may be tried again.
  #say(words) {
    const said = this.list.firstChild?.lastChild;
    said?.append(said.textContent ? `, ${words}` : words);
  }
}
