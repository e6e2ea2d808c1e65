// Shows one screen of the setup: what to do, the pictures, and the ways to answer.

import { byId, element, svgElement, withCode } from "../elements.js";

// Pixels of a picture for one character, which is twice as high as wide.
const DX = 10;
const DY = 20;

function showText(id, text) {
  byId(id).replaceChildren(...withCode(text));
  byId(id).hidden = !text;
}

export function showSteps(steps) {
  const items = steps.map(({ title, done, now }, index) => {
    const number = element("span", { className: "number" }, done ? "✓" : index + 1);
    const word = element("span", { className: "word" }, done ? `${title}: done` : title);
    return element("li", { className: done ? "done" : "", ariaCurrent: now ? "step" : null }, number, word);
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
  const shapes = picture.shapes.map(({ role, x, y, width, height, text }) => {
    if (!text) {
      return svgElement("rect", { class: role, x: x * DX, y: y * DY, width: width * DX, height: height * DY });
    }
    const words = svgElement("text", { class: role, x: x * DX, y: (y + 0.8) * DY });
    words.textContent = text;
    return words;
  });
  byId("picture").replaceChildren(...shapes);
  byId("caption").textContent = picture.caption;
}

// Shows a screen; `onAnswer` is called with what its other choices answer.
export function showScreen(screen, onAnswer) {
  const [first, ...others] = screen.choices;
  byId("title").replaceChildren(...withCode(screen.title));
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
  const buttons = (screen.entry ? screen.choices : others).map(({ key, label }) =>
    element("button", { "data-answer": key, onclick: () => onAnswer(key) }, label),
  );
  byId("choices").replaceChildren(...buttons);
  byId("lines").replaceChildren(...screen.lines.map((line) => element("li", {}, ...withCode(line))));
}

// Shows words in place of a screen, at the end.
export function showEnd(words) {
  showScreen(
    { title: words, lead: "", alert: "", choices: [{ key: "", label: "" }], lines: [], jog: false },
    () => {},
  );
  byId("next").hidden = byId("leave").hidden = true;
}
