// The page Learn: the course in seven steps, then the cases of LBL; a trainer for each case.

import { Cube, caseElement, drawing, fillSheet, letterCases, lettersElements, sequence } from "./case.js";
import { SOLVED } from "../cube/places.js";
import { addDisplay } from "../display.js";
import { byId, element, on } from "../elements.js";
import { checked, getJson } from "../requests.js";
import { Keys } from "./keys.js";
import { Film, OwnCube, followSmartCube } from "./own-cube.js";
import { SolveTimer } from "./solve-timer.js";
import { isKnown, isLearnt, setKnown, timesOf, written } from "./times.js";
import { Trainer } from "./trainer.js";

const FIRST_SHOWN = 24; // of the cases of a step of CFOP; the others are asked for

const course = await getJson("/api/course");
const colours = course.colours;
const ownCube = new OwnCube(colours);
const keys = new Keys();
const trainer = new Trainer(course, ownCube, keys);
// What comes before the first step.
const letters = {
  id: "letters",
  name: "The letters",
  short: "What R, U and F' mean.",
  aim: "Each letter is a face that is turned clockwise, as you would see it looking straight at that face. With ' it is turned the other way, with 2 twice. Press a cube to see it turn.",
  why: "The letters mean places, not colours: R is the face at the right, however you hold the cube.",
  parts: [{ question: "", cases: letterCases(course) }],
};
const goal = new Cube(byId("goal"));
new SolveTimer(keys);
let here = null;

const casesOf = (lesson) => lesson.parts.flatMap((part) => part.cases);
const isDone = (step) => isKnown(step.name) || isLearnt(casesOf(step));
const areKnown = () => [letters, ...course.steps].some(isDone);

function addressOf(lesson) {
  return lesson.id ?? `step-${course.steps.indexOf(lesson) + 1}`;
}

function pathElement(lesson, number) {
  const svg = drawing();
  new Cube(svg, [], true).show(lesson.goal ?? SOLVED, colours);
  const words = element(
    "span",
    {},
    element("b", {}, number ? `${number}. ${lesson.name}` : lesson.name),
    element("span", { className: "small" }, lesson.short),
    element("span", { className: "state" }),
  );
  return element("li", {}, element("a", { href: `#${addressOf(lesson)}` }, number ? svg : null, words));
}

function markPath() {
  const lessons = [letters, ...course.steps, ...course.next];
  document.querySelectorAll("#path a").forEach((link, i) => {
    const lesson = lessons[i];
    const isHere = lesson === here;
    const times = lesson.parts ? casesOf(lesson).flatMap((item) => timesOf(item.id)) : [];
    const state = link.querySelector(".state");
    const done = lesson.parts ? isDone(lesson) : isKnown(lesson.name);
    state.textContent = done
      ? `✓ ${times.length ? written(Math.min(...times)) : "known"}`
      : isHere
        ? "you are here"
        : "";
    link.classList.toggle("done", done);
    link.ariaCurrent = isHere ? "step" : null;
    if (isHere) {
      link.closest("ol").scrollTo({ left: link.parentElement.offsetLeft - 40 });
    }
  });
  const done = course.steps.filter(isDone).length;
  byId("words").textContent = `Learn to solve it yourself: ${done} of ${course.steps.length} steps learnt`;
  byId("known").ariaPressed = String(isKnown(here.name));
}

function showParts(lesson) {
  if (lesson === letters) {
    byId("sequence").hidden = true;
    byId("parts").replaceChildren(...lettersElements(course));
    return;
  }
  const moves = casesOf(lesson).filter((item) => item.moves.length).map((item) => item.moves.join(" "));
  const onlyOne = new Set(moves).size === 1;
  byId("sequence").hidden = !onlyOne;
  byId("sequence").replaceChildren(...(onlyOne ? sequence(moves[0].split(" "), course.triggers) : []));
  const elements = lesson.parts.flatMap((part) => [
    ...(part.question ? [element("h3", {}, part.question)] : []),
    caseList(part, !onlyOne),
  ]);
  byId("parts").replaceChildren(...elements);
}

