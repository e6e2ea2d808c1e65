// Shows one screen of the setup: what to do, the pictures, and the ways to answer.

import { svgElement } from "../svg.js";

// Pixels of a picture for one character, which is twice as high as wide.
const DX = 10;
const DY = 20;
const byId = (id) => document.getElementById(id);

function showText(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = !text;
}

export function showSteps(steps) {
  const items = steps.map((step, index) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    const word = document.createElement("span");
    number.className = "number";
    number.textContent = step.done ? "✓" : index + 1;
    word.className = "word";
    word.textContent = step.done ? `${step.title}: done` : step.title;
    item.append(number, word);
    item.classList.toggle("done", step.done);
    if (step.now) {
      item.setAttribute("aria-current", "step");
    }
    return item;
  });
  byId("steps").replaceChildren(...items);
  const now = steps.findIndex((step) => step.now);
  byId("where").textContent = now < 0 ? "" : `Step ${now + 1} of ${steps.length} · ${steps[now].title}`;
}

function showPicture(picture) {
  byId("picture-figure").hidden = !picture?.shapes.length;
  if (!picture) {
    return;
  }
  byId("picture").setAttribute("viewBox", `0 0 ${picture.width * DX} ${picture.height * DY}`);
  const shapes = picture.shapes.map(({ role, x, y, width, height }) =>
    svgElement("rect", { class: role, x: x * DX, y: y * DY, width: width * DX, height: height * DY }),
  );
  byId("picture").replaceChildren(...shapes);
  byId("caption").textContent = picture.caption;
}

function button(choice, onAnswer) {
  const element = document.createElement("button");
  element.textContent = choice.label;
  element.dataset.answer = choice.key;
  element.addEventListener("click", () => onAnswer(choice.key));
  return element;
}

// Shows a screen; `onAnswer` is called with what its other choices answer.
export function showScreen(screen, onAnswer) {
  const [first, ...others] = screen.choices;
  byId("title").textContent = screen.title;
  showText("lead", screen.lead);
  showText("alert", screen.alert);
  showPicture(screen.picture);
  byId("photo-figure").hidden = !screen.photo;
  if (screen.photo) {
    byId("photo").src = screen.photo;
  }
  byId("jogger").hidden = byId("keys").hidden = !screen.jog;
  byId("value").textContent = screen.value;
  byId("entry-form").hidden = !screen.entry;
  if (screen.entry) {
    byId("entry-label").textContent = screen.entry;
    byId("entry").value = screen.default;
  }
  byId("next").textContent = screen.entry ? "Go on" : first.label;
  byId("next").hidden = false;
  byId("choices").replaceChildren(
    ...(screen.entry ? screen.choices : others).map((choice) => button(choice, onAnswer)),
  );
  const lines = screen.lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  });
  byId("lines").replaceChildren(...lines);
}

// Shows words in place of a screen, at the end.
export function showEnd(words) {
  showScreen(
    { title: words, lead: "", alert: "", choices: [{ key: "", label: "" }], lines: [], jog: false },
    () => {},
  );
  byId("next").hidden = byId("leave").hidden = true;
}
