// Controller of the scanning page.

import { TurnChecker } from "./turn-checker.js";
import { scrollTo } from "./motion.js";
import { Net } from "./net.js";
import { STANDARD_SCHEME } from "./palette.js";
import { readPhotographs } from "./photographs.js";
import { Scanner } from "./scanner.js";
import { Solution } from "./solution.js";

const MIRRORED = "The picture is mirrored: tick “mirrored” and show the cube again.";

const byId = (id) => document.getElementById(id);
const net = new Net(byId("net"), byId("palette"));
const scanner = new Scanner(byId("video"), byId("overlay"), "api/scan");
const solution = new Solution(byId("solution"));
const turnChecker = new TurnChecker(byId("check"), scanner, solution);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const setStatus = (text) => {
  if (byId("words").textContent !== text) {
    byId("words").textContent = text;
  }
};

// The order in which the 48 numbers go through the faces, eight a face.
const NUMBERED_FACES = "ULFRBD";

function showNumbers(numbers) {
  const lines = [...NUMBERED_FACES].map((face, i) =>
    [face, ...numbers.slice(8 * i, 8 * i + 8).map((number) => String(number).padStart(3))].join(" "),
  );
  byId("number-lines").textContent = lines.join("\n");
  byId("numbers").hidden = false;
}

const USUAL_SIZE = 3;

let scheme = STANDARD_SCHEME;
let isRead = false;
let looksMirrored = false;

// Offers the solution of a cube of another size, on the page of puzzles.
function offerPuzzle(facelets) {
  const n = net.size;
  const colours = [..."URFDLB"].map((face) => scheme[face]).join(",");
  const query = new URLSearchParams({ puzzle: `cube-faces-${n}`, facelets, colours });
  byId("to-puzzle").href = `puzzles.html?${query}`;
  byId("to-puzzle").textContent = `Solve this ${n}x${n}x${n}`;
  byId("other-size").hidden = false;
}

function startOver() {
  turnChecker.end();
  solution.hide();
  byId("other-size").hidden = true;
  byId("error").textContent = "";
  byId("numbers").hidden = true;
  scheme = STANDARD_SCHEME;
  scanner.send({ do: "restart" });
}

async function solve(text) {
  byId("error").textContent = "";
  if (turnChecker.active) {
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
    answer = { error: "No connection to the server: restart rokumen serve." };
  }
  if (answer.error) {
    const faults = (answer.faults ?? []).map((fault) => `• ${fault}`);
    byId("error").textContent = [capital(answer.error), ...faults].join("\n");
    byId("numbers").hidden = true;
    solution.hide();
    return;
  }
  byId("other-size").hidden = true;
  net.show(answer.facelets, scheme);
  showNumbers(answer.numbers);
  byId("net-words").textContent = "Press a sticker to correct it.";
  byId("hold").textContent = `${scheme.U} up and ${scheme.F} in front`;
  await solution.show(answer);
}

scanner.addEventListener("source", ({ detail: source }) => {
  byId("stop-camera").hidden = !source;
  byId("use-browser").hidden = source === "browser";
  byId("no-camera").hidden = Boolean(source);
  byId("rate").textContent = "";
  byId("stillness").value = 0;
  if (!source) {
    byId("overlay").getContext("2d").clearRect(0, 0, byId("overlay").width, byId("overlay").height);
  }
});
scanner.addEventListener("seen", ({ detail: seen }) => {
  // Ignore results that arrive after the camera was switched off.
  if (!scanner.source) {
    return;
  }
  setStatus(looksMirrored ? MIRRORED : capital(seen.words));
  byId("stillness").value = seen.phase === "searching" ? 0 : seen.progress;
  byId("rate").textContent = `${Math.round(scanner.rate)} frames a second`;
});
scanner.addEventListener("state", ({ detail: state }) => {
  const { faces, reading } = state;
  isRead = Boolean(reading?.certain);
  turnChecker.setAllowed(Boolean(reading) && state.size === USUAL_SIZE);
  if (turnChecker.active) {
    return;
  }
  looksMirrored = state.mirrored;
  setStatus(looksMirrored ? MIRRORED : capital(state.words));
  const cube = state.size === USUAL_SIZE ? "" : ` of a ${state.size}x${state.size}x${state.size}`;
  byId("count").textContent = `${faces.length} of 6 faces${cube}`;
  byId("count").dataset.taken = faces.length;
  byId("profile").textContent = state.profile && `colours: ${state.profile}`;
  if (!reading) {
    net.showCapturedFaces(faces);
    byId("net-words").textContent = faces.length ? "Press a face to capture it again." : "";
    return;
  }
  showReading(reading, state.size, "show the requested face again");
});

