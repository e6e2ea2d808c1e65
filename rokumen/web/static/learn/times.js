// The person's own times and the steps that are known, kept in this browser.

import { store, stored } from "../storage.js";

const KEY = "rokumen-learn";
const MOST_TRIES = 200; // of a case
export const LAST = 5; // tries of the mean, and for a step to be learnt

const kept = () => ({ times: {}, known: [], ...stored(KEY) });

// Seconds of a case, the oldest first.
export const timesOf = (id) => kept().times[id] ?? [];

export function addTime(id, seconds) {
  setTimes(id, [...timesOf(id), seconds].slice(-MOST_TRIES));
}

// Removes one time, the `at`th of a case.
export function removeTime(id, at) {
  setTimes(
    id,
    timesOf(id).filter((_, i) => i !== at),
  );
}

export function setTimes(id, seconds) {
  const { times, known } = kept();
  times[id] = seconds;
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
