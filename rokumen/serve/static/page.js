// Ties the camera, the net and the solution together.

import { Checking } from "./checking.js";
import { Net, WESTERN } from "./net.js";
import { Scanner } from "./scanner.js";
import { Solution } from "./solution.js";

const MIRRORED = "The colours run round this cube the wrong way, as in a mirror: tick “mirrored”, and show it again.";

const part = (id) => document.getElementById(id);
const net = new Net(part("net"), part("palette"));
const scanner = new Scanner(part("video"), part("overlay"), "api/scan");
const solution = new Solution(part("solution"));
const checking = new Checking(part("check"), scanner, solution);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const say = (text) => {
  if (part("words").textContent !== text) {
    part("words").textContent = text;
  }
};

let scheme = WESTERN;
let isRead = false;
let looksMirrored = false;

function startOver() {
  checking.end();
  solution.hide();
  part("error").textContent = "";
  scheme = WESTERN;
  scanner.wish({ do: "restart" });
}

async function solve(text, { play = false } = {}) {
  part("error").textContent = "";
  if (checking.is) {
    scanner.stop();
  }
  let answer;
  try {
    const response = await fetch("api/solve", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ cube: text }),
    });
    answer = await response.json();
  } catch {
    answer = { error: "The server does not answer: start rokumen serve again." };
  }
  if (answer.error) {
    const faults = (answer.faults ?? []).map((fault) => `• ${fault}`);
    part("error").textContent = [capital(answer.error), ...faults].join("\n");
    solution.hide();
    return;
  }
  net.show(answer.facelets, scheme);
  part("net-words").textContent = "Press a sticker to correct it.";
  part("hold").textContent = `${scheme.U} up and ${scheme.F} in front`;
  await solution.show(answer, play);
}

scanner.addEventListener("source", ({ detail: source }) => {
  part("stop-camera").hidden = !source;
  part("use-browser").hidden = source === "browser";
  part("no-camera").hidden = Boolean(source);
  part("rate").textContent = "";
  part("stillness").value = 0;
  if (!source) {
    part("overlay").getContext("2d").clearRect(0, 0, part("overlay").width, part("overlay").height);
  }
});
scanner.addEventListener("seen", ({ detail: seen }) => {
  // What was on its way when the camera was switched off says nothing any more.
  if (!scanner.source) {
    return;
  }
  say(looksMirrored ? MIRRORED : capital(seen.words));
  part("stillness").value = seen.phase === "searching" ? 0 : seen.progress;
  part("rate").textContent = `${Math.round(scanner.rate)} frames a second`;
});
scanner.addEventListener("state", ({ detail: state }) => {
  const { faces, reading } = state;
  isRead = Boolean(reading?.certain);
  checking.allow(Boolean(reading));
  if (checking.is) {
    return;
  }
  looksMirrored = state.mirrored;
  say(looksMirrored ? MIRRORED : capital(state.words));
  part("count").textContent = `${faces.length} of 6 faces`;
  part("count").dataset.taken = faces.length;
  part("profile").textContent = state.profile && `colours: ${state.profile}`;
  if (!reading) {
    net.grow(faces);
    part("net-words").textContent = faces.length ? "Press a face to take it again." : "";
    return;
  }
  scheme = reading.scheme;
  if (reading.certain) {
    scanner.stop();
    say("The cube is read: follow the solution");
    solve(reading.facelets, { play: true });
  } else {
    net.show(reading.facelets, scheme, reading.ambiguous);
    part("net-words").textContent =
      "Not certain yet: show the face that is asked for again, or correct the marked stickers.";
  }
});
scanner.addEventListener("problem", ({ detail: problem }) => say(capital(problem)));

net.addEventListener("again", ({ detail: name }) => scanner.wish({ do: "forget", name }));
net.addEventListener("corrected", ({ detail: facelets }) => {
  scanner.stop();
  solve(facelets);
});

function useCamera(use) {
  if (isRead) {
    startOver();
  }
  use();
}

part("use-browser").addEventListener("click", () => useCamera(() => scanner.useBrowser()));
part("use-server").addEventListener("click", () => useCamera(() => scanner.useServer()));
part("stop-camera").addEventListener("click", () => scanner.stop());
part("restart").addEventListener("click", startOver);
part("mirrored").addEventListener("change", (event) => {
  scanner.mirrored = event.target.checked;
  if (looksMirrored) {
    startOver();
  }
});
part("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  scheme = WESTERN;
  solve(part("typed").value);
});

const settings = await (await fetch("api/settings")).json();
part("use-server").hidden = !settings.camera;
scanner.serverCamera = settings.camera;
part("to-robot").hidden = !settings.robot;
document.body.dataset.ready = "true";
