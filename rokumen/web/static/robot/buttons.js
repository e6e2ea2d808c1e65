// The buttons of a run, of which the one that comes next is shown and bright, beside STOP; and those of
// single commands between runs.

import { byId, element } from "../elements.js";
import { getJson, postJson } from "../requests.js";

// So that a double click does not press the next button too.
const REST_MILLISECONDS = 400;
// So long after a stop the jaws stay as they are, whatever is pressed.
const HOLD_MILLISECONDS = 2000;
const ACTIVE_STATES = ["starting", "moving", "running", "pausing", "paused", "stopping"];

const STEPS = [-100, -10, 10, 100]; // microseconds of a servo's pulse
// A robot is connected, and stands still.
const AT_REST = ["connected", "armed", "solved"];

export const isActive = (state) => ACTIVE_STATES.includes(state);

export class RunButtons {
  constructor() {
    this.next = ["resume", "home", "clear", "pause", "go-on", "let-go", "look-again", "start"].map(byId);
    this.start = byId("start");
    this.stop = byId("stop");
    this.relax = byId("relax");
    this.shown = null;
  }

  // Shows the buttons of a status: of the next one its name and label, and what is on that which starts
  // a run where another one comes next, "" where none can be started. STOP is there in every state of a
  // robot.
  show({ state, next, start, stop_level }) {
    this.#offerRelaxing(stop_level === "hold");
    const button = next && this.next.find((each) => each.id === next.name || each.getAttribute("formaction") === `/robot/${next.name}`);
    const shown = button?.id ?? "";
    this.stop.hidden = state === "none";
    if (button && button.textContent !== next.label) {
      button.textContent = next.label;
    }
    if (start) {
      this.start.textContent = start;
    }
    if (shown === this.shown) {
      this.start.hidden = !start && button !== this.start;
      return;
    }
    // The focus goes on to the next button where the one that had it has gone.
    this.followsFocus ||= this.next.includes(document.activeElement);
    const isFirst = this.shown === null;
    this.shown = shown;
    for (const each of this.next) {
      each.hidden = each !== button && !(each === this.start && start);
      each.classList.toggle("main", each === button);
      if (!each.hidden && !isFirst) {
        this.#letRest(each, each === button);
      }
    }
  }

  #offerRelaxing(holds) {
    if (holds && this.relax.hidden) {
      this.relax.disabled = true;
      setTimeout(() => (this.relax.disabled = false), HOLD_MILLISECONDS);
    }
    this.relax.hidden = !holds;
  }

  #letRest(button, isNext) {
    button.disabled = true;
    setTimeout(() => {
      button.disabled = false;
      if (isNext && this.followsFocus && document.activeElement === document.body) {
        button.focus({ preventScroll: true });
      }
      this.followsFocus &&= !isNext;
    }, REST_MILLISECONDS);
  }
}

// Moving the robot by single commands between its runs, and choosing its camera.
export class HandButtons {
  constructor() {
    this.section = byId("by-hand");
    this.buttons = ["connect", "disconnect", "to-home", "load", "power-off"].map(byId);
    this.jogs = byId("jogs");
    this.jogWords = byId("jog-words");
    this.cameras = byId("cameras-found");
    this.findCameras = byId("find-cameras");
    for (const button of this.buttons) {
      button.onclick = () => postJson(button.dataset.post, {});
    }
    this.findCameras.onclick = () => this.#find();
    this.show({ state: "none" });
  }

  // Takes a message of the robot: the servos that can be moved.
  take({ what, pose, jogs }) {
    if (what === "robot") {
      this.jogs.replaceChildren(...(jogs ? pose.map(jogRow) : []));
    }
  }

  // Only what is possible in a state is there; a stopped robot can still lose its power. Single
  // servos are moved while every gripper is open, so that none holds a cube.
  show({ state, stop_level: stopLevel = "", pose = [], simulator }) {
    const connected = AT_REST.includes(state);
    for (const button of this.buttons) {
      button.hidden = !connected;
    }
    byId("connect").hidden = !["ready", "stopped"].includes(state);
    byId("power-off").hidden = !connected && !["hold", "relax"].includes(stopLevel);
    const isEmpty = state === "connected" && pose.every(({ gripper, at }) => !gripper || at === "open");
    this.jogs.hidden = !isEmpty;
    this.jogWords.hidden = !connected || isEmpty || !this.jogs.childElementCount;
    // The simulator has cameras of its own.
    this.findCameras.hidden = Boolean(simulator) || !["absent", "ready", "stopped", ...AT_REST].includes(state);
    this.section.hidden = [...this.buttons, this.findCameras].every((button) => button.hidden);
  }

  async #find() {
    this.cameras.textContent = "Looking …";
    // The WebSocket reports a lost connection.
    const { cameras = [] } = await getJson("/robot/cameras");
    const buttons = cameras.map(({ number, name, words }) => {
      const onclick = () => postJson("/robot/use-camera", { camera: number });
      return element("button", { onclick }, `${number}: ${name || "camera"} (${words})`);
    });
    this.cameras.replaceChildren(...(buttons.length ? buttons : ["This computer has no camera."]));
  }
}

function jogRow({ actuator, name }) {
  const buttons = STEPS.map((step) => {
    const words = `${step > 0 ? "+" : "−"}${Math.abs(step)}`;
    const onclick = () => postJson("/robot/jog", { actuator, step });
    return element("button", { ariaLabel: `${name}, ${words} µs`, onclick }, words);
  });
  return element("div", { className: "jog", role: "group", ariaLabel: name }, element("span", { title: actuator }, name), ...buttons);
}
