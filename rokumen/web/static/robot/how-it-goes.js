// How a run goes, drawn: what is on the page before anything has happened.

import { CubePicture } from "../cube/picture.js";
import { solvedBy, turned } from "../cube/moves.js";
import { STANDARD_SCHEME } from "../cube/palette.js";
import { element, svgElement } from "../elements.js";

// The turns that solve the cube that is drawn; the picture of turning shows it before the last ones.
const TURNS = ["R", "U'", "F2", "L", "D", "B'", "R2", "U"];
const LAST = 3;

const TURNING = "It makes one turn after another. Pause waits for the end of a turn; STOP (Esc on a keyboard) stops at once.";
const WORDS = {
  real: [
    "Put a cube between the grippers: “Connect” and then “Open the grippers”, under By hand, opens them.",
    "Press Start: the robot shows all six faces to its camera.",
    TURNING,
    "When the camera has seen it solved, hold the cube and let it go.",
  ],
  simulated: [
    "Nothing is needed: each run has a scrambled cube of its own.",
    "The robot shows all six faces to its camera, which is simulated too.",
    TURNING,
    "The run ends when the camera has seen the cube solved.",
  ],
};
const PICTURES = [{ made: 0 }, { made: 0, hidden: true }, { made: TURNS.length - LAST, arrow: true }, { made: TURNS.length }];

// The list of the steps of a run.
export class HowItGoes {
  constructor(list) {
    this.list = list;
    this.kind = "";
  }

  // Shows the steps of the robot of a status.
  show({ simulator }) {
    const kind = simulator ? "simulated" : "real";
    if (kind !== this.kind) {
      this.kind = kind;
      this.list.replaceChildren(...PICTURES.map((picture, i) => step(picture, WORDS[kind][i])));
    }
  }
}

function step({ made, hidden = false, arrow = false }, words) {
  const svg = svgElement("svg", { "aria-hidden": "true" });
  new CubePicture(svg, { hidden }).show(turned(solvedBy(TURNS), TURNS.slice(0, made)), STANDARD_SCHEME, arrow ? TURNS[made] : null);
  return element("li", {}, svg, element("p", {}, words));
}
