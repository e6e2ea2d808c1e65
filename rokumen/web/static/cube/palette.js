// The colours of stickers, from tokens.css.

const USUAL = ["white", "red", "green", "yellow", "orange", "blue"];
const NAMES = [...USUAL, "pink", "purple", "black", "grey", "brown"];
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

// Returns the letter of each colour of a cube by its name: the first one of the usual six, and of
// another colour the first of its letters that no other has.
export function initials(scheme) {
  const names = Object.values(scheme);
  const letters = {};
  for (const name of [...names.filter((each) => USUAL.includes(each)), ...names]) {
    letters[name] ??= [...name].find((letter) => !Object.values(letters).includes(letter)) ?? name[0];
  }
  return letters;
}
