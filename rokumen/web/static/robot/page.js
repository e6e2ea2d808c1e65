// Controller of the robot page.

import { addDisplay } from "../display.js";
import { byId, onKey, withCode } from "../elements.js";
import { showHistory } from "./history.js";
import { Net } from "../cube/net.js";
import { HandButtons, RunButtons, isActive } from "./buttons.js";
import { RobotCube } from "./cube.js";
import { Headline } from "./headline.js";
import { HowItGoes } from "./how-it-goes.js";
import { CommandList, EventList } from "./lists.js";
import { RobotPose } from "./pose.js";
import { Progress } from "./progress.js";
import { RigPicture } from "./rig-picture.js";
import { SimulatorFields } from "./simulator-fields.js";
import { findStopEntrance, pressStop, webSocket } from "../requests.js";
import { Timetable } from "./timetable.js";

const PICTURE_MILLISECONDS = 120;
const IDLE_MILLISECONDS = 1500;
const STOP_SENT = "STOP was sent to the robot.";
const RECONNECT_MILLISECONDS = 1000;

const net = new Net(byId("net"));
const timetable = new Timetable(byId("timetable"));
const robotCube = new RobotCube();
const buttons = new RunButtons();
const rigPicture = new RigPicture(byId("rig"));
const hand = new HandButtons();
const simulator = new SimulatorFields();
const how = new HowItGoes(byId("how-steps"));
// What follows a run by its messages.
const followers = [new Headline(), new Progress(), new RobotPose(rigPicture), new CommandList(byId("commands")), new EventList()];
// How far the robot is in each state.
const REACHED = { connected: 1, armed: 2, moving: 1, running: 3, pausing: 3, paused: 3, stopping: 3, solved: 4 };
let state = "";
let commands = 0;
let command = "";
let socket;

const setStatus = (words) => {
  byId("words").replaceChildren(...withCode(words));
};

function showStatus(status) {
  const before = state;
  state = status.state;
  document.body.dataset.state = state;
  // A stop interrupts what a screen reader says.
  byId("words").ariaLive = ["stopping", "stopped"].includes(state) ? "assertive" : "polite";
  setStatus(status.words);
  buttons.show(status);
  hand.show(status);
  simulator.show(status);
  how.show(status);
  [...byId("states").children].forEach((item, i) => {
    item.className = i < (REACHED[state] ?? 0) ? "reached" : "";
  });
  if (isActive(state)) {
    return;
  }
  if (state !== "stopped") {
    robotCube.end();
  }
  // The robot stands still: no command is shown as being executed.
  byId("command").textContent = command && `Last command: ${command}`;
  if (isActive(before)) {
    showHistory();
  }
}

function clearRun() {
  command = byId("command").textContent = "";
  [net, timetable, robotCube, ...followers].forEach((each) => each.clear());
}

const handlers = {
  log: ({ events }) => {
    clearRun();
    events.forEach(onEvent);
  },
  state: (message) => {
    if (message.state === "starting" && !isActive(state)) {
      clearRun();
    }
    showStatus(message);
  },
  robot: ({ sides, cameras }) => {
    rigPicture.setSides(sides);
    const names = cameras.map((name, i) => new Option(`${i + 1}: ${name}`, i));
    byId("which-camera").replaceChildren(...names);
    byId("which-camera").hidden = cameras.length < 2;
  },
  read: (message) => {
    if (!/^[URFDLB]{54}$/.test(message.facelets)) {
      return;
    }
    net.show(message.facelets, message.scheme, { doubtful: message.ambiguous });
    robotCube.hold(message.scheme);
    if (message.solved) {
      robotCube.showSolved();
    }
  },
  planned: (message) => {
    commands = message.commands;
    timetable.show(message);
    robotCube.plan(message);
  },
  began: ({ words, command: onWire, number, total, at }) => {
    command = `${number} of ${total}: ${words}`;
    Object.assign(byId("command"), { textContent: `Command ${command}`, title: onWire });
    // The motions of a scan are not in the timetable.
    if (total === commands) {
      timetable.goTo(at);
    }
  },
  ended: ({ turns }) => robotCube.applyTurns(turns),
};

function onEvent(message) {
  handlers[message.what]?.(message);
  [hand, ...followers].forEach((each) => each.take(message));
}

function listen() {
  socket = webSocket("robot/events");
  socket.addEventListener("open", findStopEntrance);
  socket.addEventListener("message", (event) => onEvent(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    setStatus("Connection to the server lost. The robot stops by itself if the server is down; STOP is still sent.");
    setTimeout(listen, RECONNECT_MILLISECONDS);
  });
}

// Sends a button by fetch, without leaving the page; if that fails, submits the form.
async function press(button) {
  const address = button.getAttribute("formaction") ?? button.form.action;
  const words = byId("words").textContent;
  const isSent = button.id === "stop" && pressStop();
  isSent && isSent.then((sent) => sent && byId("words").textContent === words && setStatus(STOP_SENT));
  try {
    const body = new URLSearchParams(new FormData(button.form));
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });
    const status = await answer.json();
    // The WebSocket has sent it too, and perhaps a later one meanwhile.
    if (socket.readyState !== WebSocket.OPEN) {
      onEvent(status);
    }
  } catch {
    if (await isSent) {
      return;
    }
    HTMLFormElement.prototype.submit.call(Object.assign(button.form, { action: address }));
  }
}

byId("buttons").onsubmit = (event) => {
  event.preventDefault();
  const button = event.submitter ?? byId("stop");
  if (button.id !== "start" || simulator.isRight) {
    press(button);
  }
};
onKey(({ key }) => key === "Escape" && !byId("stop").disabled && (() => press(byId("stop"))));

async function updatePicture() {
  try {
    const answer = await fetch(`/robot/camera.jpg?camera=${byId("which-camera").value || 0}`);
    if (answer.status === 200) {
      const picture = byId("picture");
      URL.revokeObjectURL(picture.src);
      picture.src = URL.createObjectURL(await answer.blob());
      byId("camera").hidden = false;
    }
  } catch {
    // The WebSocket reports a lost connection.
  }
  setTimeout(updatePicture, isActive(state) ? PICTURE_MILLISECONDS : IDLE_MILLISECONDS);
}

addDisplay();
listen();
await showHistory();
updatePicture();
document.body.dataset.ready = "true";
