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

// Returns a WebSocket to a path of this server.
export function webSocket(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/${path}`);
}
