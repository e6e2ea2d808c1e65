// Controller of the twisty polyhedra page.

import { addDisplay } from "../display.js";
import { byId, capital, counted, element, reducedMotion } from "../elements.js";
import { STICKER_COLOURS } from "../cube/palette.js";
import { connectControls } from "./controls.js";
import { PointerInput } from "./pointer-input.js";
import { Puzzle } from "./puzzle.js";
import { cubeInAddress, faceletsOf, paletteOf, showFacelets, writeCube, writePuzzle } from "./scanned-cube.js";
import * as server from "./server.js";
import { View } from "./view.js";
import { SolutionSteps, searchSolution } from "./solution.js";

const TURN_MILLISECONDS = 320;
const SEQUENCE_MILLISECONDS = 1600; // for a whole scramble or jump

const setStatus = (text) => (byId("words").textContent = text);
const showError = (error) => (byId("error").textContent = capital(error.message));

let families = [];
let puzzle = null;
let view = null;
let pointerInput = null;
let madeTurns = []; // turns since the puzzle was solved
let queue = Promise.resolve();
let playing = false;
let search = null; // the request of a solution that is waited for
let scanned = null; // a cube that the camera read: its facelets, and the names of its colours
const steps = new SolutionSteps((to) => go(to));

/** Run `action` after all earlier actions, so that turns do not overlap. */
function enqueue(action) {
  queue = queue.then(action).catch(showError);
  return queue;
}

async function turn(one, milliseconds = TURN_MILLISECONDS) {
  pointerInput.hide();
  view.preview(null);
  if (milliseconds > 10 && !reducedMotion()) {
    await view.animate(one, milliseconds);
  }
  puzzle.apply(one);
  madeTurns.push(one);
  view.refresh();
  showTurnCount();
}

function showTurnCount() {
  const solved = puzzle.isSolved;
  byId("puzzle").dataset.solved = solved;
  byId("puzzle").dataset.turns = madeTurns.length;
  byId("undo").disabled = !madeTurns.length;
  const begin = "Scramble it, or turn its layers.";
  setStatus(!madeTurns.length ? begin : solved ? "Solved." : `${counted(madeTurns.length, "turn")} made.`);
}

/** Make a turn of the user, which makes a shown solution invalid. */
function userTurn(one) {
  stop();
  steps.hide();
  return enqueue(() => turn(one));
}

async function turnAll(turns) {
  pointerInput.enabled = false;
  for (const one of turns) {
    await turn(one, Math.min(TURN_MILLISECONDS, SEQUENCE_MILLISECONDS / turns.length));
  }
  pointerInput.enabled = true;
}

function go(to) {
  return enqueue(async () => {
    const ahead = steps.moves.slice(steps.at, to).map((text) => puzzle.parse(text));
    const behind = steps.moves.slice(to, steps.at).map((text) => puzzle.inverse(puzzle.parse(text)));
    await turnAll([...ahead, ...behind.reverse()]);
    steps.at = to;
    steps.showPosition();
    if (!puzzle.isSolved) {
      setStatus(`Turn ${steps.at} of ${steps.moves.length}.`);
    }
  });
}

async function play() {
  if (playing) {
    stop();
    return;
  }
  playing = true;
  byId("play").textContent = "Pause";
  while (playing && steps.at < steps.moves.length) {
    await go(steps.at + 1);
  }
  stop();
}

function stop() {
  playing = false;
  byId("play").textContent = "Play";
}

function restart() {
  stop();
  steps.hide();
  byId("error").textContent = "";
  puzzle.reset();
  puzzle.palette = null;
  scanned = null;
  madeTurns = [];
  view.refresh();
  showTurnCount();
}

async function scramble() {
  await enqueue(async () => {
    const { moves } = await server.scramble(puzzle.description.name);
    restart();
    await turnAll(moves.map((text) => puzzle.parse(text)));
    setStatus("Scrambled.");
  });
}

async function solve() {
  stop();
  await enqueue(async () => {
    byId("error").textContent = "";
    search = new AbortController();
    byId("cancel").hidden = false;
    byId("solve").disabled = true;
    try {
      const position = scanned
        ? { facelets: faceletsOf(puzzle) }
        : { moves: madeTurns.map((one) => puzzle.format(one)).join(" ") };
      const request = { ...position, method: byId("method").value };
      steps.show(await searchSolution(puzzle.description.name, request, setStatus, search.signal));
      setStatus("Solution found: play it, or step through it.");
    } catch (error) {
      showTurnCount();
      if (error.name !== "AbortError") {
        throw error;
      }
      setStatus("Cancelled.");
    } finally {
      search = null;
      byId("cancel").hidden = true;
      byId("solve").disabled = false;
    }
  });
}

function undo() {
  if (madeTurns.length) {
    stop();
    steps.hide();
    enqueue(async () => {
      await turn(puzzle.inverse(madeTurns.at(-1)));
      madeTurns.splice(-2);
      showTurnCount();
    });
  }
}

// What the methods that can be chosen do, in words.
const METHODS = {
  tsukuda: "in few turns, by Tsukuda's steps",
  "tsukuda-steps": "by each of Tsukuda's steps",
  "reduction-steps": "as people do: centres, edges, then a 3x3x3",
};

const options = (select, values, labels = values) =>
  select.replaceChildren(...values.map((value, i) => new Option(labels[i], value)));

/** Show a cube that the camera read, named in the address, and solve it. */
async function showScanned({ facelets, colours }) {
  await enqueue(() => {
    scanned = { facelets, colours };
    puzzle.palette = paletteOf(
      puzzle,
      colours.map((name) => STICKER_COLOURS[name]),
    );
    showFacelets(puzzle, facelets);
    view.refresh();
    byId("puzzle").dataset.solved = puzzle.isSolved;
    writeCube({ facelets, colours });
    const [up, , front] = colours;
    byId("about").textContent =
      puzzle.layers % 2
        ? `Your cube. Hold it with the ${up} middle up and the ${front} one in front.`
        : "Your cube. Hold it as in the picture, with the same colours in front and on top.";
  });
  await solve();
}

