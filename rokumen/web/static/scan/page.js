// Controller of the page on which a cube is scanned, checked and solved.

import { VIEWS, stateInAddress, writeAddress } from "./address.js";
import { FACES } from "../cube/places.js";
import { STANDARD_SCHEME } from "../cube/palette.js";
import { addDisplay } from "../display.js";
import { Checking } from "../edit/checking.js";
import { NetEditor } from "../edit/net-editor.js";
import { byId, capital, counted, on, onKey, scrollTo, withCode } from "../elements.js";
import { Net, EMPTY, USUAL_SIZE } from "../cube/net.js";
import { ColourOrder } from "./colour-order.js";
import { acceptPhotographs } from "./photographs.js";
import { postJson } from "../requests.js";
import { hasCamera, offerCameras } from "./camera-controls.js";
import { FaceStrip } from "./face-strip.js";
import { Gallery } from "./gallery.js";
import { EXAMPLE, newScramble } from "./given-cubes.js";
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

const beginWords = () => (hasCamera() ? "Show a cube to the camera, or type it in." : "Upload photographs of a cube, or type it in.");
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

// What the page shows: the part of the job, the cube, the colour of each face, the stickers in doubt and
// why, and how many turns of the solution are done.
const BEGUN = { view: "scan", facelets: "", doubtful: [], doubt: null, at: 0 };
let state = { ...BEGUN, scheme: order.scheme };
// Counts what was asked for: an answer that comes after something else was is of no use any more.
let asked = 0;
// Whether a cube that is in the solution goes on there.
let keepsPlace = false;

const isElsewhere = () => turnChecker.active || (!scanner.source && (state.view !== "scan" || gallery.photographs.length > 0));
const live = new LiveScan(scanner, net, guides, strip, order, isElsewhere);

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

// Says what is wrong with the text that was typed, beside it.
function setTypedError(text) {
  byId("typed-error").replaceChildren(...withCode(text));
  byId("typed").ariaInvalid = text ? "true" : null;
  if (text) {
    scrollTo(byId("typed-error"));
  }
}

// Shows a state, of which the parts that are not given are as at the beginning, and writes it into the
// address. What was wrong with the step before is not said any more.
function show(next) {
  if (next.view !== state.view) {
    window.scrollTo(0, 0);
  }
  asked += 1;
  state = { ...BEGUN, scheme: state.scheme, ...next };
  const { view, facelets, scheme, doubtful, doubt } = state;
  setError("");
  setTypedError("");
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
  if (!facelets) {
    editor.clear();
  } else if (!editor.holds(state)) {
    editor.load(facelets, scheme, doubtful);
  }
  checking.doubt = doubt;
  checking.active = view === "check";
  writeAddress(state);
}

// Keeps what has changed within what is shown, in the address too.
function keep(changes) {
  state = { ...state, ...changes };
  writeAddress(state);
}

// Shows the first part of the job; `shown` is what stays of the state.
function showScan(shown = {}) {
  if (gallery.isOver) {
    gallery.clear();
  }
  show({ ...shown, view: "scan" });
  setStatus(gallery.isOver ? beginWords() : gallery.words);
}

function startOver() {
  keepsPlace = false;
  beginScan();
}

function beginScan() {
  turnChecker.end();
  gallery.clear();
  byId("other-size").hidden = true;
  scanner.send({ do: "restart" });
  showScan({ scheme: order.scheme });
}

// Scans the cube that is being solved, to find where it is in the solution.
function scanForPlace() {
  keepsPlace = true;
  beginScan();
}

// Shows the cube as it should be now, to be compared with the user's own.
function compare() {
  keepsPlace = true;
  check({ facelets: guide.cubeAt(guide.at) });
  setStatus(`Is this your cube after ${counted(guide.at, "turn")}?`);
  byId("net-words").textContent = "Correct what is different. If nothing is, go on where you were.";
}

