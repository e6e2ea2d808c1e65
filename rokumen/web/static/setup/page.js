// The page that sets up a robot: the server sends screens, the page sends answers.

import { addDisplay } from "../display.js";
import { byId, on } from "../elements.js";
import { findStopEntrance, pressStop, webSocket } from "../requests.js";
import { showEnd, showScreen, showSteps } from "./screen.js";

const LOST = "The connection to the server was lost. Reload this page: everything is kept.";
const socket = webSocket(`api/setup${location.search}`);
let screen = null;
let hasEnded = false;

addDisplay();
findStopEntrance();

// Buttons wait while the robot moves; STOP never does.
function setBusy(isBusy) {
  document.body.dataset.busy = isBusy;
  for (const button of document.querySelectorAll("button:not(#stop)")) {
    button.disabled = isBusy;
  }
  if (!isBusy) {
    byId("words").hidden = true;
  } else if (screen?.jog) {
    byId("value").textContent = "Moving …";
  }
}

function answer(text) {
  if (screen && document.body.dataset.busy !== "true") {
    setBusy(true);
    socket.send(JSON.stringify({ answer: text }));
  }
}

function mainAnswer() {
  answer(screen.entry ? byId("entry").value : screen.choices[0].key);
}

function show(message) {
  if (message.what === "said") {
    byId("words").textContent = `${message.words} …`;
    byId("words").hidden = false;
    return;
  }
  showSteps(message.steps ?? []);
  setBusy(false);
  if (message.what === "end") {
    // Without a robot there is nothing to stop.
    document.body.dataset.robot = message.robot === false ? "none" : "";
    hasEnded = true;
    screen = null;
    showEnd(message.words);
  } else {
    const isNew = screen?.title !== message.title;
    screen = message;
    showScreen(message, answer);
    if (isNew) {
      byId(message.entry ? "entry" : "next").focus();
    }
  }
  document.body.dataset.ready = "";
}

async function stop() {
  byId("alert").textContent = "STOP was sent: nothing moves.";
  byId("alert").hidden = false;
  pressStop();
  await fetch("/setup/stop", { method: "POST", headers: { Accept: "application/json" } });
}

function onKey(event) {
  const turns = { ArrowLeft: "-1", ArrowRight: "+1" };
  if (event.key === "Escape") {
    stop();
  } else if (screen?.jog && event.key in turns) {
    event.preventDefault();
    answer(turns[event.key] + (event.shiftKey ? "0" : ""));
  } else if (event.key === "Enter" && screen && event.target === document.body) {
    mainAnswer();
  }
}

socket.onmessage = ({ data }) => show(JSON.parse(data));
socket.onclose = () => hasEnded || show({ what: "end", words: LOST });
document.addEventListener("keydown", onKey);
on("click", { next: mainAnswer, leave: () => answer("leave") });
const submitted = { "entry-form": mainAnswer, "stop-form": stop };
for (const [id, action] of Object.entries(submitted)) {
  byId(id).onsubmit = (event) => {
    event.preventDefault();
    action();
  };
}
for (const button of document.querySelectorAll("#jogger button")) {
  button.onclick = () => answer(button.dataset.answer);
}
