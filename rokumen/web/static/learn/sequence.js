// A sequence of moves as it is shown, what its letters mean, and which triggers have names.

import { SOLVED } from "../cube/places.js";
import { element } from "../elements.js";
import { Cube, drawing } from "./pictures.js";

// Returns list elements: a cube with the arrow of each letter, and its words.
export function letterElements({ letters, colours }) {
  return letters.map(({ move, words }) => {
    const svg = drawing();
    new Cube(svg, move[0] === "L" ? [40] : []).show(SOLVED, colours, move);
    return element("li", {}, svg, element("b", {}, move), element("span", {}, words));
  });
}

export function triggerElements({ triggers }) {
  return triggers.map(({ name, moves, why }) =>
    element(
      "div",
      {},
      element("dt", {}, name),
      element("dd", { className: "moves" }, moves.join(" ")),
      element("dd", { className: "small" }, why),
    ),
  );
}

// Returns elements of the moves, those of a trigger within one element that bears its name.
export function sequence(moves, triggers) {
  const longestFirst = [...triggers].sort((one, other) => other.moves.length - one.moves.length);
  const elements = [];
  let at = 0;
  while (at < moves.length) {
    const trigger = longestFirst.find((each) => each.moves.every((move, i) => moves[at + i] === move));
    if (trigger) {
      elements.push(named(trigger));
      at += trigger.moves.length;
    } else {
      elements.push(single(moves[at]));
      at += 1;
    }
  }
  return elements;
}

function named({ name, moves }) {
  const inner = element("span", {}, ...moves.map(single));
  return element("span", { className: "trigger" }, inner, element("i", {}, name));
}

const single = (move) => element("b", {}, move);
