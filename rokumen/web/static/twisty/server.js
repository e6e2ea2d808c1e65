// Client of /api/puzzles: families, descriptions, scrambles and solutions.

async function fetchJson(request) {
  let answer;
  try {
    answer = await (await request).json();
  } catch {
    throw new Error("No connection to the server: restart rokumen serve.");
  }
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer;
}

function postJson(path, body) {
  return fetchJson(
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export const families = () => fetchJson(fetch("api/puzzles"));
export const description = (name) => fetchJson(fetch(`api/puzzles/${name}`));
export const scramble = (name) => postJson(`api/puzzles/${name}/scramble`, {});

/**
 * Solve a position, {moves} or {facelets}; `progress` gets {share} while tables are built and
 * {searching}; `signal` cancels.
 */
export async function solve(name, position, progress, signal) {
  const answer = await fetch(`api/puzzles/${name}/solve`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(position),
    signal,
  });
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
      throw new Error("No connection to the server: restart rokumen serve.");
    }
  }
}
