// The person's own times and the steps that are known, kept in this browser; the times of a case as a line
// with the goal, and as a list.

import { byId, element, svgElement } from "../elements.js";
import { store, stored } from "../storage.js";

const KEY = "rokumen-learn";
const MOST_TRIES = 200; // of a case
export const LAST = 5; // tries of the mean, and for a step to be learnt

const kept = () => ({ times: {}, known: [], ...stored(KEY) });

// The tries of a case, the oldest first: seconds, or [seconds, those of looking].
export const triesOf = (id) => kept().times[id] ?? [];

const secondsOf = (tried) => (Array.isArray(tried) ? tried[0] : tried);

// Seconds of a case, the oldest first.
export const timesOf = (id) => triesOf(id).map(secondsOf);

// Seconds of looking of those tries of a case of which they were measured, the oldest first.
export const lookingOf = (id) => triesOf(id).filter(Array.isArray).map(([, looked]) => looked);

// Adds a try; `looked` is undefined where the seconds of looking were not measured.
export function addTry(id, seconds, looked) {
  setTries(id, [...triesOf(id), looked === undefined ? seconds : [seconds, looked]].slice(-MOST_TRIES));
}

// Removes one try, the `at`th of a case.
function removeTry(id, at) {
  setTries(
    id,
    triesOf(id).filter((_, i) => i !== at),
  );
}

export function setTries(id, tries) {
  const { times, known } = kept();
  times[id] = tries;
  store(KEY, { times, known });
}

export const isKnown = (name) => kept().known.includes(name);

export function setKnown(name, isNow) {
  const { times, known } = kept();
  const others = known.filter((each) => each !== name);
  store(KEY, { times, known: isNow ? [...others, name] : others });
}

// A second for each turn, and four to look.
export const goalOf = (item) => 4 + item.moves.length * (item.times ?? 1);

export const mean = (times) => times.reduce((total, time) => total + time, 0) / times.length;

// Whether the last tries of one of the cases were all within its goal.
export const isLearnt = (cases) =>
  cases.some((item) => {
    const last = timesOf(item.id).slice(-LAST);
    return last.length === LAST && last.every((time) => time <= goalOf(item));
  });

export function written(seconds) {
  if (seconds === undefined || Number.isNaN(seconds)) {
    return "–";
  }
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds % 60).toFixed(2);
  return minutes ? `${minutes}:${rest.padStart(5, "0")}` : rest;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [320, 110, 8, 12, 22];
const MOST = 20;

export function drawChart(svg, times, goal) {
  svg.toggleAttribute("hidden", times.length < 2);
  const last = times.slice(-MOST);
  const highest = Math.max(goal, ...last) * 1.1;
  const x = (i) => LEFT + ((WIDTH - 2 * LEFT) * i) / Math.max(1, last.length - 1);
  const y = (time) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * time) / highest;
  const points = last.map((time, i) => `${x(i).toFixed(1)},${y(time).toFixed(1)}`);
  const best = last.indexOf(Math.min(...last));
  svg.replaceChildren(
    svgElement("line", { class: "axis", x1: LEFT, x2: WIDTH - LEFT, y1: y(0), y2: y(0) }),
    svgElement("line", { class: "goal", x1: LEFT, x2: WIDTH - LEFT, y1: y(goal), y2: y(goal) }),
    svgElement("text", { x: WIDTH - LEFT, y: y(goal) - 5, "text-anchor": "end" }, `goal ${goal} s`),
    svgElement("polyline", { points: points.join(" ") }),
    ...last.map((time, i) => svgElement("circle", { class: i === best ? "best" : "", cx: x(i), cy: y(time), r: 4 })),
    svgElement("text", { x: LEFT, y: HEIGHT - 5 }, `${last.length} tries ago`),
    svgElement("text", { x: WIDTH - LEFT, y: HEIGHT - 5, "text-anchor": "end" }, "now"),
  );
}

// The times of a case, the newest first; each can be removed, as one that was stopped too late.
export class TimeList {
  // `changed` is called when a time was removed.
  constructor(changed) {
    Object.assign(this, { details: byId("each-time"), list: byId("time-list"), changed });
  }

  show(id) {
    const tries = triesOf(id);
    this.details.hidden = !tries.length;
    this.list.replaceChildren(...tries.map((tried, at) => this.#row(id, tried, at)).reverse());
  }

  #row(id, tried, at) {
    const time = secondsOf(tried);
    const looking = Array.isArray(tried) ? `${written(tried[1])} looking ` : "";
    const onclick = () => {
      removeTry(id, at);
      this.changed();
      this.details.querySelector("summary").focus();
    };
    const remove = element("button", { ariaLabel: `Remove ${written(time)}`, onclick }, "Remove");
    return element("li", {}, `${written(time)} `, element("span", { className: "small" }, looking), remove);
  }
}
