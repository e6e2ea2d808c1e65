// A smart cube that the server follows: it is drawn as it turns, and starts and stops the time.

import { Emitter, byIds, counted, element } from "../elements.js";
import { getJson, webSocket } from "../requests.js";
import { Cube } from "./pictures.js";

// Emits `turned` with the facelets after each turn, and `found` with those that the cube tells itself.
export class SmartCube extends Emitter {
  constructor(colours) {
    super();
    this.parts = byIds(
      "smart-cube", "smart-cube-picture", "smart-cube-words",
      "smart-cube-solve", "smart-cube-sum", "smart-cube-steps", "smart-cube-link",
    );
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
    this.isWaiting = true;
    const socket = webSocket("api/smart-cube");
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => this.say("The connection to the server has ended: load this page again.");
  }

  say(words) {
    this.parts["smart-cube-words"].textContent = words;
  }

  #hear({ seen, turn, lost, solve }) {
    if (solve) {
      this.#showSolve(solve);
    }
    if (lost) {
      this.say(`Turns may be missing: ${lost}.`);
    }
    if (seen) {
      if (this.isWaiting) {
        this.isWaiting = false;
        this.say("Your cube, as it turns.");
      }
      this.picture.show(seen, this.colours);
      this.parts["smart-cube"].dataset.seen = seen;
      this.emit(turn ? "turned" : "found", seen);
    }
  }

  // Shows the steps of the last solve, its whole-cube turns before the first turn left out.
  #showSolve({ count, seconds, steps, link }) {
    const speed = seconds ? `, ${(count / seconds).toFixed(1)} a second` : "";
    this.parts["smart-cube-sum"].textContent = `Your last solve: ${counted(count, "turn")} in ${written(seconds)} s${speed}`;
    const rows = steps.filter((step) => step.count).map((step) =>
      element("tr", {},
        element("th", { scope: "row" }, step.name),
        element("td", {}, element("span", { className: "moves" }, step.moves), ` ${turnsOf(step)}`),
        element("td", {}, written(step.seconds)),
        element("td", {}, written(step.pause)),
      ));
    this.parts["smart-cube-steps"].replaceChildren(...rows);
    this.parts["smart-cube-link"].href = link;
    this.parts["smart-cube-solve"].hidden = false;
  }
}

const written = (seconds) => seconds.toFixed(2);

const turnsOf = ({ count, shortest }) =>
  shortest !== null && shortest < count ? `(${counted(count, "turn")}, ${shortest} would do)` : `(${counted(count, "turn")})`;
