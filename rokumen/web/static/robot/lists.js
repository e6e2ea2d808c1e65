// The lists of a run, the newest first: its events, and the commands that were sent to the robot, with
// how long each took.

import { byIds, element, withCode } from "../elements.js";
import { clock } from "./progress.js";

const MAX_LINES = 300;
// Events that change too often to be listed.
const UNLISTED = ["began", "state"];

function addLine(list, time, className, ...parts) {
  list.prepend(element("li", { className }, element("time", {}, time ? clock(time) : ""), ...parts));
  [...list.children].slice(MAX_LINES).forEach((line) => line.remove());
}

// The events that have words, and how many there were of those that count.
export class EventList {
  constructor() {
    this.parts = byIds("events", "counts");
    this.clear();
  }

  clear() {
    this.parts.events.replaceChildren();
    this.#showCounts({ jams: 0, retries: 0, plans: 0 });
  }

  // Takes a message of the run.
  take({ what, words, trouble, time, counts }) {
    if (words && !UNLISTED.includes(what)) {
      addLine(this.parts.events, time, trouble ? "trouble" : "", element("span", {}, ...withCode(words)));
    }
    // An answer to a button has none.
    counts && this.#showCounts(counts);
  }

  #showCounts({ jams, retries, plans }) {
    this.parts.counts.textContent = `Jams: ${jams} · retries: ${retries} · replans: ${Math.max(plans - 1, 0)}`;
  }
}

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
      addLine(this.list, time, "", element("code", {}, command), element("span"));
    } else if (what === "ended") {
      this.#say(`${seconds.toFixed(2)} s`);
    } else if (what === "failed") {
      this.#say("failed");
    }
  }

  // What became of the newest command; one that failed may be tried again.
  #say(words) {
    const said = this.list.firstChild?.lastChild;
    said?.append(said.textContent ? `, ${words}` : words);
  }
}
