// The page on which a cube's colours are measured, stored by name, and chosen for a camera.

import { drawClouds, drawPairs } from "./clouds.js";
import { Net } from "./net.js";
import { Scanner } from "./scanner.js";

const NO_PROFILE = "none: as most makers paint them";

const part = (id) => document.getElementById(id);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const say = (text) => {
  part("words").textContent = capital(text);
};

const net = new Net(part("net"));
const scanner = new Scanner(part("video"), part("overlay"), "api/colours");
const settings = await (await fetch("api/settings")).json();

const cell = (text, kind = "td") => Object.assign(document.createElement(kind), { textContent: text });

function swatch(paint) {
  const square = document.createElement("i");
  square.style.background = paint;
  return square;
}

function showMeasured(measured) {
  part("measured").hidden = part("apart").hidden = !measured;
  if (!measured) {
    return;
  }
  scanner.stop();
  say("Measured. Give these colours a name and store them");
  part("clouds").replaceChildren(drawClouds(measured));
  const head = document.createElement("tr");
  head.append(...["", "L", "a", "b"].map((text) => cell(text, "th")));
  const rows = measured.colours.map(({ name, lab, paint }) => {
    const row = document.createElement("tr");
    const called = cell(name);
    called.className = "swatch";
    called.prepend(swatch(paint));
    row.append(called, ...lab.map((value) => cell(Math.round(value))));
    return row;
  });
  part("swatches").replaceChildren(head, ...rows);
  const [nearest] = measured.pairs;
  part("verdict").textContent =
    `The closest are ${nearest.first} and ${nearest.second}, ${nearest.apart.toFixed(1)} times their scatter apart` +
    (measured.warnings.length ? "." : ": all six are told apart safely.");
  part("warnings").replaceChildren(...measured.warnings.map((words) => cell(capital(words), "li")));
  part("pairs").replaceChildren(drawPairs(measured));
}

function showProfiles({ camera, chosen, profiles, error }) {
  part("error").textContent = error ? capital(error) : "";
  if (error) {
    return;
  }
  part("profiles-words").textContent = !profiles.length
    ? "None has been stored yet."
    : camera
      ? `Which one the camera “${camera}” uses:`
      : "Use a camera to choose one for it.";
  const choices = [{ name: "", paints: {} }, ...profiles].map(({ name, paints }) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), {
      type: "radio",
      name: "profile",
      value: name,
      checked: Boolean(camera) && name === chosen,
      disabled: !camera,
    });
    radio.addEventListener("change", () => choose(camera, name));
    const squares = document.createElement("span");
    squares.append(...Object.values(paints).map(swatch));
    label.append(radio, name || NO_PROFILE, squares);
    return label;
  });
  part("profiles").replaceChildren(...(profiles.length ? choices : []));
}

async function asked(address, options) {
  try {
    return await (await fetch(address, options)).json();
  } catch {
    return { error: "The server does not answer: start rokumen serve again." };
  }
}

async function listProfiles() {
  const camera = scanner.camera || settings.camera;
  showProfiles(await asked(`api/profiles?${new URLSearchParams({ camera })}`));
}

async function choose(camera, name) {
  const headers = { "Content-Type": "application/json" };
  showProfiles(await asked("api/profiles", { method: "POST", headers, body: JSON.stringify({ camera, name }) }));
}

scanner.addEventListener("source", ({ detail: source }) => {
  part("stop-camera").hidden = !source;
  part("use-browser").hidden = source === "browser";
  part("no-camera").hidden = Boolean(source);
  part("rate").textContent = "";
  part("stillness").value = 0;
  if (source) {
    listProfiles();
  } else {
    part("overlay").getContext("2d").clearRect(0, 0, part("overlay").width, part("overlay").height);
  }
});
scanner.addEventListener("seen", ({ detail: seen }) => {
  if (scanner.source) {
    say(seen.words);
    part("stillness").value = seen.phase === "searching" ? 0 : seen.progress;
    part("rate").textContent = `${Math.round(scanner.rate)} frames a second`;
  }
});
scanner.addEventListener("state", ({ detail: state }) => {
  say(state.words);
  part("count").textContent = `${state.faces.length} of 6 faces`;
  part("count").dataset.taken = state.faces.length;
  if (state.reading) {
    net.show(state.reading.facelets, state.reading.scheme, state.reading.ambiguous);
  } else {
    net.grow(state.faces);
  }
  showMeasured(state.measured);
});
scanner.addEventListener("problem", ({ detail: problem }) => {
  say(problem);
  part("error").textContent = capital(problem);
});
scanner.addEventListener("stored", ({ detail: stored }) => {
  const used = stored.camera ? "; this camera uses it from now on" : "";
  say(`Stored as ${stored.name}, in ${stored.path}${used}`);
  listProfiles();
});

part("use-browser").addEventListener("click", () => scanner.useBrowser());
part("use-server").addEventListener("click", () => scanner.useServer());
part("stop-camera").addEventListener("click", () => scanner.stop());
part("restart").addEventListener("click", () => scanner.wish({ do: "restart" }));
part("mirrored").addEventListener("change", (event) => {
  scanner.mirrored = event.target.checked;
});
part("solved").addEventListener("change", (event) => scanner.wish({ do: "solved", solved: event.target.checked }));
part("storing").addEventListener("submit", (event) => {
  event.preventDefault();
  part("error").textContent = "";
  scanner.wish({ do: "store", name: part("name").value });
});

part("use-server").hidden = !settings.camera;
scanner.serverCamera = settings.camera;
part("to-robot").hidden = !settings.robot;
await listProfiles();
document.body.dataset.ready = "true";
