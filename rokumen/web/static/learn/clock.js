// A clock: its button or its key is held and let go, and any key or touch stops it. An inspection may
// come first, and the first key or touch may only end the time of looking.

import { Emitter, byIds } from "../elements.js";
import { written } from "./times.js";

const MILLISECONDS = 31; // between two updates of the time
const INSPECTION = 15; // seconds
const TOLD = [12, 8]; // seconds of the inspection that are told

export class Clock extends Emitter {
  // Event: "stopped" with {seconds, looked, inspected}. Functions say whether the key `mayStart` it,
  // it `inspects` first, and it `splits` off the time of looking. One of the `keys` is held for the time.
  constructor(button, keys, { mayStart, inspects = () => false, splits = () => false }) {
    super();
    Object.assign(this, { button, keys, mayStart, inspects, splits, state: "waiting", isArmed: false });
    this.parts = byIds("cover", "running", "to-stop", "to-turn", "to-start");
    // A click without a pointer: Enter, or a switch.
    button.addEventListener("click", ({ detail }) => detail === 0 && this.#begin());
    button.addEventListener("pointerdown", () => this.#arm());
    this.parts.cover.addEventListener("pointerdown", () => this.#press());
    document.addEventListener("pointerup", () => this.#letGo());
    document.addEventListener("pointercancel", () => this.#disarm());
    document.addEventListener("keydown", (event) => this.#onKeyDown(event));
    document.addEventListener("keyup", (event) => this.#onKeyUp(event));
  }

  get isRunning() {
    return this.state === "running";
  }

  // Starts the time, `ago` seconds before now.
  start(ago = 0) {
    const inspected = this.state === "inspecting" ? this.#elapsed() : 0;
    Object.assign(this, { inspected, looked: undefined });
    this.#enter("running", ago);
  }

  // Ends the time of looking, if it is measured and runs yet.
  endLooking(ago = 0) {
    if (this.splits() && this.looked === undefined) {
      this.looked = Math.max(0, this.#elapsed() - ago);
      this.#showWhatToDo();
      return true;
    }
    return false;
  }

  // Stops the time, which is that of the clock unless another one is known.
  stop(known = null) {
    const seconds = known ?? this.#elapsed();
    const { looked, inspected } = this;
    this.#leave();
    this.emit("stopped", { seconds, looked, inspected });
  }

  #enter(state, ago = 0) {
    this.#disarm();
    clearInterval(this.timer);
    Object.assign(this, { state, began: performance.now() - 1000 * ago });
    this.#showWhatToDo();
    this.parts.cover.hidden = false;
    this.parts.cover.focus();
    this.#tick();
    this.timer = setInterval(() => this.#tick(), MILLISECONDS);
  }

  #leave() {
    this.#disarm();
    clearInterval(this.timer);
    this.state = "waiting";
    this.parts.cover.hidden = true;
    this.button.focus();
  }

  #showWhatToDo() {
    const looks = this.isRunning && this.splits() && this.looked === undefined;
    this.parts["to-turn"].hidden = !looks;
    this.parts["to-stop"].hidden = looks || !this.isRunning;
    this.parts["to-start"].hidden = this.isRunning;
    this.parts["to-start"].textContent = "Look at your cube, then hold and let go.";
  }

  #tick() {
    const elapsed = this.#elapsed();
    this.parts.running.textContent = this.isRunning ? written(elapsed) : Math.ceil(INSPECTION - elapsed);
    const told = TOLD.find((seconds) => elapsed >= seconds);
    if (told && !this.isRunning) {
      this.parts["to-start"].textContent = `${told} seconds are over: hold and let go.`;
    }
  }

  #elapsed() {
    return (performance.now() - this.began) / 1000;
  }

  #begin() {
    if (this.state === "waiting" && this.inspects()) {
      this.#enter("inspecting");
    } else if (!this.isRunning) {
      this.start();
    }
  }

  #press() {
    if (this.state === "inspecting") {
      this.#arm();
    } else if (this.isRunning && !this.endLooking()) {
      this.stop();
    }
  }

  #arm() {
    if (!this.isRunning) {
      this.#setArmed(true);
    }
  }

  #disarm() {
    this.#setArmed(false);
  }

  #setArmed(isArmed) {
    this.isArmed = isArmed;
    this.button.classList.toggle("armed", isArmed);
    this.parts.running.classList.toggle("armed", isArmed);
  }

  #letGo() {
    if (this.isArmed) {
      this.#begin();
    }
  }

  #onKeyDown(event) {
    if (event.defaultPrevented) {
      // The press that stopped another clock, say.
      return;
    }
    if (this.isRunning) {
      event.preventDefault();
      if (!event.repeat) {
        this.#press();
        this.pressed = event.key;
      }
    } else if (this.state === "inspecting" && event.key === "Escape") {
      this.#leave();
    } else if (this.#isOwn(event) && this.#hears(event)) {
      event.preventDefault();
      this.#arm();
    }
  }

  #onKeyUp(event) {
    const isOwn = this.#isOwn(event);
    // The key that stopped the time, or is held for it, does not press the button that has the focus then.
    if (this.pressed === event.key || (this.isArmed && isOwn)) {
      event.preventDefault();
    }
    if (isOwn) {
      this.#letGo();
    }
    this.pressed = null;
  }

  #isOwn(event) {
    return this.keys.actionOf(event) === "timer";
  }

  #hears(event) {
    if (event.repeat || this.state === "inspecting") {
      return !event.repeat;
    }
    const control = event.target.closest("a, button, select, summary, input");
    return this.parts.cover.hidden && (control ? control === this.button : this.mayStart());
  }
}