// Shows a reading, and solves it if it is certain; `remedy` is what to do if it is not.
function showReading(reading, size, remedy) {
  scheme = reading.scheme;
  if (size !== USUAL_SIZE) {
    showOtherSize(reading);
    return;
  }
  if (reading.certain) {
    scanner.stop();
    setStatus("The cube has been read: follow the solution");
    solve(reading.facelets);
  } else {
    net.show(reading.facelets, scheme, reading.ambiguous);
    const faults = reading.faults.map((fault) => ` As seen, ${fault}.`);
    byId("net-words").textContent =
      `Not certain yet: ${remedy}, or correct the marked stickers.${faults.join("")}`;
  }
}

async function upload(files) {
  startOver();
  scanner.stop();
  byId("photographs").disabled = true;
  try {
    const { size, reading } = await readPhotographs(files, setStatus);
    showReading(reading, size, "photograph the doubtful face again, and choose all photographs");
    if (!reading.certain) {
      setStatus(capital(reading.advice));
    }
  } catch (error) {
    setStatus("The photographs were not read");
    byId("error").textContent = capital(error.message);
  } finally {
    byId("photographs").disabled = false;
  }
}
function showOtherSize(reading) {
  solution.hide();
  byId("numbers").hidden = true;
  byId("error").textContent = "";
  net.show(reading.facelets, scheme, reading.ambiguous);
  offerPuzzle(reading.facelets);
  if (reading.certain) {
    scanner.stop();
    setStatus(`The ${net.size}x${net.size}x${net.size} has been read: press Solve`);
    scrollTo(byId("other-size"));
    byId("net-words").textContent = "Press a sticker to correct it.";
  } else {
    byId("net-words").textContent =
      "Not certain yet: show the requested face again, or compare with your cube, correct the marked stickers, and solve it.";
  }
}

scanner.addEventListener("problem", ({ detail: problem }) => setStatus(capital(problem)));

net.addEventListener("again", ({ detail: name }) => scanner.send({ do: "forget", name }));
net.addEventListener("corrected", ({ detail: facelets }) => {
  scanner.stop();
  if (net.size === USUAL_SIZE) {
    solve(facelets);
  } else {
    offerPuzzle(facelets);
  }
});

function useCamera(use) {
  if (isRead) {
    startOver();
  }
  use();
}

byId("use-browser").addEventListener("click", () => useCamera(() => scanner.useBrowser()));
byId("photographs").addEventListener("change", ({ target }) => {
  const files = [...target.files];
  // So that the same ones can be chosen again.
  target.value = "";
  if (files.length) {
    upload(files);
  }
});
byId("use-server").addEventListener("click", () => useCamera(() => scanner.useServer()));
byId("stop-camera").addEventListener("click", () => scanner.stop());
byId("restart").addEventListener("click", startOver);
byId("mirrored").addEventListener("change", (event) => {
  scanner.mirrored = event.target.checked;
  if (looksMirrored) {
    startOver();
  }
});
byId("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  scheme = STANDARD_SCHEME;
  solve(byId("typed").value);
});

byId("typed").addEventListener("keydown", (event) => {
  // Enter solves, as in a field of one line; pasted lists keep their lines.
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    byId("typing").requestSubmit();
  }
});

const settings = await (await fetch("api/settings")).json();
byId("use-server").hidden = !settings.camera;
scanner.serverCamera = settings.camera;
byId("to-robot").hidden = !settings.robot;
document.body.dataset.ready = "true";
