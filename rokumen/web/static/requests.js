// Requests to the server, answered in JSON.

export const NO_CONNECTION = "No connection to the server: restart rokumen serve.";

// Returns the answer; one with `error` if there is no connection.
export async function getJson(address, options) {
  try {
    return await (await fetch(address, options)).json();
  } catch {
    return { error: NO_CONNECTION };
  }
}

// Returns what `fetch` needs to post a document.
export const posted = (document) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(document),
});

export const postJson = (address, document) => getJson(address, posted(document));

// Returns an answer that is awaited; throws an Error with the words of one that is an error.
export async function checked(request) {
  const answer = await request;
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer;
}

// Posts a document and returns the line of the answer that has `stages`, a solution; `progress` gets
// the lines before it, and `signal` cancels. Throws an Error with the words of a line that is one.
export async function postedLines(address, document, progress, signal) {
  const answer = await fetch(address, { ...posted(document), signal });
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

// STOP's own entrance, a port that serves nothing else.
let stopAddress = "";

// Asks where STOP's own entrance is, before it is needed; the server may have been started anew.
export async function findStopEntrance() {
  const { stop } = await getJson("/api/settings");
  stopAddress = stop ? `${location.protocol}//${location.hostname}:${stop.port}${stop.path}` : stopAddress;
}

// Presses STOP at its own entrance; returns whether that answered. What presses it does so at the
// server's address too, as a tunnel or a firewall may let only that through.
export async function pressStop() {
  try {
    return stopAddress !== "" && (await fetch(stopAddress, { method: "POST" })).ok;
  } catch {
    return false;
  }
}

// Returns a WebSocket to a path of this server.
export function webSocket(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/${path}`);
}
