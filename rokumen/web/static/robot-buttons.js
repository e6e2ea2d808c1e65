// The buttons of a run: the one that comes next is shown and bright, beside STOP.

// So that a double click does not press the next button too.
const REST_MILLISECONDS = 400;
const ACTIVE_STATES = ["starting", "moving", "running", "paused", "stopping"];

export const isActive = (state) => ACTIVE_STATES.includes(state);

// Returns the name of the one button that comes next; "" while there is none.
function nextButton({ state, resumable }) {
  if (state === "running") {
    return "pause";
  }
  if (state === "paused") {
    return "go-on";
  }
  if (state === "connected") {
    return "home";
  }
  if (isActive(state) || state === "none") {
    return "";
  }
  return resumable ? "resume" : "start";
}

export class RunButtons {
  constructor(form) {
    const byId = (id) => form.querySelector(`#${id}`);
    this.next = ["start", "resume", "home", "pause", "go-on"].map(byId);
    this.stop = byId("stop");
    this.newRun = byId("new-run");
    this.question = byId("question");
    this.shown = null;
    this.newRun.addEventListener("click", () => this.#ask(this.question.hidden));
    byId("keep").addEventListener("click", () => {
      this.#ask(false);
      this.newRun.focus();
    });
  }

  // Shows the buttons of a status. STOP can be pressed in every state of a robot.
  show(status) {
    const shown = nextButton(status);
    this.stop.disabled = status.state === "none";
    this.newRun.hidden = shown !== "resume";
    if (shown === this.shown) {
      return;
    }
    // The focus goes on to the next button where the one that had it has gone.
    this.followsFocus ||= this.next.includes(document.activeElement) || this.question.contains(document.activeElement);
    const isFirst = this.shown === null;
    this.shown = shown;
    this.#ask(false);
    for (const button of this.next) {
      button.hidden = button.id !== shown;
      button.classList.toggle("main", button.id === shown);
    }
    const button = this.next.find((each) => !each.hidden);
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
