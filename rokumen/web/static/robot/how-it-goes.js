// How a run goes, drawn: what is on the page before anything has happened.

import { CubePicture } from "../cube/picture.js";
import { solvedBy, turned } from "../cube/moves.js";
import { STANDARD_SCHEME } from "../cube/palette.js";
import { element, svgElement } from "../elements.js";

// The turns that solve the cube that is drawn; the picture of turning shows it before the last ones.
const TURNS = ["R", "U'", "F2", "L", "D", "B'", "R2", "U"];
const LAST = 3;

const STEPS = [
  { made: 0, words: "Put a cube between the grippers: “Connect” and then “Open for a cube”, under By hand, opens them." },
  { made: 0, hidden: true, words: "Press Start: the robot shows all six faces to its camera." },
  { made: TURNS.length - LAST, arrow: true, words: "It makes one turn after another. Pause waits for the end of a turn; STOP, or Esc, stops at once." },
  { made: TURNS.length, words: "When the camera has seen it solved, hold the cube and let it go." },
];

// Shows the steps of a run in a list.
export function showHowItGoes(list) {
  list.replaceChildren(...STEPS.map(step));
}

function step({ made, words, hidden = false, arrow = false }) {
  const svg = svgElement("svg", { "aria-hidden": "true" });
  new CubePicture(svg, { hidden }).show(turned(solvedBy(TURNS), TURNS.slice(0, made)), STANDARD_SCHEME, arrow ? TURNS[made] : null);
  return element("li", {}, svg, element("p", {}, words));
}
