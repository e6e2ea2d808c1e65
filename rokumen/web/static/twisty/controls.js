// The buttons, lists and keys of the page of twisty polyhedra.

import { byId, hasModifier, on, onKey } from "../elements.js";

const STEP = Math.PI / 12; // rotation of the puzzle by a key

// Calls what `act` has for each button, list and key: changeFamily, changeSize, scramble, solve,
// cancel, undo, restart, turn(back), preview, go(to), step(by), play, rotate(across, down),
// roll(angle).
export function connectControls(act) {
  const keys = {
    ArrowLeft: () => act.rotate(-STEP, 0),
    ArrowRight: () => act.rotate(STEP, 0),
    ArrowUp: () => act.rotate(0, -STEP),
    ArrowDown: () => act.rotate(0, STEP),
    "[": () => act.roll(STEP),
    "]": () => act.roll(-STEP),
    ".": () => act.step(1),
    ",": () => act.step(-1),
    Home: () => act.go(0),
    End: () => act.go(Infinity),
    " ": act.play,
    Backspace: act.undo,
    b: () => byId("mirror").click(),
    m: () => byId("piece-marks").click(),
  };
  on("click", {
    scramble: act.scramble,
    solve: act.solve,
    cancel: act.cancel,
    undo: act.undo,
    reset: act.restart,
    "turn-on": () => act.turn(false),
    "turn-back": () => act.turn(true),
    first: keys.Home,
    back: keys[","],
    play: act.play,
    next: keys["."],
    last: keys.End,
  });
  on("change", {
    family: act.changeFamily,
    size: act.changeSize,
    axis: act.preview,
    layer: act.preview,
  });
  onKey((event) => {
    const typing = event.target.closest(event.key === " " ? "select, input, button, a" : "select");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return !typing && !hasModifier(event) && keys[key];
  });
}
