// Timetable of a motion plan: a row of bars for each actuator, and a line at the current time.

import { element, svgElement } from "../elements.js";

const SECOND_PIXELS = 14;
const ROW_PIXELS = 24;
const LABEL_PIXELS = 96;
const KINDS = {
  "turns a face": "turns",
  "turns the whole cube": "rotates",
  "turns nothing": "other",
};

export class Timetable {
  constructor(root) {
    this.root = root;
  }

  show({ rows, bars, seconds }) {
    const height = rows.length * ROW_PIXELS + 22;
    const width = seconds * SECOND_PIXELS + 30;
    const names = rows.map((row, i) => svgElement("text", { x: 0, y: i * ROW_PIXELS + 16 }, row));
    const svg = svgElement("svg", { width, height, role: "img", "aria-label": "Timetable" });
    for (const bar of bars) {
      const x = bar.start * SECOND_PIXELS;
      const y = rows.indexOf(bar.row) * ROW_PIXELS + 2;
      const barWidth = Math.max(1, bar.seconds * SECOND_PIXELS - 1);
      const box = { x, y, width: barWidth, height: ROW_PIXELS - 4, rx: 2, class: KINDS[bar.kind] };
      svg.append(svgElement("rect", box, svgElement("title", {}, `${bar.row}: ${bar.label}, ${bar.kind}`)));
      if (barWidth > 7 * bar.label.length) {
        svg.append(svgElement("text", { x: x + 2, y: y + 14 }, bar.label));
      }
    }
    for (let at = 0; at <= seconds; at += 5) {
      svg.append(svgElement("text", { x: at * SECOND_PIXELS, y: height - 6 }, `${at} s`));
    }
    this.line = svgElement("line", { y1: 0, y2: height - 18, class: "now", visibility: "hidden" });
    svg.append(this.line);
    const group = { className: "scrolled", role: "group", tabIndex: 0, ariaLabel: "The plan's timetable; scroll sideways" };
    this.scrolled = element("div", group, svg);
    this.root.replaceChildren(svgElement("svg", { width: LABEL_PIXELS, height }, ...names), this.scrolled);
  }

  goTo(at) {
    if (!this.line) {
      return;
    }
    const x = at * SECOND_PIXELS;
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
    this.line.setAttribute("visibility", "visible");
    const visible = this.scrolled.clientWidth;
    if (x < this.scrolled.scrollLeft || x > this.scrolled.scrollLeft + visible * 0.8) {
      this.scrolled.scrollLeft = Math.max(0, x - visible * 0.3);
    }
  }

  clear() {
    this.line = null;
    this.root.replaceChildren();
  }
}
