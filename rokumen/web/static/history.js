// Past runs: two plots and a table.

import { svgElement } from "./svg.js";

const WIDTH = 400;
const HEIGHT = 150;
const [LEFT, BOTTOM, TOP] = [40, 20, 10];
const MAX_SHOWN = 40; // newest runs in the plots
const DAY_AND_TIME = new Intl.DateTimeFormat([], { dateStyle: "short", timeStyle: "short" });
const COLUMNS = {
  began: (run) => localTime(run.began),
  rig: (run) => run.rig,
  outcome: (run) => run.outcome,
  turns: (run) => run.turns,
  motion: (run) => seconds(run.motion_seconds),
  took: (run) => seconds(run.took_seconds),
  jams: (run) => run.jams,
  slips: (run) => run.slips,
  retries: (run) => run.retries,
  replans: (run) => run.replans,
};

// Returns the text itself if it is not a time.
function localTime(began) {
  const time = new Date(began);
  return Number.isNaN(time.valueOf()) ? began : DAY_AND_TIME.format(time);
}

const seconds = (value) => (value === null ? "" : `${value.toFixed(1)} s`);

export async function showHistory(words, plots, table) {
  let response;
  try {
    response = await (await fetch("/robot/history")).json();
  } catch {
    return;
  }
  const runs = response.runs ?? [];
  words.textContent = response.error ?? (runs.length ? "" : "No runs yet.");
  const newest = runs.slice(-MAX_SHOWN);
  plots.replaceChildren(
    ...(runs.length
      ? [
          plot("Seconds of motion of each run (red ring: not solved)", newest, (run) => run.motion_seconds ?? 0, dot),
          plot("Jams and slips of each run", newest, (run) => run.jams + run.slips, bar),
        ]
      : []),
  );
  const head = document.createElement("tr");
  head.append(...Object.keys(COLUMNS).map((name) => cell("th", name)));
  const rows = [...runs].reverse().map((run) => {
    const row = document.createElement("tr");
    row.title = run.why;
    row.append(...Object.values(COLUMNS).map((value) => cell("td", value(run))));
    return row;
  });
  table.replaceChildren(...(runs.length ? [head, ...rows] : []));
}

function cell(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}

function plot(caption, runs, value, mark) {
  const maximum = Math.max(1, ...runs.map(value));
  const svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption });
  const baseline = HEIGHT - BOTTOM;
  const height = (amount) => baseline - (amount / maximum) * (baseline - TOP);
  svg.append(svgElement("line", { x1: LEFT, x2: WIDTH, y1: baseline, y2: baseline, class: "axis" }));
  for (const amount of [0, maximum]) {
    svg.append(svgElement("text", { x: LEFT - 6, y: height(amount) + 4, "text-anchor": "end" }, Math.round(amount)));
  }
  const step = (WIDTH - LEFT) / Math.max(8, runs.length);
  const newest = LEFT + step * (runs.length - 0.5);
  svg.append(svgElement("text", { x: newest, y: HEIGHT - 5, "text-anchor": "middle" }, "newest"));
  runs.forEach((run, i) => {
    const shape = mark(LEFT + step * (i + 0.5), height(value(run)), baseline, step, run);
    shape.append(svgElement("title", {}, `${COLUMNS.began(run)}: ${Math.round(value(run))}, ${run.outcome}`));
    svg.append(shape);
  });
  const figure = document.createElement("figure");
  const words = document.createElement("figcaption");
  words.textContent = caption;
  figure.append(words, svg);
  return figure;
}

function dot(x, y, baseline, step, run) {
  return svgElement("circle", { cx: x, cy: y, r: 4, class: run.outcome === "solved" ? "solved" : "unsolved" });
}

function bar(x, y, baseline, step) {
  const width = Math.min(24, step * 0.7);
  return svgElement("rect", { x: x - width / 2, y, width, height: baseline - y, class: "bar" });
}
