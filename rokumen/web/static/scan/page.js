// Controller of the page on which a cube is scanned, checked and solved.

import { stateInAddress, writeAddress } from "./address.js";
import { FACES } from "../cube/places.js";
import { addDisplay } from "../display.js";
import { Checking } from "../edit/checking.js";
import { NetEditor } from "../edit/net-editor.js";
import { byId, capital, counted, on, onKey, scrollTo } from "../elements.js";
import { Net, EMPTY, USUAL_SIZE } from "../cube/net.js";
import { ColourOrder } from "./colour-order.js";
import { acceptPhotographs } from "./photographs.js";
import { postJson } from "../requests.js";
import { offerServer } from "./camera-controls.js";
import { FaceStrip } from "./face-strip.js";
import { Gallery } from "./gallery.js";
import { drawHeldFace } from "./held-face.js";
import { ScanGuides } from "./guides.js";
import { CORRECT_IT, LiveScan } from "./live-scan.js";
import { doubtOf, offerPuzzle, photographDoubt, showNumbers } from "./reading-words.js";
import { Shutter } from "./shutter.js";
import { Scanner } from "./scanner.js";
import { Guide } from "../solve/guide.js";
import { Pace } from "../solve/pace.js";
import { Proof } from "../solve/proof.js";
import { TurnChecker } from "../solve/turn-checker.js";
import { offerWaysBack } from "../solve/ways-back.js";

const BEGIN = "Show a cube to the camera, or type it in.";
const VIEWS = ["scan", "check", "solve"];
const UNPAINTED = [...FACES].map((face) => EMPTY.repeat(4) + face + EMPTY.repeat(4)).join("");
const WAIT_MILLISECONDS = 300;

const net = new Net(byId("net"), { editable: true });
const editor = new NetEditor(net);
const order = new ColourOrder();
const orderCommand = () => ({ do: "order", ...order.document });
const scanner = new Scanner(byId("video"), byId("overlay"), "api/scan", orderCommand);
const guides = new ScanGuides();
const guide = new Guide();
const turnChecker = new TurnChecker(scanner, guide);
const pace = new Pace(guide, turnChecker);
const proof = new Proof(() => guide.cubeAt(guide.at));
const strip = new FaceStrip();
const gallery = new Gallery(strip, order);
const checking = new Checking(net, editor, { solveWords, nodesOf: (text) => gallery.nodes(text) });
const isElsewhere = () =>
  turnChecker.active || (!scanner.source && (document.body.dataset.view !== "scan" || gallery.photographs.length > 0));
const live = new LiveScan(scanner, net, guides, strip, order, isElsewhere);

let { scheme } = order;
// Whether a cube that is in the solution goes on there.
let keepsPlace = false;

const placeOf = (facelets) => (keepsPlace ? guide.placeOf(facelets) : -1);

function solveWords(facelets) {
  const at = placeOf(facelets);
  return at < 0 ? "Solve it" : at === guide.moves.length ? "Go on" : `Go on with turn ${at + 1}`;
}

function setStatus(text) {
  if (byId("words").dataset.said !== text) {
    byId("words").dataset.said = text;
    byId("words").replaceChildren(...gallery.nodes(text));
  }
}

function setError(text) {
  byId("error").replaceChildren(...gallery.nodes(text));
}

// Shows one part of the job, and writes it into the address.
function setView(view) {
  if (document.body.dataset.view !== view) {
    window.scrollTo(0, 0);
  }
  document.body.dataset.view = view;
  for (const id of ["solution", "steps", "pace"]) {
    byId(id).hidden = view !== "solve";
  }
  if (view !== "solve") {
    turnChecker.stop();
    guide.pause();
  }
  [...byId("flow").children].forEach((item, i) => {
    item.className = i < VIEWS.indexOf(view) ? "done" : "";
    item.ariaCurrent = i === VIEWS.indexOf(view) ? "step" : null;
  });
  checking.active = view === "check";
  keepInAddress();
}

function keepInAddress() {
  const { view } = document.body.dataset;
  const facelets = view === "solve" ? guide.facelets : editor.facelets;
  const checked = view === "check" ? { doubtful: editor.doubtful, doubt: checking.doubt } : {};
  writeAddress({ view, facelets, scheme, at: view === "solve" ? guide.at : 0, ...checked });
}

function showScan() {
  if (gallery.isOver) {
    gallery.clear();
  }
  setView("scan");
  setStatus(gallery.isOver ? BEGIN : gallery.words);
}

