// The menu Display of each page, chosen on this device: light or dark, letters or patterns on the
// stickers for who cannot tell the colours apart, and what the page itself draws or leaves out.

import { addPatterns } from "./cube/patterns.js";
import { element } from "./elements.js";
import { store, stored } from "./storage.js";

const KEY = "rokumen-display";
const CHOICES = {
  marks: { legend: "Marks on the stickers", words: { none: "None", letters: "Letters", patterns: "Patterns" } },
  theme: { legend: "Light or dark", words: { "": "Device", light: "Light", dark: "Dark" } },
};
const root = document.documentElement;

function apply({ theme, marks }) {
  if (theme) {
    root.dataset.theme = theme;
  } else {
    delete root.dataset.theme;
  }
  root.dataset.marks = marks ?? "none";
}

// Applies what was chosen before, and adds the menu to the page's header. `switches` are those of the
// page itself, {id: {words, isOn, show}}: `show` is called with whether it is on, at first and when
// it changes.
export function addDisplay(switches = {}) {
  let display = stored(KEY);
  const change = (chosen) => {
    display = { ...display, ...chosen };
    store(KEY, display);
    apply(display);
  };
  addPatterns();
  apply(display);
  const choices = Object.entries(CHOICES).map(([name, { legend, words }]) => {
    const chosen = display[name] ?? Object.keys(words)[0];
    return choiceElement(name, legend, words, chosen, (value) => change({ [name]: value }));
  });
  const own = Object.entries(switches).map(([id, { words, isOn, show }]) => {
    const on = display[id] ?? isOn;
    show(on);
    const onChange = (checked) => {
      change({ [id]: checked });
      show(checked);
    };
    return switchElement(id, words, on, onChange);
  });
  document.querySelector("header nav").after(menuElement(...choices, ...own));
}

function menuElement(...parts) {
  const sheet = element("div", { className: "sheet" }, ...parts);
  const menu = element("details", { id: "display" }, element("summary", {}, "Display"), sheet);
  // A press elsewhere closes it, and Esc.
  document.addEventListener("pointerdown", ({ target }) => menu.contains(target) || (menu.open = false));
  menu.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      menu.open = false;
      menu.firstChild.focus();
    }
  });
  return menu;
}

function choiceElement(name, legend, words, chosen, onChange) {
  const labels = Object.entries(words).map(([value, text]) => {
    const radio = element("input", { type: "radio", name, value, checked: value === chosen });
    radio.onchange = () => onChange(value);
    return element("label", {}, radio, element("span", {}, text));
  });
  const id = `display-${name}`;
  const title = element("p", { id: `${id}-legend` }, legend);
  const choices = element("fieldset", { id, className: "choices", "aria-labelledby": title.id }, ...labels);
  return element("div", {}, title, choices);
}

function switchElement(id, words, checked, onChange) {
  const input = element("input", { type: "checkbox", role: "switch", id, checked });
  input.onchange = () => onChange(input.checked);
  return element("label", { className: "switch" }, element("span", {}, ...words), input);
}
