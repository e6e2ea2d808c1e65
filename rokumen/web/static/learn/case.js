// A case: its picture, what to do, and the sequence shown on the picture itself; what the letters of moves
// mean, and which triggers have names; and cases on paper, the whole course or those of one step of CFOP.

import { CubePicture } from "../cube/picture.js";
import { inverse, solvedBy, turned } from "../cube/moves.js";
import { FACES, SOLVED } from "../cube/places.js";
import { letRotate } from "../cube/rotation.js";
import { Camera } from "../cube/space.js";
import { element, pause, reducedMotion, svgElement } from "../elements.js";

const [SCALE, CENTRE] = [58, [150, 146]];
// From where a cube is drawn, in degrees, and which faces are seen from there.
const SIDES = [
  { yaw: 34, pitch: 27, faces: "URF" },
  { yaw: -34, pitch: 27, faces: "ULF" },
  { yaw: 34, pitch: -27, faces: "DRF" },
  { yaw: -34, pitch: -27, faces: "DLF" },
];
// Seen from above: facelet, column and row of the stickers around the top.
const AROUND = [
  ...[47, 46, 45].map((facelet, i) => [facelet, i + 1, 0]),
  ...[18, 19, 20].map((facelet, i) => [facelet, i + 1, 4]),
  ...[36, 37, 38].map((facelet, i) => [facelet, 0, i + 1]),
  ...[11, 10, 9].map((facelet, i) => [facelet, 4, i + 1]),
];

// A cube that can turn, in an SVG element; `seen` facelets are on the sides that are shown. It can be
// dragged to see the others, unless it `isLink`.
export class Cube {
  constructor(svg, seen = [], isLink = false) {
    this.picture = new CubePicture(svg, { hidden: false });
    if (!isLink) {
      letRotate(this.picture);
    }
    const faces = seen.map((facelet) => FACES[Math.floor(facelet / 9)]);
    const shown = (side) => faces.filter((face) => side.faces.includes(face)).length;
    const { yaw, pitch } = SIDES.reduce((best, side) => (shown(side) > shown(best) ? side : best));
    this.picture.camera = new Camera({ yaw, pitch, scale: SCALE, centre: CENTRE });
  }

  show(facelets, colours, move = null) {
    this.picture.show(facelets, colours, move);
  }

  animate(move, seconds) {
    return this.picture.animate(move, seconds);
  }
}

// Returns an SVG element with a label that screen readers say, or none.
export function drawing(label = "") {
  return svgElement("svg", label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });
}

// Draws the top of a cube and what is seen around it.
function drawTop(svg, facelets, colours) {
  svg.setAttribute("viewBox", "0 0 4.4 4.4");
  const square = (facelet, attributes) =>
    svgElement("rect", { class: `sticker ${colours[facelets[facelet]] ?? "none"}`, rx: 0.1, ...attributes });
  const top = Array.from({ length: 9 }, (_, i) =>
    square(i, { x: 0.74 + (i % 3), y: 0.74 + Math.floor(i / 3), width: 0.92, height: 0.92 }),
  );
  const around = AROUND.filter(([facelet]) => colours[facelets[facelet]]).map(([facelet, column, row]) => {
    const isSide = column === 0 || column === 4;
    const [x, y] = [along(column, 0.74, 0.26, 3.84), along(row, 0.74, 0.26, 3.84)];
    return square(facelet, { x, y, width: isSide ? 0.3 : 0.92, height: isSide ? 0.92 : 0.3 });
  });
  const plastic = svgElement("rect", { class: "plastic flat", x: 0.66, y: 0.66, width: 3.08, height: 3.08, rx: 0.14 });
  svg.replaceChildren(plastic, ...top, ...around);
}

function along(index, first, before, after) {
  return index === 0 ? before : index === 4 ? after : first + index - 1;
}

// Returns the cases of the letters: a cube that each of them solves. A turn of the whole cube solves nothing.
export const letterCases = ({ letters }) => letters.filter(({ move }) => move[0] !== "y").map(letterCase);

const letterCase = ({ move, words }) => ({
  id: `letter-${move}`,
  name: `${move}: ${words}`,
  picture: solvedBy([move]),
  seen: move[0] === "L" ? [40] : [],
  moves: [move],
  setup: [inverse(move)],
});

// Returns elements: each letter on a cube that turns when it is pressed, and the named triggers.
export function lettersElements(course) {
  return [
    element("ol", { id: "letter-list", className: "as-grid gap-8" }, ...course.letters.map((each) => letterElement(each, course))),
    element("h3", {}, "Triggers: short sequences with names"),
    element("dl", { id: "trigger-list" }, ...triggerElements(course)),
  ];
}

function letterElement(letter, { colours }) {
  const svg = drawing();
  const item = letterCase(letter);
  new Cube(svg, item.seen, true).show(item.picture, colours, letter.move);
  const onclick = () => play(item, svg, made, colours);
  const words = [element("b", {}, letter.move), element("span", {}, letter.words)];
  const made = element("li", {}, element("button", { onclick }, svg, ...words));
  return made;
}

function triggerElements({ triggers }) {
  return triggers.map(({ name, moves, why }) =>
    element(
      "div",
      {},
      element("dt", {}, name),
      element("dd", { className: "moves" }, moves.join(" ")),
      element("dd", { className: "small" }, why),
    ),
  );
}

// Returns elements of the moves, those of a trigger within one element that bears its name.
export function sequence(moves, triggers) {
  const longestFirst = [...triggers].sort((one, other) => other.moves.length - one.moves.length);
  const elements = [];
  let at = 0;
  while (at < moves.length) {
    const trigger = longestFirst.find((each) => each.moves.every((move, i) => moves[at + i] === move));
    if (trigger) {
      elements.push(named(trigger));
      at += trigger.moves.length;
    } else {
      elements.push(single(moves[at]));
      at += 1;
    }
  }
  return elements;
}

function named({ name, moves }) {
  const inner = element("span", {}, ...moves.map(single));
  return element("span", { className: "trigger" }, inner, element("i", {}, name));
}

const single = (move) => element("b", {}, move);

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
