// What the pages with a camera show of it: its buttons, how fast its frames are answered.

import { byId, withCode } from "../elements.js";
import { getJson } from "../requests.js";

const UNSAFE = "Browsers give a page the camera only over https, or on the computer that serves it: `rokumen serve --phone` serves it so.";
const NONE = "This device has no camera.";

// Offers the cameras that there are, the browser's and the server's. Returns the server's settings.
export async function offerCameras(scanner) {
  const settings = await getJson("api/settings");
  scanner.serverCamera = settings.camera;
  byId("use-server").hidden = !settings.camera;
  const { mediaDevices } = navigator;
  mediaDevices?.addEventListener("devicechange", () => showCameras(settings.camera));
  await showCameras(settings.camera);
  return settings;
}

// Shows, by the style of the page, whether there is a camera; without one it is said why.
async function showCameras(serverCamera) {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  const own = devices.some(({ kind }) => kind === "videoinput");
  document.body.dataset.cameras = own ? "own" : serverCamera ? "server" : "none";
  byId("why-no-camera").replaceChildren(...withCode(navigator.mediaDevices ? NONE : UNSAFE));
  byId("use-server").classList.toggle("main", !own);
}

export const hasCamera = () => document.body.dataset.cameras !== "none";

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
