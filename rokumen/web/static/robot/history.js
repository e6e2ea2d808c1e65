// Past runs: two plots and a table.

import { byId, element, svgElement } from "../elements.js";
import { getJson } from "../requests.js";

const WIDTH = 400;
const HEIGHT = 150;
const [LEFT, BOTTOM, TOP] = [40, 20, 10];
const NEWEST_WIDTH = 40; // of the word, about
const MAX_SHOWN = 40; // newest runs in the plots
const DAY_AND_TIME = new Intl.DateTimeFormat([], { dateStyle: "short", timeStyle: "short" });
const COLUMNS = {
  began: (run) => localTime(run.began),
  outcome: (run) => run.outcome,
  rig: (run) => run.rig,
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

let asked = 0;

export async function showHistory() {
  const own = (asked += 1);
  const { runs = [], error = "" } = await getJson("/robot/history");
  // An answer that comes after a later one is not of now.
  if (own !== asked) {
    return;
  }
  byId("history").hidden = !error && !runs.length;
  byId("history-words").textContent = error;
  const newest = runs.slice(-MAX_SHOWN);
  byId("plots").replaceChildren(
    ...(runs.length
      ? [
          plot("Seconds of motion of each run (red ring: not solved)", newest, (run) => run.motion_seconds ?? 0, dot),
          plot("Jams and slips of each run", newest, (run) => run.jams + run.slips, bar),
        ]
      : []),
  );
  const head = element("tr", {}, ...[...Object.keys(COLUMNS), "proof"].map((name) => element("th", {}, name)));
  const rows = [...runs].reverse().map((run) => {
    const cells = Object.values(COLUMNS).map((value) => element("td", {}, value(run)));
    const verify = element("button", { onclick: () => showProof(run.id) }, `Verify ${run.id}`);
    return element("tr", { title: run.why }, ...cells, element("td", {}, verify));
  });
  byId("runs").replaceChildren(...(runs.length ? [head, ...rows] : []));
}

// Says below the heading what the pictures and the journal of a run prove.
async function showProof(number) {
  byId("history-words").textContent = `Reading the pictures of run ${number} again.`;
  const { words = "", error = "" } = await getJson(`/robot/verify?run=${number}`);
  byId("history-words").textContent = `Run ${number}: ${words || error}`;
}

function plot(caption, runs, value, mark) {
  const maximum = Math.max(1, ...runs.map(value));
  const baseline = HEIGHT - BOTTOM;
  const height = (amount) => baseline - (amount / maximum) * (baseline - TOP);
  const amounts = [0, maximum].map((amount) =>
    svgElement("text", { x: LEFT - 6, y: height(amount) + 4, "text-anchor": "end" }, Math.round(amount)),
  );
  const step = (WIDTH - LEFT) / Math.max(8, runs.length);
  // Its word ends at the edge at the latest.
  const newest = Math.min(LEFT + step * (runs.length - 0.5) + NEWEST_WIDTH / 2, WIDTH);
  const shapes = runs.map((run, i) => {
    const shape = mark(LEFT + step * (i + 0.5), height(value(run)), baseline, step, run);
    shape.append(svgElement("title", {}, `${COLUMNS.began(run)}: ${Math.round(value(run))}, ${run.outcome}`));
    return shape;
  });
  const svg = svgElement(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption },
    svgElement("line", { x1: LEFT, x2: WIDTH, y1: baseline, y2: baseline, class: "axis" }),
    ...amounts,
    svgElement("text", { x: newest, y: HEIGHT - 5, "text-anchor": "end" }, "newest"),
    ...shapes,
  );
  return element("figure", {}, element("figcaption", {}, caption), svg);
}

function dot(x, y, baseline, step, run) {
  return svgElement("circle", { cx: x, cy: y, r: 4, class: run.outcome === "solved" ? "solved" : "unsolved" });
}

function bar(x, y, baseline, step) {
  const width = Math.min(24, step * 0.7);
  return svgElement("rect", { x: x - width / 2, y, width, height: baseline - y, class: "bar" });
}
