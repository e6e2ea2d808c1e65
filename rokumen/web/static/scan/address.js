// The state of the page in its address, so that it can be reloaded, shared and printed.

import { FACES } from "../cube/places.js";
import { STANDARD_SCHEME, STICKER_COLOURS } from "../cube/palette.js";

const VIEWS = ["check", "solve"];

// Returns {view, facelets, scheme, doubtful, at} of the page's address; null if it has no cube.
export function stateInAddress() {
  const parameters = new URLSearchParams(location.search);
  const facelets = parameters.get("cube") ?? "";
  const view = parameters.get("view");
  if (!/^[URFDLB-]{54}$/.test(facelets) || !VIEWS.includes(view)) {
    return null;
  }
  const colours = parameters.get("colours")?.split(",") ?? [];
  const isScheme = new Set(colours).size === 6 && colours.every((name) => name in STICKER_COLOURS);
  return {
    view,
    facelets,
    scheme: isScheme ? Object.fromEntries([...FACES].map((face, i) => [face, colours[i]])) : STANDARD_SCHEME,
    doubtful: (parameters.get("doubtful") ?? "").split(".").filter(Boolean).map(Number).filter((i) => i < 54),
    at: Math.max(0, Number.parseInt(parameters.get("at") ?? "0", 10) || 0),
  };
}

// Writes a state into the address; a new view is a step that the browser's Back button undoes. The
// browser keeps `doubt`, why the cube is not certain, with it.
export function writeAddress({ view, facelets, scheme, doubtful = [], doubt = null, at = 0 }) {
  const address = new URL(location.pathname, location.href);
  const before = new URLSearchParams(location.search).get("view") ?? "scan";
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
