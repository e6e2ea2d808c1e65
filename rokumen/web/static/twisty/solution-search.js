// The search for a solution, with words for how far it is.

import * as server from "./server.js";

const SHOW_MILLISECONDS = 500;
const LEAST_SHARE = 0.02; // of the tables, before the time that is left can be told
const MINUTES_FROM = 90; // seconds

// Returns the solution of a puzzle; `say` is called with the phase and the seconds so far.
export async function searchSolution(name, position, say, signal) {
  const began = performance.now();
  let phase = "Starting";
  let first = null;
  const show = () => say(`${phase} … ${Math.floor((performance.now() - began) / 1000)} s`);
  const progress = ({ share }) => {
    if (share === undefined) {
      phase = "Searching for a solution";
    } else {
      const now = { share, at: performance.now() };
      first ??= now;
      phase = `Building tables (first use only): ${Math.floor(100 * share)} %${timeLeft(first, now)}`;
    }
    show();
  };
  const timer = setInterval(show, SHOW_MILLISECONDS);
  show();
  try {
    return await server.solve(name, position, progress, signal);
  } finally {
    clearInterval(timer);
  }
}

// Returns how long the tables take yet, from two of the shares that were reported; "" if unknown.
function timeLeft(first, now) {
  const done = now.share - first.share;
  if (done < LEAST_SHARE) {
    return "";
  }
  const seconds = ((1 - now.share) * (now.at - first.at)) / done / 1000;
  return seconds < MINUTES_FROM ? `, about ${Math.ceil(seconds)} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}
