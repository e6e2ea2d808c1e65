// Controller of the twisty polyhedra page.

import { addDisplay } from "../display.js";
import { byId, capital, counted, element, reducedMotion, scrollTo } from "../elements.js";
import { STICKER_COLOURS } from "../cube/palette.js";
import { addressOf, stateInAddress } from "./address.js";
import { PuzzleChoice, setOptions } from "./choice.js";
import { connectControls } from "./controls.js";
import { PointerInput } from "./pointer-input.js";
import { Puzzle } from "./puzzle.js";
import { faceletsOf, paletteOf, showFacelets } from "./scanned-cube.js";
import * as server from "./server.js";
import { View } from "./view.js";
import { SolutionSteps, searchSolution } from "./solution.js";

const TURN_MILLISECONDS = 320;
const SEQUENCE_MILLISECONDS = 1600; // for a whole scramble or jump

const setStatus = (text) => (byId("words").textContent = text);
function showError(error) {
  byId("error").textContent = capital(error.message);
  scrollTo(byId("error"));
}

// What the page shows: see address.js.
let state = { puzzle: "", cube: null, moves: [], at: null };
let choice = null;
let puzzle = null; // null until that of the state is there
let view = null;
let pointerInput = null;
let madeTurns = []; // turns since the puzzle was solved, or as the camera read it
let queue = Promise.resolve();
let shown = 0; // counts the states that were asked for: what is done to an older one ends
let playing = false;
let search = null; // the request of a solution that is waited for
const steps = new SolutionSteps((to) => go(to));

// Runs `action` after all earlier actions, so that turns do not overlap, unless another state has been
// asked for meanwhile.
function enqueue(action) {
  const own = shown;
  queue = queue.then(() => own === shown && action()).catch((error) => own === shown && showError(error));
  return queue;
}

// Ends the action, begun when `own` states had been asked for, if another one has been since.
function endIfOlder(own) {
  if (own !== shown) {
    throw new Error("another state was asked for");
  }
}

// Keeps a change of what is shown, in the address too.
function keep(changes) {
  state = { ...state, ...changes };
  history.replaceState(null, "", addressOf(state));
}

const written = () => madeTurns.map((one) => puzzle.format(one));

async function turn(one, milliseconds = TURN_MILLISECONDS) {
  const own = shown;
  pointerInput.hide();
  view.preview(null);
  if (milliseconds > 10 && !reducedMotion()) {
    await view.animate(one, milliseconds);
  }
  endIfOlder(own);
  make(one);
  view.refresh();
  showTurnCount();
}

function make(one) {
  puzzle.apply(one);
  madeTurns.push(one);
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
  return enqueue(async () => {
    await turn(one);
    keep({ moves: written(), at: null });
  });
}

async function turnAll(turns) {
  pointerInput.enabled = false;
  try {
    for (const one of turns) {
      await turn(one, Math.min(TURN_MILLISECONDS, SEQUENCE_MILLISECONDS / turns.length));
    }
  } finally {
    pointerInput.enabled = true;
  }
}

