// The pages to print: the whole course, or the cases of one step of CFOP.

import { draw, movesElement } from "./case.js";
import { drawing } from "./pictures.js";

const element = (kind, text = "", className = "") => {
  const made = document.createElement(kind);
  made.textContent = text;
  made.className = className;
  return made;
};

// Fills the sheet with lessons, {name, aim, why, parts}.
export function fillSheet(sheet, title, lessons, course) {
  sheet.replaceChildren(
    element("h1", title),
    element("p", "Hold yellow on top and white below. ' is the other way round, 2 is twice, y turns the whole cube as U turns."),
    ...lessons.map((lesson) => lessonElement(lesson, course)),
  );
}

function lessonElement(lesson, course) {
  const section = element("section");
  section.append(element("h2", lesson.name), element("p", lesson.aim));
  for (const part of lesson.parts) {
    if (part.question) {
      section.append(element("h3", part.question));
    }
    const list = element("ul");
    list.append(...part.cases.map((item) => caseElement(item, item.view ?? part.view, course)));
    section.append(list);
  }
  section.append(element("p", `Why it works: ${lesson.why}`));
  return section;
}

function caseElement(item, view, { colours, triggers }) {
  const row = element("li");
  const svg = drawing();
  draw(svg, item, view, colours);
  const words = element("div");
  words.append(element("b", item.name), movesElement(item, triggers), element("p", item.do ?? ""));
  row.append(svg, words);
  return row;
}
