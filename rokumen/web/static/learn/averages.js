// Results of timed solves and their averages, in hundredths of a second, by the rules of the WCA as csTimer
// computes them: a time is cut off after its hundredths, an average is rounded to them.

export const DNF = Infinity; // did not finish: worse than every time

const [MOST_INSPECTED, LATEST] = [15, 17]; // seconds
const EXTRA = 2000; // milliseconds of "+2"
const DROPPED = 0.05; // of the results, at each end

// Returns "", "+2" or "DNF" for the seconds of an inspection.
export const penaltyOf = (inspected) => (inspected > LATEST ? "DNF" : inspected > MOST_INSPECTED ? "+2" : "");

// Returns the result of a solve, {milliseconds, penalty}.
export function resultOf({ milliseconds, penalty }) {
  return penalty === "DNF" ? DNF : Math.floor((milliseconds + (penalty === "+2" ? EXTRA : 0)) / 10);
}

// Returns the mean of the middle results, without the best and the worst of them: one each of 5 or 12.
export function averageOf(results) {
  const dropped = Math.ceil(results.length * DROPPED);
  const middle = [...results].sort((a, b) => (a === b ? 0 : a - b)).slice(dropped, results.length - dropped);
  return middle.includes(DNF) ? DNF : Math.round(middle.reduce((sum, each) => sum + each, 0) / middle.length);
}

// Returns the averages of each `count` results in a row, the newest last.
export function averages(results, count) {
  const ends = results.slice(count - 1).keys();
  return [...ends].map((start) => averageOf(results.slice(start, start + count)));
}
