// Client of /api/puzzles: families, descriptions, scrambles and solutions.

import { checked, getJson, postJson, postedLines } from "../requests.js";

export const families = () => checked(getJson("api/puzzles"));
export const description = (name) => checked(getJson(`api/puzzles/${name}`));
export const scramble = (name) => checked(postJson(`api/puzzles/${name}/scramble`, {}));

/**
 * Solve a position, {moves} or {facelets}, by a {method}; `progress` gets {share} while tables are built and
 * {searching}; `signal` cancels.
 */
export const solve = (name, position, progress, signal) =>
  postedLines(`api/puzzles/${name}/solve`, position, progress, signal);
