// Ties the server, the puzzle, its picture and the buttons together.

import { Pointing } from "./twisty/pointing.js";
import { Puzzle } from "./twisty/puzzle.js";
import * as server from "./twisty/server.js";
import { View } from "./twisty/view.js";
import { Walk } from "./twisty/walk.js";

const TURN = 320; // milliseconds of a turn by hand
const FAST = 1600; // of a scramble or a jump in all
const STEP = Math.PI / 12; // of the whole, by a key
const QUICK = matchMedia("(prefers-reduced-motion: reduce)").matches;

const part = (id) => document.getElementById(id);
const say = (text) => (part("words").textContent = text);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const fail = (error) => (part("error").textContent = capital(error.message));

let families = [];
let puzzle = null;
let view = null;
let pointing = null;
let done = []; // the turns since it was solved
let busy = Promise.resolve();
let playing = false;
const walk = new Walk(part("solution"), (to) => go(to));

/** One thing after another: turns are not begun while others are on their way. */
function queued(action) {
  busy = busy.then(action).catch(fail);
  return busy;
}

async function turn(one, milliseconds = TURN) {
  pointing.hide();
  view.preview(null);
  if (milliseconds > 10 && !QUICK) {
    await view.animate(one, milliseconds);
  }
  puzzle.apply(one);
  done.push(one);
  view.refresh();
  tell();
}

function tell() {
  const solved = puzzle.isSolved;
  part("puzzle").dataset.solved = solved;
  part("puzzle").dataset.turns = done.length;
  part("undo").disabled = !done.length;
  say(solved ? "It is solved." : `${done.length} turn${done.length === 1 ? "" : "s"} made.`);
}

/** A turn by hand: the solution is no longer one. */
function byHand(one) {
  stop();
  walk.hide();
  return queued(() => turn(one));
}

async function turnAll(turns) {
  pointing.enabled = false;
  for (const one of turns) {
    await turn(one, Math.min(TURN, FAST / turns.length));
  }
  pointing.enabled = true;
}

function go(to) {
  return queued(async () => {
    const ahead = walk.moves.slice(walk.at, to).map((text) => puzzle.parse(text));
    const behind = walk.moves.slice(to, walk.at).map((text) => puzzle.inverse(puzzle.parse(text)));
    await turnAll([...ahead, ...behind.reverse()]);
    walk.at = to;
    walk.mark();
    if (!puzzle.isSolved) {
      say(`Turn ${walk.at} of ${walk.moves.length}.`);
    }
  });
}

async function play() {
  if (playing) {
    stop();
    return;
  }
  playing = true;
  part("play").textContent = "Pause";
  while (playing && walk.at < walk.moves.length) {
    await go(walk.at + 1);
  }
  stop();
}

function stop() {
  playing = false;
  part("play").textContent = "Play";
}

function restart() {
  stop();
  walk.hide();
  part("error").textContent = "";
  puzzle.reset();
  done = [];
  view.refresh();
  tell();
}

async function scramble() {
  await queued(async () => {
    const { moves } = await server.scramble(puzzle.description.name);
    restart();
    await turnAll(moves.map((text) => puzzle.parse(text)));
    say("Scrambled.");
  });
}

async function solve() {
  stop();
  await queued(async () => {
    part("error").textContent = "";
    say("Looking for a solution …");
    try {
      const moves = done.map((one) => puzzle.spelt(one)).join(" ");
      walk.show(await server.solve(puzzle.description.name, moves));
      say("Here is a solution: play it, or go through it step by step.");
    } catch (error) {
      tell();
      throw error;
    }
  });
}

function undo() {
  if (done.length) {
    stop();
    walk.hide();
    queued(async () => {
      await turn(puzzle.inverse(done.at(-1)));
      done.splice(-2);
      tell();
    });
  }
}

const options = (select, values, words = values) =>
  select.replaceChildren(...values.map((value, i) => new Option(words[i], value)));

function chosenFamily() {
  return families.find((family) => family.name === part("family").value);
}

