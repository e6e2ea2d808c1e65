// The pose: where every actuator is, and where those that move go to.

import { byId, element } from "../elements.js";

const KNOWN = "As the robot reported it last.";
const MOVING = "Moving; the arrows say where to.";
const RETURNING = "Moving back to a known pose.";
const LAST_KNOWN = "The robot did not say where it stopped; this was its pose before.";

export class RobotPose {
  constructor(picture) {
    Object.assign(this, { picture, list: byId("pose"), words: byId("pose-words") });
    this.clear();
  }

  clear() {
    this.known = {};
    this.picture.clear();
    this.#show([], "");
  }

  // Takes a message of the run; those without a pose change it only where they end a motion.
  take(message) {
    const { what, state, pose } = message;
    this.picture.take(message);
    if (what === "began") {
      this.#show(pose, MOVING, message);
    } else if (pose) {
      this.known = Object.fromEntries(pose.map(({ name, at }) => [name, at]));
      this.#show(pose, KNOWN);
    } else if (what === "replanning") {
      this.words.textContent = RETURNING;
    } else if (state === "stopped" && Object.keys(this.known).length) {
      this.words.textContent = LAST_KNOWN;
      this.#list(this.pose.map((each) => ({ ...each, at: this.known[each.name] ?? each.at, moves: false })));
    }
  }

  #show(pose, words, command) {
    this.words.textContent = words;
    if (pose.length) {
      this.picture.show(pose, command);
    }
    this.pose = pose;
    this.#list(pose);
  }

  #list(pose) {
    this.list.replaceChildren(
      ...pose.map(({ name, actuator, at, moves }) => {
        const value = moves ? `${this.known[name] ?? ""} → ${at}` : at;
        return element("div", {}, element("dt", { title: actuator }, name), element("dd", {}, value));
      }),
    );
  }
}