// Goes on where a cube is in the solution; one that is not in it is solved anew.
async function goOnOrSolve(facelets, scheme) {
  const at = placeOf(facelets);
  if (at < 0) {
    await solve(facelets, scheme);
  } else {
    guide.go(at);
    showSolution();
  }
}

// Shows a cube, {facelets, scheme, doubtful, doubt}, to be checked and painted; `doubt` is {order, why}
// of a reading that is not certain.
function check(cube) {
  byId("net-words").textContent = "";
  const doubt = cube.doubt ?? doubtOf(cube.doubtful ?? []);
  show({ ...cube, doubt, view: "check" });
  setStatus(doubt?.order ?? (cube.facelets === UNPAINTED ? "Paint your cube" : "Is this your cube?"));
}

// Returns the solution of a cube that is named in any way, or an `error` with `words` for the user; null
// if something else has been asked for meanwhile.
async function solutionOf(text) {
  proof.forget();
  turnChecker.stop();
  const own = (asked += 1);
  const waiting = setTimeout(() => own === asked && setStatus("Looking for a solution …"), WAIT_MILLISECONDS);
  const answer = await postJson("api/solve", { cube: text });
  clearTimeout(waiting);
  if (own !== asked) {
    return null;
  }
  if (!answer.error) {
    return answer;
  }
  byId("numbers").hidden = true;
  const faults = (answer.faults ?? []).map((fault) => `• ${fault}`);
  // What is wrong with a net is said beside it.
  const isNet = faults.length > 0 && /^[URFDLB]{54}$/.test(text);
  return { error: answer.error, isNet, words: [capital(answer.error), ...faults].join("\n") };
}

// Solves a cube, and shows its turns from `at` on.
async function solve(facelets, scheme, at = 0) {
  const answer = await solutionOf(facelets);
  if (!answer) {
    return;
  }
  if (!answer.error) {
    arrive(answer, scheme, at);
  } else if (answer.isNet) {
    check({ facelets, scheme, doubtful: editor.doubtful });
  } else {
    showScan();
    setError(answer.words);
  }
}

async function solveTyped() {
  scanner.stop();
  keepsPlace = false;
  const text = byId("typed").value;
  const answer = await solutionOf(text);
  if (!answer) {
    return;
  }
  if (!answer.error) {
    arrive(answer, order.scheme);
  } else if (answer.isNet) {
    check({ facelets: text, scheme: order.scheme });
  } else {
    showScan({ scheme: order.scheme });
    setTypedError(answer.words);
  }
}

function arrive(answer, scheme, at = 0) {
  byId("other-size").hidden = true;
  showNumbers(answer.numbers);
  guide.show(answer, scheme, at);
  showSolution();
}

// Shows the solution that the guide has.
function showSolution() {
  pace.reset();
  setStatus("Solve it with me");
  show({ view: "solve", facelets: guide.facelets, scheme: guide.scheme, at: guide.at });
  // The button that was pressed is gone: keys go to the solution at once.
  byId("solution").focus({ preventScroll: true });
}

// Shows a reading, and solves it if it is certain; `why` says why it is not.
async function showReading({ reading, size }, why) {
  const { facelets, scheme, ambiguous } = reading;
  if (size === USUAL_SIZE && reading.certain) {
    scanner.stop();
    guide.scannedAt = Math.max(0, placeOf(facelets));
    await goOnOrSolve(facelets, scheme);
    return;
  }
  show({ view: "scan", facelets, scheme, doubtful: ambiguous });
  byId("net-words").textContent = size === USUAL_SIZE ? why : `${why} Compare the net with your cube, and solve it from there.`.trim();
  if (size !== USUAL_SIZE) {
    offerPuzzle(facelets, scheme);
  }
  if (reading.certain) {
    scanner.stop();
    setStatus(`The ${net.size}x${net.size}x${net.size} has been read: press “${byId("to-puzzle").textContent}”`);
    scrollTo(byId("other-size"));
    byId("net-words").textContent = "Press a sticker to correct it.";
  }
}

async function upload(files) {
  setError("");
  if (gallery.isOver) {
    beginScan();
  }
  scanner.stop();
  await gallery.add(files);
}

