// A smart cube that the server follows: it is drawn as it turns, and starts and stops the time.

import { Emitter, byIds } from "../elements.js";
import { getJson, webSocket } from "../requests.js";
import { Cube } from "./pictures.js";

// Emits `turned` with the facelets after each turn, and `found` with those that the cube tells itself.
export class SmartCube extends Emitter {
  constructor(colours) {
    super();
    this.parts = byIds("smart-cube", "smart-cube-picture", "smart-cube-words");
    this.colours = colours;
    this.picture = new Cube(this.parts["smart-cube-picture"]);
  }

  // Follows the server's smart cube, if it has one.
  async connect() {
    const settings = await getJson("/api/settings");
    if (!settings.smart_cube) {
      return;
    }
    this.parts["smart-cube"].hidden = false;
    this.say(`${settings.smart_cube}: waiting for its state`);
    const socket = webSocket("api/smart-cube");
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => this.say("The connection to the server has ended: load this page again.");
  }

  say(words) {
    this.parts["smart-cube-words"].textContent = words;
  }

  #hear({ seen, turn, lost }) {
    if (lost) {
      this.say(`Turns may be missing: ${lost}.`);
    }
    if (seen) {
      this.picture.show(seen, this.colours);
      this.parts["smart-cube"].dataset.seen = seen;
      this.emit(turn ? "turned" : "found", seen);
    }
  }
}
