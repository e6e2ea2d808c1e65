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
export const solve = (name, moves) => postJson(`api/puzzles/${name}/solve`, { moves });
