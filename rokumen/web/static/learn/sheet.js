// The pages to print: the whole course, or the cases of one step of CFOP.

import { element } from "../elements.js";
import { draw, movesElement } from "./case.js";
import { drawing } from "./pictures.js";

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
    element("ul", {}, ...cases.map((item) => caseElement(item, item.view ?? view, course))),
  ]);
  const why = element("p", {}, `Why it works: ${lesson.why}`);
  return element("section", {}, element("h2", {}, lesson.name), element("p", {}, lesson.aim), ...parts, why);
}

function caseElement(item, view, { colours, triggers }) {
  const svg = drawing();
  draw(svg, item, view, colours);
  const words = [element("b", {}, item.name), movesElement(item, triggers), element("p", {}, item.do ?? "")];
  return element("li", {}, svg, element("div", {}, ...words));
}