function startOver() {
  keepsPlace = false;
  beginScan();
}

function beginScan() {
  turnChecker.end();
  gallery.clear();
  byId("other-size").hidden = true;
  setError("");
  ({ scheme } = order);
  editor.clear();
  scanner.send({ do: "restart" });
  showScan();
}

// Scans the cube that is being solved, to find where it is in the solution.
function scanForPlace() {
  keepsPlace = true;
  beginScan();
}

// Shows the cube as it should be now, to be compared with the user's own.
function compare() {
  keepsPlace = true;
  check(guide.cubeAt(guide.at));
  setStatus(`Is this your cube after ${counted(guide.at, "turn")}?`);
  byId("net-words").textContent = "Correct what is different. If nothing is, go on where you were.";
}

// Goes on where a cube is in the solution; one that is not in it is solved anew.
function goOnOrSolve(facelets) {
  const at = placeOf(facelets);
  if (at < 0) {
    solve(facelets);
  } else {
    guide.go(at);
    showSolution();
  }
}

// Shows the cube to be checked and painted; `doubt` is {order, why} of a reading that is not certain.
function check(facelets, doubtful = [], doubt = null) {
  editor.load(facelets, scheme, doubtful);
  byId("net-words").textContent = "";
  askWhetherItIs(facelets, doubt ?? doubtOf(doubtful));
}

function askWhetherItIs(facelets, doubt) {
  checking.doubt = doubt;
  setStatus(doubt?.order ?? (facelets === UNPAINTED ? "Paint your cube" : "Is this your cube?"));
  setView("check");
}

// Solves a cube that is named in any way, and shows its turns from `at` on.
async function solve(text, at = 0) {
  setError("");
  proof.forget();
  turnChecker.stop();
  const waiting = setTimeout(() => setStatus("Looking for a solution …"), WAIT_MILLISECONDS);
  const answer = await postJson("api/solve", { cube: text });
  clearTimeout(waiting);
  if (answer.error) {
    byId("numbers").hidden = true;
    const faults = (answer.faults ?? []).map((fault) => `• ${fault}`);
    // What is wrong with a net is said beside it.
    const isNet = /^[URFDLB]{54}$/.test(text) && faults.length;
    if (isNet) {
      check(text, editor.doubtful);
    } else {
      showScan();
    }
    setError(isNet ? "" : [capital(answer.error), ...faults].join("\n"));
    return;
  }
  byId("other-size").hidden = true;
  editor.load(answer.facelets, scheme);
  showNumbers(answer.numbers);
  guide.show(answer, scheme, at);
  showSolution();
}

function showSolution() {
  pace.reset();
  setStatus("Solve it with me");
  setView("solve");
  // The button that was pressed is gone: keys go to the solution at once.
  byId("solution").focus({ preventScroll: true });
}

// Shows a reading, and solves it if it is certain; `why` says why it is not.
function showReading({ reading, size }, why) {
  scheme = reading.scheme;
  if (size !== USUAL_SIZE) {
    showOtherSize(reading, why);
  } else if (reading.certain) {
    scanner.stop();
    guide.scannedAt = Math.max(0, placeOf(reading.facelets));
    goOnOrSolve(reading.facelets);
  } else {
    editor.load(reading.facelets, scheme, reading.ambiguous);
    byId("net-words").textContent = why;
  }
}

function showOtherSize(reading, why) {
  setError("");
  editor.load(reading.facelets, scheme, reading.ambiguous);
  offerPuzzle(reading.facelets, scheme);
  if (reading.certain) {
    scanner.stop();
    setStatus(`The ${net.size}x${net.size}x${net.size} has been read: press “${byId("to-puzzle").textContent}”`);
    scrollTo(byId("other-size"));
    byId("net-words").textContent = "Press a sticker to correct it.";
  } else {
    byId("net-words").textContent =
      `${why} Compare the net with your cube, and solve it from there.`.trim();
  }
}

async function upload(files) {
  if (gallery.isOver) {
    beginScan();
  }
  scanner.stop();
  await gallery.add(files);
}

