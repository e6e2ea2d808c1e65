// Controller of the robot page.

import { RobotCube } from "./robot-cube.js";
import { showHistory } from "./history.js";
import { Net } from "./net.js";
import { Timetable } from "./timetable.js";

const PICTURE_MILLISECONDS = 120;
const IDLE_MILLISECONDS = 1500;
const RECONNECT_MILLISECONDS = 1000;
const MAX_EVENTS = 300;
const ACTIVE_STATES = ["starting", "running", "paused", "stopping"];

const byId = (id) => document.getElementById(id);
const net = new Net(byId("net"));
const timetable = new Timetable(byId("timetable"));
const robotCube = new RobotCube(byId("player"), byId("stage"), byId("stages"));
const counts = { jams: 0, retries: 0, plans: 0 };
let state = "";
let commands = 0;

const setStatus = (words) => {
  byId("words").textContent = words;
};

function showState({ state: now, words, resumable }) {
  const before = state;
  state = now;
  document.body.dataset.state = now;
  setStatus(words);
  const active = ACTIVE_STATES.includes(now);
  byId("start").disabled = active || now === "none";
  byId("pause").disabled = now !== "running";
  byId("go-on").disabled = now !== "paused";
  byId("resume").disabled = !resumable;
  byId("stop").disabled = now === "none";
  if (!active && ACTIVE_STATES.includes(before)) {
    showHistory(byId("history-words"), byId("plots"), byId("runs"));
  }
}

function clearRun() {
  Object.assign(counts, { jams: 0, retries: 0, plans: 0 });
  byId("events").replaceChildren();
  byId("command").textContent = "";
  net.clear();
  timetable.clear();
  robotCube.clear();
}

function addEventLine({ words, trouble }) {
  const line = document.createElement("li");
  line.textContent = words;
  line.classList.toggle("trouble", Boolean(trouble));
  byId("events").prepend(line);
  while (byId("events").children.length > MAX_EVENTS) {
    byId("events").lastChild.remove();
  }
}

function showCounts() {
  const { jams, retries, plans } = counts;
  byId("counts").textContent = `Jams: ${jams} · retries: ${retries} · plans: ${plans}`;
}

function showPose(pose) {
  byId("pose").replaceChildren(
    ...pose.map(({ name, at }) => {
      const row = document.createElement("div");
      const [term, value] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      value.textContent = at;
      row.append(term, value);
      return row;
    }),
  );
}

const handlers = {
  log: ({ events }) => {
    clearRun();
    events.forEach(onEvent);
  },
  state: (message) => {
    if (message.state === "starting" && !ACTIVE_STATES.includes(state)) {
      clearRun();
    }
    showState(message);
  },
  robot: ({ pose }) => showPose(pose),
  read: (message) => {
    if (!/^[URFDLB]{54}$/.test(message.facelets)) {
      return;
    }
    net.show(message.facelets, message.scheme, message.ambiguous);
    if (message.solved) {
      robotCube.showSolved();
    }
  },
  planned: (message) => {
    counts.plans += 1;
    commands = message.commands;
    timetable.show(message);
    robotCube.plan(message);
  },
  began: ({ words, number, total, at }) => {
    byId("command").textContent = `Command ${number} of ${total}: ${words}`;
    // The motions of a scan are not in the timetable.
    if (total === commands) {
      timetable.goTo(at);
    }
  },
  ended: ({ turns, pose }) => {
    robotCube.applyTurns(turns);
    showPose(pose);
  },
  caught: ({ again }) => {
    counts.jams += 1;
    counts.retries += again ? 1 : 0;
  },
};

function onEvent(message) {
  handlers[message.what]?.(message);
  if (message.words && !["began", "state"].includes(message.what)) {
    addEventLine(message);
  }
  showCounts();
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/robot/events`);
  socket.addEventListener("message", (event) => onEvent(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (state !== "none") {
      setStatus("Connection to the server lost. The robot stops by itself if the server is down; STOP is still sent.");
      setTimeout(listen, RECONNECT_MILLISECONDS);
    }
  });
}

// Sends a button by fetch, without leaving the page; if that fails, submits the form.
async function press(button) {
  const address = button.getAttribute("formaction") ?? button.form.action;
  try {
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" } });
    showState(await answer.json());
  } catch {
    HTMLFormElement.prototype.submit.call(Object.assign(button.form, { action: address }));
  }
}

byId("buttons").addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.submitter ?? byId("stop"));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !byId("stop").disabled) {
    event.preventDefault();
    press(byId("stop"));
  }
});

async function updatePicture() {
  try {
    const answer = await fetch("/robot/camera.jpg");
    if (answer.status === 200) {
      const picture = byId("picture");
      URL.revokeObjectURL(picture.src);
      picture.src = URL.createObjectURL(await answer.blob());
      picture.hidden = false;
      byId("no-camera").hidden = true;
    }
  } catch {
    // The WebSocket reports a lost connection.
  }
  setTimeout(updatePicture, ACTIVE_STATES.includes(state) ? PICTURE_MILLISECONDS : IDLE_MILLISECONDS);
}

showCounts();
listen();
await showHistory(byId("history-words"), byId("plots"), byId("runs"));
updatePicture();
document.body.dataset.ready = "true";
