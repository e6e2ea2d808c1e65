// The display chosen on this device: light or dark, marks on the stickers.

import { addPatterns } from "./patterns.js";

const KEY = "rokumen-display";
const THEMES = { "": "as the device", light: "light", dark: "dark" };
const MARKS = { none: "no marks", letters: "letters", patterns: "patterns" };
const root = document.documentElement;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function store(display) {
  try {
    localStorage.setItem(KEY, JSON.stringify(display));
  } catch {
    // A browser that keeps nothing: it holds for this page.
  }
}

function apply({ theme, marks }) {
  if (theme) {
    root.dataset.theme = theme;
  } else {
    delete root.dataset.theme;
  }
  root.dataset.marks = marks ?? "none";
}

// Applies what was chosen before.
export function applyDisplay() {
  apply(stored());
}

// Applies what was chosen before, and adds the controls to the foot of a page.
export function addDisplay(footer) {
  let display = stored();
  const change = (chosen) => {
    display = { ...display, ...chosen };
    store(display);
    apply(display);
  };
  addPatterns();
  apply(display);
  footer.prepend(
    ...control("theme", "Display", THEMES, display.theme ?? "", (theme) => change({ theme })),
    ...control("marks", "Stickers", MARKS, display.marks ?? "none", (marks) => change({ marks })),
  );
}

function control(id, name, words, value, onChange) {
  const label = Object.assign(document.createElement("label"), { htmlFor: `display-${id}`, textContent: name });
  const select = Object.assign(document.createElement("select"), { id: `display-${id}` });
  select.append(...Object.entries(words).map(([each, text]) => new Option(text, each)));
  select.value = value;
  select.addEventListener("change", () => onChange(select.value));
  return [label, select];
}
