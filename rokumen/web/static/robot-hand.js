// Moving the robot by single commands between its runs, and choosing its camera.

import { byId, element } from "./elements.js";
import { getJson, postJson } from "./requests.js";

const STEPS = [-100, -10, 10, 100]; // microseconds of a servo's pulse
// A robot is connected, and stands still.
const AT_REST = ["connected", "armed", "solved"];

export class HandButtons {
  constructor() {
    this.buttons = ["connect", "disconnect", "to-home", "load", "power-off"].map(byId);
    this.jogs = byId("jogs");
    this.cameras = byId("cameras-found");
    this.findCameras = byId("find-cameras");
    for (const button of this.buttons) {
      button.onclick = () => postJson(button.dataset.post, {});
    }
    this.findCameras.onclick = () => this.#find();
    this.show("none");
  }

  // Takes a message of the robot: the servos that can be moved.
  take({ what, pose, jogs }) {
    if (what === "robot") {
      this.canJog = jogs;
      this.jogs.replaceChildren(...(jogs ? pose.map(jogRow) : []));
    }
  }

  // Only what is possible in a state can be pressed.
  show(state) {
    const connected = AT_REST.includes(state);
    for (const button of this.buttons) {
      const connects = button.id === "connect";
      button.hidden = connects === connected;
      button.disabled = connects ? !["ready", "stopped"].includes(state) : !connected;
    }
    this.jogs.hidden = !connected;
    for (const button of this.jogs.querySelectorAll("button")) {
      button.disabled = !connected;
    }
    this.findCameras.disabled = !["ready", "stopped", ...AT_REST].includes(state);
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
