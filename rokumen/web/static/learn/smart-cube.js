// A smart cube that the server follows: it tells the page of its turns.

import { webSocket } from "../requests.js";

// Follows the server's smart cube with this name.
export function followSmartCube(name, ownCube) {
  ownCube.begin(`${name}: waiting for its state`);
  const socket = webSocket("api/smart-cube");
  socket.onmessage = ({ data }) => ownCube.hear(JSON.parse(data));
  socket.onclose = () => ownCube.say("The connection to the server has ended: load this page again.");
}
