// A case: its picture, what to do, and the sequence shown on the picture itself.

import { turned } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { reducedMotion } from "../motion.js";
import { Cube, drawTop, drawing } from "./pictures.js";
import { sequence } from "./sequence.js";

const [QUARTER, HALF, PAUSE] = [0.6, 0.9, 350]; // seconds of a turn; milliseconds with its arrow

export const setUp = (item) => turned(SOLVED, item.setup);

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The case that is shown turning; another one stops it.
let playing = null;

// Returns a list element of a case. `withMoves`: its own sequence is shown too.
export function caseElement(item, view, { colours, triggers }, withMoves) {
  const element = document.createElement("li");
  element.className = "case";
  const svg = drawing();
  draw(svg, item, view, colours);
  const words = document.createElement("div");
  const name = document.createElement("h4");
  name.textContent = item.name;
  words.append(name);
  if (withMoves && item.moves.length) {
    words.append(movesElement(item, triggers));
  }
  if (item.do) {
    const action = document.createElement("p");
    action.textContent = item.do;
    words.append(action);
  }
  if (item.setup.length && item.moves.length) {
    words.append(showButton(item, svg, element, colours));
  }
  if (item.why) {
    words.append(whyElement(item.why));
  }
  element.append(svg, words);
  return element;
}

export function draw(svg, item, view, colours) {
  if (view === "top") {
    drawTop(svg, item.picture, colours);
  } else {
    new Cube(svg, item.seen).show(item.picture, colours);
  }
}

export function movesElement(item, triggers) {
  const moves = document.createElement("p");
  moves.className = "moves";
  moves.append(...sequence(item.moves, triggers));
  if (item.times > 1) {
    const times = document.createElement("span");
    times.textContent = `${item.times} times`;
    moves.append(times);
  }
  return moves;
}

function whyElement(text) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Why";
  const words = document.createElement("p");
  words.textContent = text;
  details.append(summary, words);
  return details;
}

function showButton(item, svg, element, colours) {
  const button = document.createElement("button");
  button.textContent = "Show me";
  button.ariaLabel = `Show me: ${item.name}`;
  button.addEventListener("click", () => play(item, svg, element, colours));
  return button;
}

async function play(item, svg, element, colours) {
  const run = (playing = {});
  element.classList.add("playing");
  const cube = new Cube(svg, item.seen);
  let facelets = setUp(item);
  cube.show(facelets, colours);
  await pause(2 * PAUSE);
  for (const move of Array(item.times ?? 1).fill(item.moves).flat()) {
    if (run !== playing) {
      return;
    }
    cube.show(facelets, colours, move);
    await pause(reducedMotion() ? 3 * PAUSE : PAUSE);
    if (run === playing && !reducedMotion()) {
      await cube.animate(move, move.endsWith("2") ? HALF : QUARTER);
    }
    facelets = turned(facelets, [move]);
    cube.show(facelets, colours);
  }
  element.dataset.after = facelets;
}
