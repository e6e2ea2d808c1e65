// Controller of the colours page: measures colours, stores profiles and selects one for a camera.

import { drawColourPlot, drawPairs } from "./colour-plots.js";
import { addDisplay } from "./display.js";
import { Net } from "./net.js";
import { Scanner } from "./scanner.js";

const NO_PROFILE = "none: typical colours";

const byId = (id) => document.getElementById(id);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const setStatus = (text) => {
  byId("words").textContent = capital(text);
};

// A path that a narrow line breaks after a folder, not within its name.
const breakable = (path) => path.split(/(?<=[/\\])/).flatMap((part) => [part, document.createElement("wbr")]);

const net = new Net(byId("net"));
const scanner = new Scanner(byId("video"), byId("overlay"), "api/colours");
addDisplay(document.querySelector("footer"));
const settings = await (await fetch("api/settings")).json();

const cell = (text, kind = "td") => Object.assign(document.createElement(kind), { textContent: text });

function swatch(paint) {
  const square = document.createElement("i");
  square.style.background = paint;
  return square;
}

function showMeasured(measured) {
  byId("measured").hidden = byId("apart").hidden = !measured;
  if (!measured) {
    return;
  }
  scanner.stop();
  setStatus("Measured. Name these colours and store them");
  byId("clouds").replaceChildren(drawColourPlot(measured));
  const head = document.createElement("tr");
  head.append(...["", "L", "a", "b"].map((text) => cell(text, "th")));
  const rows = measured.colours.map(({ name, lab, paint }) => {
    const row = document.createElement("tr");
    const nameCell = cell(name);
    nameCell.className = "swatch";
    nameCell.prepend(swatch(paint));
    row.append(nameCell, ...lab.map((value) => cell(Math.round(value))));
    return row;
  });
  byId("swatches").replaceChildren(head, ...rows);
  const [nearest] = measured.pairs;
  byId("verdict").textContent =
    `The closest are ${nearest.first} and ${nearest.second}, separated by ${nearest.apart.toFixed(1)} times their scatter` +
    (measured.warnings.length ? "." : ": all six are distinguished safely.");
  byId("warnings").replaceChildren(...measured.warnings.map((words) => cell(capital(words), "li")));
  byId("pairs").replaceChildren(drawPairs(measured));
}

function showProfiles({ camera, chosen, profiles, error }) {
  byId("error").textContent = error ? capital(error) : "";
  if (error) {
    return;
  }
  byId("profiles-words").textContent = !profiles.length
    ? "No profiles are stored yet."
    : camera
      ? `Profile of the camera “${camera}”:`
      : "Switch a camera on to select its profile.";
  const choices = [{ name: "", paints: {} }, ...profiles].map(({ name, paints }) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), {
      type: "radio",
      name: "profile",
      value: name,
      checked: Boolean(camera) && name === chosen,
      disabled: !camera,
    });
    radio.addEventListener("change", () => select(camera, name));
    const squares = document.createElement("span");
    squares.append(...Object.values(paints).map(swatch));
    label.append(radio, name || NO_PROFILE, squares);
    return label;
  });
  byId("profiles").replaceChildren(...(profiles.length ? choices : []));
}

async function requestJson(address, options) {
  try {
    return await (await fetch(address, options)).json();
  } catch {
    return { error: "No connection to the server: restart rokumen serve." };
  }
}

async function listProfiles() {
  const camera = scanner.camera || settings.camera;
  showProfiles(await requestJson(`api/profiles?${new URLSearchParams({ camera })}`));
}

async function select(camera, name) {
  const headers = { "Content-Type": "application/json" };
  showProfiles(await requestJson("api/profiles", { method: "POST", headers, body: JSON.stringify({ camera, name }) }));
}

scanner.addEventListener("source", ({ detail: source }) => {
  byId("stop-camera").hidden = !source;
  byId("use-browser").hidden = source === "browser";
  byId("no-camera").hidden = Boolean(source);
  byId("rate").textContent = "";
  byId("stillness").value = 0;
  if (source) {
    listProfiles();
  } else {
    byId("overlay").getContext("2d").clearRect(0, 0, byId("overlay").width, byId("overlay").height);
  }
});
scanner.addEventListener("seen", ({ detail: seen }) => {
  if (scanner.source) {
    setStatus(seen.words);
    byId("stillness").value = seen.phase === "searching" ? 0 : seen.progress;
    byId("rate").textContent = `${Math.round(scanner.rate)} frames a second`;
  }
});
scanner.addEventListener("state", ({ detail: state }) => {
  setStatus(state.words);
  byId("count").textContent = `${state.faces.length} of 6 faces`;
  byId("count").dataset.taken = state.faces.length;
  if (state.reading) {
    net.show(state.reading.facelets, state.reading.scheme, { doubtful: state.reading.ambiguous });
  } else {
    net.showCapturedFaces(state.faces);
  }
  showMeasured(state.measured);
});
scanner.addEventListener("problem", ({ detail: problem }) => {
  setStatus(problem);
  byId("error").textContent = capital(problem);
});
scanner.addEventListener("stored", ({ detail: stored }) => {
  const used = stored.camera ? "; this camera uses it from now on" : "";
  setStatus(`Stored as ${stored.name}${used}`);
  const kept = stored.replaced ? ["; the profile that it replaces is kept in ", ...breakable(stored.replaced)] : [];
  byId("stored-where").replaceChildren("Stored in ", ...breakable(stored.path), ...kept);
  listProfiles();
});

byId("use-browser").addEventListener("click", () => scanner.useBrowser());
byId("use-server").addEventListener("click", () => scanner.useServer());
byId("stop-camera").addEventListener("click", () => scanner.stop());
byId("restart").addEventListener("click", () => scanner.send({ do: "restart" }));
byId("mirrored").addEventListener("change", (event) => {
  scanner.mirrored = event.target.checked;
});
byId("solved").addEventListener("change", (event) => scanner.send({ do: "solved", solved: event.target.checked }));
byId("storing").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("error").textContent = "";
  scanner.send({ do: "store", name: byId("name").value });
});

byId("use-server").hidden = !settings.camera;
scanner.serverCamera = settings.camera;
byId("to-robot").hidden = !settings.robot;
await listProfiles();
document.body.dataset.ready = "true";
