// How far a run is: the share that is done, the motions, the time so far, and the time that is left.

import { FACES } from "../cube/places.js";
import { byIds } from "../elements.js";

// Of a whole run: reading the cube, turning, and looking whether it is solved.
const [READING, TURNING] = [15, 85];
const RUNNING_STATES = ["running", "pausing", "paused", "stopping"];
const ENDED_STATES = ["stopped", "solved"];
const SHOWN_STATES = [...RUNNING_STATES, ...ENDED_STATES];
const TIME_OF_DAY = new Intl.DateTimeFormat([], { hour: "numeric", minute: "numeric", second: "numeric", hour12: false });

export class Progress {
  constructor() {
    this.parts = byIds("progress-row", "progress", "percent", "motions", "left");
    this.state = "";
    this.clear();
  }

  clear() {
    Object.assign(this, { share: 0, plan: null, motion: 0, first: null, scanSeconds: 0, began: 0, ended: 0, taken: 0 });
    this.#show();
  }

  // Takes a message of the run; `time` is when it was sent, in seconds.
  take({ what, state, time, number, total, at, commands, seconds, shown, counts }) {
    this.began = counts?.began ?? this.began;
    // An answer to a button has no time. What comes after the end is no part of the run; a page that is
    // opened then is told the end first.
    if (what === "state" && time) {
      this.ended = ENDED_STATES.includes(state) ? time : 0;
    }
    if (time && this.began && (!this.ended || time <= this.ended)) {
      this.taken = time - this.began;
    }
    switch (what) {
      case "state":
        this.state = state;
        this.share = state === "solved" ? 100 : this.share;
        break;
      case "looked":
        this.#addShown(shown / FACES.length, time);
        break;
      case "planned":
        Object.assign(this, { plan: { commands, seconds }, first: null, motion: 0 });
        this.share = READING;
        break;
      case "began":
        if (this.plan && total === this.plan.commands) {
          this.motion = number;
          this.first ??= { time, at };
          this.now = { time, at };
          this.share = READING + ((TURNING - READING) * at) / this.plan.seconds;
        }
        break;
      case "replanning":
      case "looking again":
        Object.assign(this, { plan: null, motion: 0 });
        break;
    }
    this.#show();
  }

  #addShown(part, time) {
    if (this.plan) {
      this.share = TURNING + (100 - TURNING) * part;
    } else {
      this.share = READING * part;
      this.scanSeconds = time - this.began;
    }
  }

  // Returns the seconds until the end at the pace so far; null while it is not known.
  #secondsLeft() {
    if (!this.plan || !this.first || this.now.at <= this.first.at) {
      return null;
    }
    const pace = (this.now.time - this.first.time) / (this.now.at - this.first.at);
    const turning = this.share < TURNING ? (this.plan.seconds - this.now.at) * pace : 0;
    return turning + this.scanSeconds * (1 - Math.max(0, this.share - TURNING) / (100 - TURNING));
  }

  #show() {
    const { "progress-row": row, progress: bar, percent, motions, left } = this.parts;
    row.hidden = !SHOWN_STATES.includes(this.state);
    bar.value = this.share;
    percent.textContent = `${Math.round(this.share)} %`;
    const made = this.plan ? ` · ${this.motion} of ${this.plan.commands} motions` : "";
    const until = RUNNING_STATES.includes(this.state) ? "so far" : "in all";
    const taken = this.ended ? this.ended - this.began : this.taken;
    motions.textContent = this.began ? `${made} · ${written(taken)} ${until}` : made;
    const seconds = this.state === "running" ? this.#secondsLeft() : null;
    left.textContent = seconds === null ? "" : `${written(seconds)} left · done at about ${clock(Date.now() / 1000 + seconds)}`;
  }
}

function written(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

// Returns a time of the day; `seconds` are since 1970.
export const clock = (seconds) => TIME_OF_DAY.format(seconds * 1000);
