// Requests to the server, answered in JSON.

const NO_CONNECTION = "No connection to the server: restart rokumen serve.";

// Returns the answer; one with `error` if there is no connection.
export async function postJson(address, document) {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document),
    });
    return await response.json();
  } catch {
    return { error: NO_CONNECTION };
  }
}