// Returns what a family is called in the list: "The cube turned about its faces, N layers".
const labelOf = ({ words }) =>
  capital(words.split(";")[0].split(", N from")[0].split(", odd N")[0].split(" (")[0]);

// Returns a button with the picture and the name of a puzzle that has a name of its own.
function knownElement({ name, words }) {
  const picture = element("img", { src: `api/puzzles/${name}/picture.svg`, alt: "", width: 72, height: 72 });
  const button = element("button", { "data-puzzle": name, onclick: () => choose(name) }, picture, words);
  return element("li", {}, button);
}

// Marks the puzzle that is shown among those in pictures, and scrolls to it.
function markKnown(name) {
  for (const button of byId("known").querySelectorAll("button")) {
    const isShown = button.dataset.puzzle === name;
    button.ariaPressed = String(isShown);
    if (isShown) {
      byId("known").scrollTo({ left: button.offsetLeft - byId("known").offsetLeft - button.offsetWidth });
    }
  }
}

function choose(name) {
  byId("family").value = families.find(({ names }) => names.includes(name)).name;
  listSizes();
  byId("size").value = name;
  load();
}

function chosenFamily() {
  return families.find((family) => family.name === byId("family").value);
}

function listSizes() {
  const { names, name } = chosenFamily();
  const sizes = names.map((each) => each.slice(name.length + 1));
  options(byId("size"), names, sizes.map((size) => size || "–"));
  byId("size").disabled = names.length === 1;
  const three = names.find((each) => each.endsWith("-3")) ?? names[0];
  byId("size").value = names.length > 1 && name.startsWith("cube-faces") ? three : names[0];
}

async function load() {
  await enqueue(async () => {
    const name = byId("size").value;
    setStatus("Loading …");
    puzzle = new Puzzle(await server.description(name));
    options(byId("axis"), puzzle.axes.map((_, i) => i), puzzle.axes.map((axis) => axis.name));
    options(byId("layer"), Array.from({ length: puzzle.layers }, (_, i) => i + 1));
    const methods = puzzle.description.methods.filter((method) => METHODS[method]);
    options(byId("method"), methods, methods.map((method) => METHODS[method]));
    byId("methods").hidden = methods.length < 2;
    const solvable = chosenFamily().solved.includes(name);
    byId("solve").disabled = !solvable;
    byId("solve").title = solvable ? "" : "This size is too large to solve";
    const words = chosenFamily().words.replace(/ \(section [^)]+\)/, "");
    byId("about").textContent = capital(`${words}; ${puzzle.places.length} stickers.`);
    view.show(puzzle);
    restart();
    writePuzzle(name);
    document.body.dataset.puzzle = name;
    markKnown(name);
  });
}

function showMirror(on) {
  view.mirror = on;
  byId("puzzle").classList.toggle("mirrored", on);
  byId("mirror-words").hidden = !on;
  view.resize();
}

function showMarks(on) {
  view.marks = on;
  if (puzzle) {
    view.refresh();
  }
}

// What Display says; a key in brackets does the same.
const keyWords = (words, key) => [words, element("span", { className: "keyboard" }, ` (${key})`)];
const SWITCHES = {
  mirror: { words: keyWords("Mirror behind the puzzle", "B"), isOn: true, show: showMirror },
  "piece-marks": { words: keyWords("Marks that show how each sticker lies", "M"), isOn: false, show: showMarks },
};

const chosenLayer = () => ({ axis: Number(byId("axis").value), layer: Number(byId("layer").value) });

const controls = {
  changeFamily: () => {
    listSizes();
    load();
  },
  changeSize: load,
  scramble,
  solve,
  cancel: () => search?.abort(),
  undo,
  restart: () => enqueue(restart),
  turn: (back) => {
    const one = { ...chosenLayer(), amount: 1 };
    userTurn(back ? puzzle.inverse(one) : one);
  },
  preview: () => view.preview(chosenLayer()),
  go: (to) => go(Math.min(to, steps.moves.length)),
  step: (by) => {
    const to = steps.at + by;
    if (to >= 0 && to <= steps.moves.length) {
      go(to);
    }
  },
  play: () => steps.moves.length && play(),
  rotate: (across, down) => view.rotatePuzzle(across, down),
  roll: (angle) => view.roll(angle),
};

async function begin() {
  try {
    view = new View(byId("puzzle"));
  } catch {
    addDisplay();
    setStatus("No 3D picture");
    showError(new Error("This browser does not support WebGL: use another browser."));
    return;
  }
  addDisplay(SWITCHES);
  pointerInput = new PointerInput(view);
  const answer = await server.families();
  families = answer.families;
  options(byId("family"), families.map((family) => family.name), families.map(labelOf));
  byId("known").replaceChildren(...answer.known.map(knownElement));
  const parameters = new URLSearchParams(location.search);
  const requested = parameters.get("puzzle");
  const family = families.find(({ names }) => names.includes(requested));
  byId("family").value = (family ?? families[0]).name;
  listSizes();
  if (family) {
    byId("size").value = requested;
  }
  connectControls(controls);
  pointerInput.on({ turn: userTurn });
  const cube = cubeInAddress(parameters);
  await load();
  document.body.dataset.ready = "";
  if (cube) {
    await showScanned(cube);
  } else if (parameters.has("facelets")) {
    showError(new Error("The address holds no cube: scan it again on the page “Solve a cube”."));
  }
}

begin().catch(showError);
