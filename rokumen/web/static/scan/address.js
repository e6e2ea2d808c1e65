// The state of the page, {view, facelets, scheme, doubtful, doubt, at}, in its address, so that it can be
// reloaded, shared and printed, and the browser's Back button undoes a step.

import { FACES } from "../cube/places.js";
import { STANDARD_SCHEME, STICKER_COLOURS } from "../cube/palette.js";

export const VIEWS = ["scan", "check", "solve"];
// A cube alone is solved.
const viewIn = (parameters) => parameters.get("view") ?? (parameters.has("cube") ? "solve" : "scan");
const LETTERS = { check: /^[URFDLB-]{54}$/, solve: /^[URFDLB]{54}$/ };

// Returns the state that the address names, and what is wrong with it in words, "" for nothing; without
// a cube its scheme is `scheme`.
export function stateInAddress(scheme) {
  const parameters = new URLSearchParams(location.search);
  const begun = { view: "scan", facelets: "", scheme, doubtful: [], doubt: null, at: 0 };
  const facelets = parameters.get("cube") ?? "";
  const view = viewIn(parameters);
  if (!VIEWS.includes(view)) {
    return { state: begun, problem: `The address has view=${view}, which is none of ${VIEWS.join(", ")}.` };
  }
  if (view === "scan") {
    return { state: begun, problem: "" };
  }
  if (!LETTERS[view].test(facelets)) {
    return { state: begun, problem: `The address holds no cube: cube= must be 54 letters of U R F D L B${view === "check" ? ", or - for an empty sticker" : ""}.` };
  }
  const [colours, doubtful, at] = ["colours", "doubtful", "at"].map((name) => parameters.get(name) ?? "");
  const names = colours ? colours.split(",") : Object.values(STANDARD_SCHEME);
  const isScheme = new Set(names).size === 6 && names.length === 6 && names.every((name) => name in STICKER_COLOURS);
  const indices = doubtful.split(".").filter(Boolean).map(Number);
  const areIndices = indices.every((i) => Number.isInteger(i) && i >= 0 && i < 54);
  const isNumber = /^\d{0,6}$/.test(at);
  const wrong = [
    isScheme ? "" : `colours=${colours} are not six different colours.`,
    areIndices ? "" : `doubtful=${doubtful} are not numbers of stickers, 0 to 53.`,
    isNumber ? "" : `at=${at} is no number of turns.`,
  ].filter(Boolean);
  return {
    state: {
      view,
      facelets,
      scheme: isScheme ? Object.fromEntries([...FACES].map((face, i) => [face, names[i]])) : STANDARD_SCHEME,
      doubtful: areIndices ? indices : [],
      doubt: history.state,
      at: isNumber ? Number(at) : 0,
    },
    problem: wrong.length ? `Of the address this is left out: ${wrong.join(" ")}` : "",
  };
}

// Writes a state into the address; a new view is a step that the browser's Back button undoes. The
// browser keeps `doubt`, why the cube is not certain, with it.
export function writeAddress({ view, facelets, scheme, doubtful, doubt, at }) {
  const address = new URL(location.pathname, location.href);
  const before = viewIn(new URLSearchParams(location.search));
  if (view !== "scan") {
    address.searchParams.set("view", view);
    address.searchParams.set("cube", facelets);
    const colours = [...FACES].map((face) => scheme[face]).join(",");
    if (colours !== Object.values(STANDARD_SCHEME).join(",")) {
      address.searchParams.set("colours", colours);
    }
    if (doubtful.length) {
      address.searchParams.set("doubtful", doubtful.join("."));
    }
    if (at) {
      address.searchParams.set("at", at);
    }
  }
  history[view === before ? "replaceState" : "pushState"](doubt, "", address);
}
