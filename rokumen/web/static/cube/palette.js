// The colours of stickers, from tokens.css.

const NAMES = ["white", "red", "green", "yellow", "orange", "blue"];
const tokens = getComputedStyle(document.documentElement);

export const STICKER_COLOURS = Object.fromEntries(
  NAMES.map((name) => [name, tokens.getPropertyValue(`--st-${name}`).trim()]),
);
// Which colour each face has on most cubes.
export const STANDARD_SCHEME = {
  U: "white",
  R: "red",
  F: "green",
  D: "yellow",
  L: "orange",
  B: "blue",
};
