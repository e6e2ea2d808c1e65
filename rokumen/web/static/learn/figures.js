// The person's times of a case: the last tries as a line with the goal, and a list of all.

import { byId, element, svgElement } from "../elements.js";
import { removeTime, timesOf, written } from "./times.js";

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
    const times = timesOf(id);
    this.details.hidden = !times.length;
    this.list.replaceChildren(...times.map((time, at) => this.#row(id, time, at)).reverse());
  }

  #row(id, time, at) {
    const onclick = () => {
      removeTime(id, at);
      this.changed();
      this.details.querySelector("summary").focus();
    };
    const remove = element("button", { ariaLabel: `Remove ${written(time)}`, onclick }, "Remove");
    return element("li", {}, `${written(time)} `, remove);
  }
}
