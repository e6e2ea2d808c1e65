// Client of /api/puzzles: families, descriptions, scrambles and solutions.

import { NO_CONNECTION, getJson, postJson, posted } from "../requests.js";

// Returns an answer that is awaited; throws an Error with the words of one that is an error.
async function checked(request) {
  const answer = await request;
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer;
}

export const families = () => checked(getJson("api/puzzles"));
export const description = (name) => checked(getJson(`api/puzzles/${name}`));
export const scramble = (name) => checked(postJson(`api/puzzles/${name}/scramble`, {}));

/**
 * Solve a position, {moves} or {facelets}; `progress` gets {share} while tables are built and
 * {searching}; `signal` cancels.
 */
export async function solve(name, position, progress, signal) {
  const answer = await fetch(`api/puzzles/${name}/solve`, { ...posted(position), signal });
  if (!answer.ok) {
    throw new Error((await answer.json()).error);
  }
  let rest = "";
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    rest += decoder.decode(value, { stream: !done }) + (done ? "\n" : "");
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const message of lines.filter(Boolean).map((line) => JSON.parse(line))) {
      if (message.error) {
        throw new Error(message.error);
      }
      if (message.stages) {
        return message;
      }
      progress(message);
    }
    if (done) {
      throw new Error(NO_CONNECTION);
    }
  }
}