// Shows the cube that photographs show, to be checked where it is not certain.
async function showPhotographed(found) {
  const { size, reading } = found;
  const doubt = reading.certain ? null : photographDoubt(reading, CORRECT_IT);
  if (doubt && size === USUAL_SIZE) {
    const { facelets, scheme, ambiguous } = reading;
    // Where the order of the colours is in doubt, each sticker would be.
    check({ facelets, scheme, doubtful: doubt.own ? [] : ambiguous, doubt });
  } else {
    await showReading(found, doubt?.why ?? "");
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
    guide.show(found, state.scheme);
    showSolution();
  },
});
guide.on({
  at: (at) => state.view === "solve" && keep({ at }),
  another: startOver,
});
strip.on({ again: (name) => scanner.send({ do: "forget", name }) });
editor.on({
  edited: (facelets) => {
    scanner.stop();
    const { doubtful } = editor;
    if (net.size !== USUAL_SIZE) {
      offerPuzzle(facelets, state.scheme);
    } else if (state.view === "check") {
      setError("");
      if (!checking.doubt) {
        setStatus("Is this your cube?");
      }
      keep({ facelets, doubtful, doubt: checking.doubt });
    } else {
      check({ facelets, doubtful });
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
acceptPhotographs([byId("photographs"), byId("photograph")], () => state.view === "scan", upload);
on("click", {
  "stop-camera": () => {
    scanner.stop();
    showScan(state);
  },
  restart: startOver,
  "scan-again": () => (keepsPlace ? scanForPlace() : startOver()),
  paint: () => {
    scanner.stop();
    keepsPlace = false;
    check({ facelets: UNPAINTED, scheme: order.scheme });
  },
  example: () => {
    scanner.stop();
    keepsPlace = false;
    check({ facelets: EXAMPLE, scheme: STANDARD_SCHEME });
    setStatus("An example cube: press “Solve it”");
  },
  scramble: async () => {
    setTypedError("");
    setTypedError(await newScramble(byId("typed"), byId("typed-words")));
  },
  empty: () => editor.change(UNPAINTED),
  "solve-it": () => goOnOrSolve(state.facelets, state.scheme),
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
  solveTyped();
};
byId("typed").oninput = () => {
  byId("typed-words").textContent = "";
  setTypedError("");
};
byId("typed").onkeydown = (event) => {
  // Enter solves, as in a field of one line; pasted lists keep their lines.
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    byId("typing").requestSubmit();
  }
};
onKey((event) => {
  if (state.view !== "check" || event.target.matches("input, textarea, select")) {
    return null;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    return () => byId(event.shiftKey ? "redo" : "undo").click();
  }
  return event.key === "?" && (() => editor.focusDoubt());
});

// Shows what the address names, as after a reload or the browser's Back button.
async function followAddress() {
  const { state: named, problem } = stateInAddress(order.scheme);
  if (named.view === "scan") {
    // An address that names nothing is not gone back to.
    history.replaceState(null, "", location.pathname);
    net.clear();
    showScan(named);
  } else if (named.view === "check") {
    // Nothing can be added to photographs that are gone.
    const { doubt } = named;
    check({ ...named, doubt: doubt && { ...doubt, again: gallery.isOver ? "" : doubt.again } });
  } else {
    await solve(named.facelets, named.scheme, named.at);
  }
  // Unless another step was taken meanwhile.
  if (problem && state.view === named.view) {
    setError(problem);
  }
}

offerWaysBack(byId("way-back"), turnChecker, guide, scanForPlace);
new Shutter(scanner);
drawHeldFace(byId("held-face"));
window.addEventListener("popstate", followAddress);
addDisplay({
  "hidden-faces": { words: ["Hidden faces beside the cube"], isOn: true, show: (on) => (guide.hiddenFaces = on) },
});
byId("heic").hidden = !(await offerCameras(scanner)).heic;
await followAddress();
document.body.dataset.ready = "true";