function go(to) {
  return enqueue(async () => {
    const ahead = steps.moves.slice(steps.at, to).map((text) => puzzle.parse(text));
    const behind = steps.moves.slice(to, steps.at).map((text) => puzzle.inverse(puzzle.parse(text)));
    await turnAll([...ahead, ...behind.reverse()]);
    steps.at = to;
    steps.showPosition();
    keep({ at: to });
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

// Ends what plays by itself, and what was said of an earlier step.
function stop() {
  playing = false;
  byId("play").textContent = "Play";
  byId("error").textContent = "";
}

// Takes the puzzle as it is at the beginning of a state: solved, or as the camera read it.
function reset(cube) {
  puzzle.reset();
  puzzle.palette = cube && paletteOf(puzzle, cube.colours.map((name) => STICKER_COLOURS[name]));
  if (cube) {
    showFacelets(puzzle, cube.facelets);
  }
  madeTurns = [];
}

function restart() {
  stop();
  steps.hide();
  reset(null);
  view.refresh();
  showTurnCount();
  keep({ cube: null, moves: [], at: null });
  byId("about").textContent = wordsOfPuzzle();
}

async function scramble() {
  stop();
  await enqueue(async () => {
    const own = shown;
    const { moves } = await server.scramble(state.puzzle);
    endIfOlder(own);
    restart();
    await turnAll(moves.map((text) => puzzle.parse(text)));
    keep({ moves: written() });
    setStatus("Scrambled.");
  });
}

async function solve() {
  stop();
  await enqueue(async () => {
    const own = shown;
    search = new AbortController();
    byId("cancel").hidden = false;
    byId("solve").disabled = true;
    try {
      const position = state.cube ? { facelets: faceletsOf(puzzle) } : { moves: written().join(" ") };
      const request = { ...position, method: byId("method").value };
      steps.show(await searchSolution(state.puzzle, request, setStatus, search.signal));
      keep({ moves: written(), at: 0 });
      setStatus("Solution found: play it, or step through it.");
    } catch (error) {
      endIfOlder(own);
      showTurnCount();
      if (error.name !== "AbortError") {
        throw error;
      }
      setStatus("Cancelled.");
    } finally {
      search = null;
      byId("cancel").hidden = true;
      byId("solve").disabled = !puzzle;
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
      keep({ moves: written(), at: null });
    });
  }
}

// What is done with the puzzle that is shown.
const ACTIONS = ["scramble", "solve", "undo", "reset", "turn-back", "turn-on"];

// What the methods that can be chosen do, in words.
const METHODS = {
  tsukuda: "in few turns, by Tsukuda's steps",
  "tsukuda-steps": "by each of Tsukuda's steps",
  "reduction-steps": "as people do: centres, edges, then a 3x3x3",
};

// Chooses a puzzle, a step that the browser's Back button undoes.
function choose(name) {
  history.pushState(null, "", addressOf({ puzzle: name, cube: null, moves: [], at: null }));
  followAddress();
}

// Shows what the address names, as after a reload or the browser's Back button.
async function followAddress() {
  const { state: named, problem } = stateInAddress(choice.names, choice.usual);
  await show(named);
  if (problem) {
    showError(new Error(problem));
  }
}

// Shows a state. What was done to the one before ends, and the picture and the buttons wait until the
// puzzle that is chosen is there: what is shown, chosen and acted on is one.
async function show(next) {
  shown += 1;
  state = { ...next, moves: [], at: null };
  stop();
  search?.abort();
  steps.hide();
  choice.show(next.puzzle);
  setStatus("Loading …");
  showWaiting();
  const own = shown;
  await enqueue(async () => {
    const description = await server.description(next.puzzle);
    endIfOlder(own);
    puzzle = new Puzzle(description);
    describe();
    reset(next.cube);
    view.show(puzzle);
    showTurnCount();
    keep({});
    next.moves.map((text) => puzzle.parse(text)).forEach(make);
    view.refresh();
    showTurnCount();
    keep({ moves: written() });
    if (next.at !== null || (next.cube && !next.moves.length)) {
      solve().then(() => steps.moves.length && go(Math.min(next.at ?? 0, steps.moves.length)));
    }
  });
  if (own === shown && !puzzle) {
    setStatus("The puzzle is not there: choose it again.");
  }
}

// Waits for the puzzle that is chosen.
function showWaiting() {
  puzzle = null;
  document.body.dataset.puzzle = "";
  byId("methods").hidden = true;
  for (const id of ACTIONS) {
    byId(id).disabled = true;
  }
}

// Says what the puzzle is, and offers what can be done with it.
function describe() {
  const { methods: all, name } = puzzle.description;
  setOptions(byId("axis"), puzzle.axes.map((_, i) => i), puzzle.axes.map((axis) => axis.name));
  setOptions(byId("layer"), Array.from({ length: puzzle.layers }, (_, i) => i + 1));
  const methods = all.filter((method) => METHODS[method]);
  setOptions(byId("method"), methods, methods.map((method) => METHODS[method]));
  byId("methods").hidden = methods.length < 2;
  const solvable = choice.family.solved.includes(name);
  for (const id of ACTIONS) {
    byId(id).disabled = id === "solve" && !solvable;
  }
  byId("solve").title = solvable ? "" : "This size is too large to solve";
  byId("about").textContent = state.cube ? wordsOfCube(state.cube) : wordsOfPuzzle();
  document.body.dataset.puzzle = name;
}

function wordsOfPuzzle() {
  const words = choice.family.words.replace(/ \(section [^)]+\)/, "");
  return capital(`${words}; ${puzzle.places.length} stickers.`);
}

function wordsOfCube({ colours: [up, , front] }) {
  return puzzle.layers % 2
    ? `Your cube. Hold it with the ${up} middle up and the ${front} one in front.`
    : "Your cube. Hold it as in the picture, with the same colours in front and on top.";
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

// What is done to a puzzle is not done while another one is waited for.
const whenThere = (action) => (...values) => puzzle && action(...values);

const controls = {
  changeFamily: () => choice.chooseFamily(),
  changeSize: () => choice.chooseSize(),
  scramble: whenThere(scramble),
  solve: whenThere(solve),
  cancel: () => search?.abort(),
  undo: whenThere(undo),
  restart: whenThere(() => enqueue(restart)),
  turn: whenThere((back) => {
    const one = { ...chosenLayer(), amount: 1 };
    userTurn(back ? puzzle.inverse(one) : one);
  }),
  preview: whenThere(() => view.preview(chosenLayer())),
  go: whenThere((to) => go(Math.min(to, steps.moves.length))),
  step: whenThere((by) => {
    const to = steps.at + by;
    if (to >= 0 && to <= steps.moves.length) {
      go(to);
    }
  }),
  play: whenThere(() => steps.moves.length && play()),
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
  choice = new PuzzleChoice(await server.families());
  choice.on({ chosen: choose });
  connectControls(controls);
  pointerInput.on({ turn: whenThere(userTurn) });
  addEventListener("popstate", followAddress);
  await followAddress();
  document.body.dataset.ready = "";
}

begin().catch(showError);