// Shows the cube that photographs show, to be checked where it is not certain.
function showPhotographed(found) {
  const { size, reading } = found;
  const doubt = reading.certain ? null : photographDoubt(reading, CORRECT_IT);
  if (doubt && size === USUAL_SIZE) {
    scheme = reading.scheme;
    // Where the order of the colours is in doubt, each sticker would be.
    check(reading.facelets, doubt.own ? [] : reading.ambiguous, doubt);
  } else {
    showReading(found, doubt?.why ?? "");
    if (doubt) {
      setStatus(doubt.order);
    }
  }
  const leftOut = (reading.left_out ?? []).map(({ image, why }) => `${capital(image)} is left out: ${why}`);
  setError(leftOut.join("\n"));
}

live.on({
  words: setStatus,
  state: ({ reading, size }) => pace.setCheckable(Boolean(reading) && size === USUAL_SIZE),
  reading: (found) => showReading(found, found.why),
  over: startOver,
});
proof.on({
  solution: (found) => {
    turnChecker.stop();
    guide.show(found, scheme);
    showSolution();
  },
});
guide.on({
  at: () => document.body.dataset.view === "solve" && keepInAddress(),
  another: startOver,
});
strip.on({ again: (name) => scanner.send({ do: "forget", name }) });
editor.on({
  edited: (facelets) => {
    scanner.stop();
    if (net.size !== USUAL_SIZE) {
      offerPuzzle(facelets, scheme);
    } else if (document.body.dataset.view === "check") {
      setError("");
      if (!checking.doubt) {
        setStatus("Is this your cube?");
      }
      keepInAddress();
    } else {
      askWhetherItIs(facelets, doubtOf(editor.doubtful));
    }
  },
});

gallery.on({ words: setStatus, problem: (words) => setError(capital(words)), found: showPhotographed });
checking.on({
  again: () => byId("photograph").click(),
  own: (letters) => order.take(letters),
});
order.on({
  change: () => {
    if (scanner.isConnected) {
      scanner.send(orderCommand());
    }
    if (gallery.photographs.length) {
      gallery.readAgain();
    }
  },
});
acceptPhotographs([byId("photographs"), byId("photograph")], () => document.body.dataset.view === "scan", upload);
on("click", {
  "stop-camera": () => {
    scanner.stop();
    showScan();
  },
  restart: startOver,
  "scan-again": () => (keepsPlace ? scanForPlace() : startOver()),
  paint: () => {
    scanner.stop();
    keepsPlace = false;
    ({ scheme } = order);
    check(UNPAINTED);
  },
  empty: () => editor.change(UNPAINTED),
  "solve-it": () => goOnOrSolve(editor.facelets),
  different: compare,
  print: () => window.print(),
  share: async ({ target }) => {
    await navigator.clipboard?.writeText(location.href);
    target.textContent = navigator.clipboard ? "Copied" : "Copy it from the address bar";
  },
});
on("click", Object.fromEntries(["use-browser", "use-server"].map((id) => [id, () => gallery.clear()])));
byId("typing").onsubmit = (event) => {
  event.preventDefault();
  ({ scheme } = order);
  keepsPlace = false;
  scanner.stop();
  solve(byId("typed").value);
};
byId("typed").onkeydown = (event) => {
  // Enter solves, as in a field of one line; pasted lists keep their lines.
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    byId("typing").requestSubmit();
  }
};
onKey((event) => {
  if (document.body.dataset.view !== "check" || event.target.matches("input, textarea, select")) {
    return null;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    return () => byId(event.shiftKey ? "redo" : "undo").click();
  }
  return event.key === "?" && (() => editor.focusDoubt());
});

// Shows what the address names, as after a reload or the browser's Back button.
async function followAddress() {
  const state = stateInAddress();
  scheme = state?.scheme ?? order.scheme;
  if (!state) {
    editor.clear();
    net.clear();
    showScan();
  } else if (state.view === "check") {
    // Nothing can be added to photographs that are gone.
    const doubt = history.state && { ...history.state, again: gallery.isOver ? "" : history.state.again };
    check(state.facelets, state.doubtful, doubt);
  } else {
    await solve(state.facelets, state.at);
  }
}

offerWaysBack(byId("way-back"), turnChecker, guide, scanForPlace);
new Shutter(scanner);
drawHeldFace(byId("held-face"));
window.addEventListener("popstate", followAddress);
addDisplay({
  "hidden-faces": { words: ["Hidden faces beside the cube"], isOn: true, show: (on) => (guide.hiddenFaces = on) },
});
byId("heic").hidden = !(await offerServer(scanner)).heic;
await followAddress();
document.body.dataset.ready = "true";
