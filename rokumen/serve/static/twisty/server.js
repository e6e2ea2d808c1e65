// What the server is asked: which puzzles there are, how one is made, scrambles and solutions.

async function answerOf(request) {
  let answer;
  try {
    answer = await (await request).json();
  } catch {
    throw new Error("The server does not answer: start rokumen serve again.");
  }
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer;
}

function posted(path, body) {
  return answerOf(
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export const families = () => answerOf(fetch("api/puzzles"));
export const description = (name) => answerOf(fetch(`api/puzzles/${name}`));
export const scramble = (name) => posted(`api/puzzles/${name}/scramble`, {});
export const solve = (name, moves) => posted(`api/puzzles/${name}/solve`, { moves });
