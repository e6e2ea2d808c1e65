// Photographs of the device, posted to the server to be read: made smaller, as JPEG. The server opens
// those that the browser cannot, as HEIC in most.

import { counted } from "../elements.js";
import { checked, getJson, postJson } from "../requests.js";

const MAX_PIXELS = 1920 * 1080;
const MAX_BYTES = 1024 * 1024;
const QUALITIES = [0.95, 0.85, 0.7];
const HEIC = /\.hei[cf]$/i;
const MAX_FILE_BYTES = 16 * 1024 * 1024; // of a file that is sent as it is

// Calls `take` with the files that are chosen in inputs, or dropped on the page while `isWanted`.
export function acceptPhotographs(inputs, isWanted, take) {
  for (const input of inputs) {
    input.onchange = () => {
      const files = [...input.files];
      // So that the same ones can be chosen again.
      input.value = "";
      if (files.length) {
        take(files);
      }
    };
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length && isWanted()) {
      take(files);
    }
  });
}

// Returns a photograph that was chosen: {name, file, picture, url}. `picture` is a JPEG that the server
// takes, null for a file that it has to open itself; `url` is what can be shown of it, "" for nothing.
// Throws an Error with words for the user.
export async function openPhotograph(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!bitmap && !HEIC.test(file.name)) {
    throw new Error(`This browser cannot open ${file.name}: save it as JPEG, and choose it again.`);
  }
  if (!bitmap && file.size > MAX_FILE_BYTES) {
    throw new Error(`${file.name} has more than 16 MiB: save it smaller, as JPEG.`);
  }
  const picture = bitmap && (await smaller(file, bitmap));
  return { name: file.name, file, picture, url: picture ? URL.createObjectURL(picture) : "" };
}

// Returns what the server finds in photographs: their faces, and the cube or what is missing of it.
// `order` is what the server is told of the order of the colours; `say` is called with how far it is.
// Throws an Error with words for the user.
export async function readPhotographs(photographs, order, say) {
  let set = "";
  for (const [i, { file, picture }] of photographs.entries()) {
    say(`Sending photograph ${i + 1} of ${photographs.length} …`);
    const options = { method: "POST", body: picture ?? file };
    ({ set } = await checked(getJson(`api/photographs?set=${set}`, options)));
  }
  say(`Reading ${counted(photographs.length, "photograph")} …`);
  return checked(postJson("api/photographs/read", { set, ...order }));
}

// Returns a picture as a JPEG of a size that the server takes.
async function smaller(file, bitmap) {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  if (scale === 1 && file.type === "image/jpeg" && file.size <= MAX_BYTES) {
    // Nothing of its colours is lost.
    return file;
  }
  const canvas = new OffscreenCanvas(Math.floor(bitmap.width * scale), Math.floor(bitmap.height * scale));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of QUALITIES) {
    const picture = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (picture.size <= MAX_BYTES) {
      return picture;
    }
  }
  throw new Error(`${file.name} is too large.`);
}
