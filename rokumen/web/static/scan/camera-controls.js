// What the pages with a camera show of it: its buttons, how fast its frames are answered.

import { byId } from "../elements.js";
import { getJson } from "../requests.js";

// Offers the camera that the server has. Returns its settings.
export async function offerServer(scanner) {
  const settings = await getJson("api/settings");
  scanner.serverCamera = settings.camera;
  byId("use-server").hidden = !settings.camera;
  return settings;
}

// Shows which camera is on, "" for none.
export function showSource(source) {
  document.body.dataset.camera = source;
  byId("stop-camera").hidden = !source;
  byId("use-browser").hidden = source === "browser";
  byId("no-camera").hidden = Boolean(source);
  byId("rate").textContent = "";
  byId("stillness").value = 0;
  if (!source) {
    const overlay = byId("overlay");
    overlay.getContext("2d").clearRect(0, 0, overlay.width, overlay.height);
  }
}

// Shows what was found in a frame beside the picture.
export function showSeen({ phase, progress }, rate) {
  byId("stillness").value = phase === "searching" ? 0 : progress;
  byId("rate").textContent = `${Math.round(rate)} frames a second`;
}

// Shows how many faces have been taken, of a cube of `kind`.
export function showCount(faces, kind = "") {
  byId("count").textContent = `${faces.length} of 6 faces${kind}`;
  byId("count").dataset.taken = faces.length;
}
