// A case: its picture, what to do, and the sequence shown on the picture itself; and cases on paper,
// the whole course or those of one step of CFOP.

import { turned } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { element, pause, reducedMotion } from "../elements.js";
import { Cube, drawTop, drawing } from "./pictures.js";
import { sequence } from "./sequence.js";

const [QUARTER, HALF, PAUSE] = [0.6, 0.9, 350]; // seconds of a turn; milliseconds with its arrow

export const setUp = (item) => turned(SOLVED, item.setup);

export const movesOf = (item) => Array(item.times ?? 1).fill(item.moves).flat();

// The case that is shown turning; another one stops it.
let playing = null;

// Returns a list element of a case. `withMoves`: its own sequence is shown too.
export function caseElement(item, view, { colours, triggers }, withMoves) {
  const svg = drawing();
  draw(svg, item, view, colours);
  const hasMoves = item.moves.length > 0;
  const showMe = { ariaLabel: `Show me: ${item.name}`, onclick: () => play(item, svg, made, colours) };
  const words = element(
    "div",
    {},
    element("h4", {}, item.name),
    withMoves && hasMoves ? movesElement(item, triggers) : null,
    item.do ? element("p", {}, item.do) : null,
    item.setup.length && hasMoves ? element("button", showMe, "Show me") : null,
    item.why ? element("details", {}, element("summary", {}, "Why"), element("p", {}, item.why)) : null,
  );
  const made = element("li", { className: "case" }, svg, words);
  return made;
}

function draw(svg, item, view, colours) {
  if (view === "top") {
    drawTop(svg, item.picture, colours);
  } else {
    new Cube(svg, item.seen).show(item.picture, colours);
  }
}

function movesElement(item, triggers) {
  const times = item.times > 1 ? element("span", {}, `${item.times} times`) : null;
  return element("p", { className: "moves" }, ...sequence(item.moves, triggers), times);
}

async function play(item, svg, row, colours) {
  const run = (playing = {});
  row.classList.add("playing");
  const cube = new Cube(svg, item.seen);
  let facelets = setUp(item);
  cube.show(facelets, colours);
  await pause(2 * PAUSE);
  for (const move of movesOf(item)) {
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
  row.dataset.after = facelets;
}

// Fills the sheet with lessons, {name, aim, why, parts}.
export function fillSheet(sheet, title, lessons, course) {
  sheet.replaceChildren(
    element("h1", {}, title),
    element("p", {}, "Hold yellow on top and white below. ' is the other way round, 2 is twice, y turns the whole cube as U turns."),
    ...lessons.map((lesson) => lessonElement(lesson, course)),
  );
}

function lessonElement(lesson, course) {
  const parts = lesson.parts.flatMap(({ question, cases, view }) => [
    question ? element("h3", {}, question) : null,
    element("ul", {}, ...cases.map((item) => printedCase(item, item.view ?? view, course))),
  ]);
  const why = element("p", {}, `Why it works: ${lesson.why}`);
  return element("section", {}, element("h2", {}, lesson.name), element("p", {}, lesson.aim), ...parts, why);
}

function printedCase(item, view, { colours, triggers }) {
  const svg = drawing();
  draw(svg, item, view, colours);
  const words = [element("b", {}, item.name), movesElement(item, triggers), element("p", {}, item.do ?? "")];
  return element("li", {}, svg, element("div", {}, ...words));
}
