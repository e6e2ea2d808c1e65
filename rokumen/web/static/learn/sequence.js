// A sequence of moves as it is shown: each move by itself, and triggers with their names.

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

function named(trigger) {
  const group = document.createElement("span");
  group.className = "trigger";
  const inner = document.createElement("span");
  inner.append(...trigger.moves.map(single));
  const name = document.createElement("i");
  name.textContent = trigger.name;
  group.append(inner, name);
  return group;
}

function single(move) {
  const element = document.createElement("b");
  element.textContent = move;
  return element;
}
