// Moving the robot by single commands between its runs, and choosing its camera.

import { postJson } from "./requests.js";

const STEPS = [-100, -10, 10, 100]; // microseconds of a servo's pulse
// A robot is connected, and stands still.
const AT_REST = ["connected", "armed", "solved"];

export class HandButtons {
  constructor(byId) {
    const names = ["connect", "disconnect", "to-home", "load", "power-off"];
    this.buttons = names.map(byId);
    this.jogs = byId("jogs");
    this.cameras = byId("cameras-found");
    this.findCameras = byId("find-cameras");
    for (const button of this.buttons) {
      button.addEventListener("click", () => postJson(button.dataset.post, {}));
    }
    this.findCameras.addEventListener("click", () => this.#find());
    this.show("none");
  }

  // Takes a message of the robot: the servos that can be moved.
  take({ what, pose, jogs }) {
    if (what === "robot") {
      this.canJog = jogs;
      this.jogs.replaceChildren(...(jogs ? pose.map((part) => this.#row(part)) : []));
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

  #row({ actuator, name }) {
    const row = document.createElement("div");
    row.className = "jog";
    row.role = "group";
    row.ariaLabel = name;
    row.append(Object.assign(document.createElement("span"), { textContent: name, title: actuator }));
    for (const step of STEPS) {
      const words = `${step > 0 ? "+" : "−"}${Math.abs(step)}`;
      const button = Object.assign(document.createElement("button"), { textContent: words, ariaLabel: `${name}, ${words} µs` });
      button.addEventListener("click", () => postJson("/robot/jog", { actuator, step }));
      row.append(button);
    }
    return row;
  }

  async #find() {
    this.cameras.textContent = "Looking …";
    let found = [];
    try {
      ({ cameras: found } = await (await fetch("/robot/cameras")).json());
    } catch {
      // The WebSocket reports a lost connection.
    }
    this.cameras.textContent = found.length ? "" : "This computer has no camera.";
    for (const { number, name, words } of found) {
      const button = document.createElement("button");
      button.textContent = `${number}: ${name || "camera"} (${words})`;
      button.addEventListener("click", () => postJson("/robot/use-camera", { camera: number }));
      this.cameras.append(button);
    }
  }
}