function caseList(part, withMoves) {
  const list = element("ol", { className: "cases" });
  const add = (items) => list.append(...items.map((item) => caseElement(item, item.view ?? part.view, course, withMoves)));
  add(part.cases.slice(0, FIRST_SHOWN));
  const rest = part.cases.slice(FIRST_SHOWN);
  if (rest.length) {
    const onclick = () => {
      list.lastChild.remove();
      add(rest);
      list.children[FIRST_SHOWN].querySelector("button").focus();
    };
    list.append(element("li", {}, element("button", { onclick }, `Show ${rest.length} more`)));
  }
  return list;
}

// The cases of a step of CFOP come when it is shown first.
async function withCases(lesson) {
  if (!lesson.parts) {
    const { cases, goal } = await checked(getJson(`/api/course/${lesson.id}`));
    lesson.goal = goal;
    lesson.parts = [{ question: `The ${cases.length} cases`, cases }];
  }
}

// Shows a state: a lesson, and the case that is practised, "" for the first one.
async function show({ lesson, item, problem }) {
  try {
    await withCases(lesson);
  } catch (error) {
    byId("error").textContent = error.message;
    return;
  }
  // Another lesson may have been asked for meanwhile.
  if (stateInAddress().lesson !== lesson) {
    return;
  }
  here = lesson;
  const number = course.steps.indexOf(lesson) + 1;
  byId("where").textContent = number ? `Step ${number} of ${course.steps.length}` : lesson === letters ? "Before the first step" : "CFOP, after the course";
  byId("name").textContent = lesson.name;
  byId("aim").textContent = lesson.aim;
  byId("why").textContent = lesson.why;
  byId("print").textContent = number ? "Print the course" : "Print these cases";
  goal.show(lesson.goal ?? SOLVED, colours);
  showParts(lesson);
  const isThere = trainer.show(casesOf(lesson), lesson.goal ?? SOLVED, item);
  byId("error").textContent = problem || (item && !isThere ? `This step has no case “${item}”: choose one.` : "");
  markPath();
  document.body.dataset.shown = addressOf(lesson);
}

// Returns the state that the address names, "#step-4/corners-one", and what is wrong with it, "" for nothing.
function stateInAddress() {
  const [name, ...rest] = decoded(location.hash.slice(1)).split("/");
  const named = [letters, ...course.steps, ...course.next].find((lesson) => addressOf(lesson) === name);
  return {
    // The link to the content leads nowhere else.
    lesson: named ?? (name === "main" ? here : null) ?? nextLesson(),
    item: named ? rest.join("/") : "",
    problem: named || !name || name === "main" ? "" : `There is no step “${name}”: choose one.`,
  };
}

function nextLesson() {
  return areKnown() ? (course.steps.find((step) => !isDone(step)) ?? course.steps[0]) : letters;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const showAddressed = () => show(stateInAddress());

function print() {
  const isStep = course.steps.includes(here);
  fillSheet(byId("sheet"), isStep ? "How to solve the cube" : here.name, isStep ? course.steps : [here], course);
  window.print();
}

// Lets the server tell of the cube in the person's hands: its smart cube, or one in a film.
async function watchOwnCube() {
  const settings = await getJson("/api/settings");
  byId("film-sources").hidden = Boolean(settings.smart_cube);
  if (settings.smart_cube) {
    followSmartCube(settings.smart_cube, ownCube);
  } else {
    new Film(ownCube, settings.camera);
  }
}

byId("before").append(pathElement(letters, 0));
byId("steps").append(...course.steps.map((step, i) => pathElement(step, i + 1)));
byId("next").append(...course.next.map((step) => pathElement(step, 0)));
byId("course-words").textContent = `Always the same first colour, white; ${course.sequences} short sequences in all. A solution takes ${course.mean_turns} turns in the mean.`;
on("click", {
  print,
  known: () => {
    setKnown(here.name, !isKnown(here.name));
    markPath();
  },
});
trainer.on({
  time: markPath,
  case: (id) => history.replaceState(null, "", `#${addressOf(here)}/${encodeURIComponent(id)}`),
});
addDisplay();
addEventListener("hashchange", showAddressed);
await showAddressed();
await watchOwnCube();
document.body.dataset.ready = "";