function offerSizes() {
  const { names, name } = chosenFamily();
  const sizes = names.map((each) => each.slice(name.length + 1));
  options(part("size"), names, sizes.map((size) => size || "–"));
  part("size").disabled = names.length === 1;
  const three = names.find((each) => each.endsWith("-3")) ?? names[0];
  part("size").value = names.length > 1 && name.startsWith("cube-faces") ? three : names[0];
}

async function load() {
  await queued(async () => {
    const name = part("size").value;
    say("One moment …");
    puzzle = new Puzzle(await server.description(name));
    options(part("axis"), puzzle.axes.map((_, i) => i), puzzle.axes.map((axis) => axis.name));
    options(part("layer"), Array.from({ length: puzzle.layers }, (_, i) => i + 1));
    const solvable = chosenFamily().solved.includes(name);
    part("solve").disabled = !solvable;
    part("solve").title = solvable ? "" : "This size is too large to be solved here";
    part("about").textContent = capital(`${chosenFamily().words}; ${puzzle.places.length} stickers.`);
    view.show(puzzle);
    restart();
    const address = new URL(location);
    address.searchParams.set("puzzle", name);
    history.replaceState(null, "", address);
    document.body.dataset.puzzle = name;
  });
}

function set(name, on) {
  part(name).checked = on;
  view[name] = on;
  if (name === "mirror") {
    part("puzzle").classList.toggle("mirrored", on);
    part("mirror-words").hidden = !on;
    view.resize();
  } else {
    view.refresh();
  }
}

function byControls(back) {
  const one = { axis: Number(part("axis").value), layer: Number(part("layer").value), amount: 1 };
  byHand(back ? puzzle.inverse(one) : one);
}

const KEYS = {
  ArrowLeft: () => view.turnWhole(-STEP, 0),
  ArrowRight: () => view.turnWhole(STEP, 0),
  ArrowUp: () => view.turnWhole(0, -STEP),
  ArrowDown: () => view.turnWhole(0, STEP),
  "[": () => view.roll(STEP),
  "]": () => view.roll(-STEP),
  ".": () => walk.at < walk.moves.length && go(walk.at + 1),
  ",": () => walk.at > 0 && go(walk.at - 1),
  Home: () => go(0),
  End: () => go(walk.moves.length),
  " ": () => walk.moves.length && play(),
  Backspace: undo,
  b: () => set("mirror", !view.mirror),
  m: () => set("marks", !view.marks),
};

function listen() {
  part("family").addEventListener("change", () => {
    offerSizes();
    load();
  });
  part("size").addEventListener("change", load);
  part("scramble").addEventListener("click", scramble);
  part("solve").addEventListener("click", solve);
  part("undo").addEventListener("click", undo);
  part("reset").addEventListener("click", () => queued(restart));
  part("turn-on").addEventListener("click", () => byControls(false));
  part("turn-back").addEventListener("click", () => byControls(true));
  for (const name of ["axis", "layer"]) {
    part(name).addEventListener("change", () => {
      view.preview({ axis: Number(part("axis").value), layer: Number(part("layer").value) });
    });
  }
  part("first").addEventListener("click", KEYS.Home);
  part("back").addEventListener("click", KEYS[","]);
  part("play").addEventListener("click", play);
  part("next").addEventListener("click", KEYS["."]);
  part("last").addEventListener("click", KEYS.End);
  for (const name of ["mirror", "marks"]) {
    part(name).addEventListener("change", (event) => set(name, event.target.checked));
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest(event.key === " " ? "select, input, button, a" : "select");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!typing && KEYS[key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      KEYS[key]();
    }
  });
  pointing.addEventListener("turn", ({ detail }) => byHand(detail));
}

async function begin() {
  try {
    view = new View(part("puzzle"));
  } catch {
    fail(new Error("This browser shows no 3D pictures (WebGL): try another one."));
    return;
  }
  pointing = new Pointing(view);
  ({ families } = await server.families());
  options(part("family"), families.map((family) => family.name));
  const asked = new URLSearchParams(location.search).get("puzzle");
  const family = families.find(({ names }) => names.includes(asked));
  part("family").value = (family ?? families[0]).name;
  offerSizes();
  if (family) {
    part("size").value = asked;
  }
  set("mirror", true);
  listen();
  await load();
  document.body.dataset.ready = "";
}

begin().catch(fail);
