// What the letters of a sequence mean, and which triggers have names.

import { SOLVED } from "../cube/places.js";
import { Cube, drawing } from "./pictures.js";

// Returns list elements: a cube with the arrow of each letter, and its words.
export function letterElements({ letters, colours }) {
  return letters.map(({ move, words }) => {
    const element = document.createElement("li");
    const svg = drawing();
    new Cube(svg, move[0] === "L" ? [40] : []).show(SOLVED, colours, move);
    const letter = document.createElement("b");
    letter.textContent = move;
    const text = document.createElement("span");
    text.textContent = words;
    element.append(svg, letter, text);
    return element;
  });
}

export function triggerElements({ triggers }) {
  return triggers.map(({ name, moves, why }) => {
    const element = document.createElement("div");
    const term = document.createElement("dt");
    term.textContent = name;
    const written = document.createElement("dd");
    written.className = "moves";
    written.textContent = moves.join(" ");
    const words = document.createElement("dd");
    words.className = "small";
    words.textContent = why;
    element.append(term, written, words);
    return element;
  });
}
