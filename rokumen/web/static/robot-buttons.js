// The buttons of a run: the one that comes next is shown and bright, beside STOP.

import { byId } from "./elements.js";

// So that a double click does not press the next button too.
const REST_MILLISECONDS = 400;
const ACTIVE_STATES = ["starting", "moving", "running", "pausing", "paused", "stopping"];

export const isActive = (state) => ACTIVE_STATES.includes(state);

export class RunButtons {
  constructor() {
    this.next = ["start", "resume", "home", "pause", "go-on", "let-go", "look-again"].map(byId);
    this.stop = byId("stop");
    this.newRun = byId("new-run");
    this.question = byId("question");
    this.shown = null;
    this.newRun.onclick = () => this.#ask(this.question.hidden);
    byId("keep").onclick = () => {
      this.#ask(false);
      this.newRun.focus();
    };
  }

  // Shows the buttons of a status: of the next one its name and label. STOP can be pressed in every
  // state of a robot.
  show({ state, next }) {
    const button = next && this.next.find((each) => each.id === next.name || each.getAttribute("formaction") === `/robot/${next.name}`);
    const shown = button?.id ?? "";
    this.stop.disabled = state === "none";
    this.newRun.hidden = shown !== "resume";
    if (button && button.textContent !== next.label) {
      button.textContent = next.label;
    }
    if (shown === this.shown) {
      return;
    }
    // The focus goes on to the next button where the one that had it has gone.
    this.followsFocus ||= this.next.includes(document.activeElement) || this.question.contains(document.activeElement);
    const isFirst = this.shown === null;
    this.shown = shown;
    this.#ask(false);
    for (const each of this.next) {
      each.hidden = each !== button;
      each.classList.toggle("main", each === button);
    }
    if (button && !isFirst) {
      this.#letRest(button);
    }
  }

  #ask(open) {
    this.question.hidden = !open;
    this.newRun.ariaExpanded = String(open);
  }

  #letRest(button) {
    button.disabled = true;
    setTimeout(() => {
      button.disabled = false;
      if (this.followsFocus && document.activeElement === document.body) {
        button.focus({ preventScroll: true });
      }
      this.followsFocus = false;
    }, REST_MILLISECONDS);
  }
}
