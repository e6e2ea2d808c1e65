// The robot's page: what it tells is shown, and its buttons are pressed.

import { Followed } from "./followed.js";
import { showHistory } from "./history.js";
import { Net } from "./net.js";
import { Timetable } from "./timetable.js";

const PICTURE_MILLISECONDS = 120;
const IDLE_MILLISECONDS = 1500;
const AGAIN_MILLISECONDS = 1000;
const MOST_EVENTS = 300;
const GOING = ["starting", "running", "paused", "stopping"];

const part = (id) => document.getElementById(id);
const net = new Net(part("net"));
const timetable = new Timetable(part("timetable"));
const followed = new Followed(part("player"), part("stage"), part("stages"));
const counts = { jams: 0, retries: 0, plans: 0 };
let state = "";
let commands = 0;

const say = (words) => {
  part("words").textContent = words;
};

function stand({ state: now, words, resumable }) {
  const before = state;
  state = now;
  document.body.dataset.state = now;
  say(words);
  const going = GOING.includes(now);
  part("start").disabled = going || now === "none";
  part("pause").disabled = now !== "running";
  part("go-on").disabled = now !== "paused";
  part("resume").disabled = !resumable;
  part("stop").disabled = now === "none";
  if (!going && GOING.includes(before)) {
    showHistory(part("history-words"), part("plots"), part("runs"));
  }
}

function begin() {
  Object.assign(counts, { jams: 0, retries: 0, plans: 0 });
  part("events").replaceChildren();
  part("command").textContent = "";
  net.clear();
  timetable.clear();
  followed.clear();
}

function note({ words, trouble }) {
  const line = document.createElement("li");
  line.textContent = words;
  line.classList.toggle("trouble", Boolean(trouble));
  part("events").prepend(line);
  while (part("events").children.length > MOST_EVENTS) {
    part("events").lastChild.remove();
  }
}

function count() {
  const { jams, retries, plans } = counts;
  part("counts").textContent = `Caught: ${jams} · tried again: ${retries} · plans: ${plans}`;
}

function stands(pose) {
  part("pose").replaceChildren(
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

const does = {
  log: ({ events }) => {
    begin();
    events.forEach(hear);
  },
  state: (message) => {
    if (message.state === "starting" && !GOING.includes(state)) {
      begin();
    }
    stand(message);
  },
  robot: ({ pose }) => stands(pose),
  read: (message) => {
    if (!/^[URFDLB]{54}$/.test(message.facelets)) {
      return;
    }
    net.show(message.facelets, message.scheme, message.ambiguous);
    if (message.certain && message.words.includes("solved")) {
      followed.seenSolved();
    }
  },
  planned: (message) => {
    counts.plans += 1;
    commands = message.commands;
    timetable.show(message);
    followed.plan(message);
  },
  began: ({ words, number, total, at }) => {
    part("command").textContent = `Command ${number} of ${total}: ${words}`;
    // The ways between the pictures of a scan are not in the timetable.
    if (total === commands) {
      timetable.goTo(at);
    }
  },
  ended: ({ turns, pose }) => {
    followed.turned(turns);
    stands(pose);
  },
  caught: ({ again }) => {
    counts.jams += 1;
    counts.retries += again ? 1 : 0;
  },
};

function hear(message) {
  does[message.what]?.(message);
  if (message.words && !["began", "state"].includes(message.what)) {
    note(message);
  }
  count();
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/robot/events`);
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (state !== "none") {
      say("The server is not heard. The hands stop by themselves when it is gone; STOP still asks it.");
      setTimeout(listen, AGAIN_MILLISECONDS);
    }
  });
}

// A button is pressed without leaving the page; where that fails, the form goes as forms do.
async function press(button) {
  const address = button.getAttribute("formaction") ?? button.form.action;
  try {
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" } });
    stand(await answer.json());
  } catch {
    HTMLFormElement.prototype.submit.call(Object.assign(button.form, { action: address }));
  }
}

part("buttons").addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.submitter ?? part("stop"));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !part("stop").disabled) {
    event.preventDefault();
    press(part("stop"));
  }
});

async function watch() {
  try {
    const answer = await fetch("/robot/camera.jpg");
    if (answer.status === 200) {
      const picture = part("picture");
      URL.revokeObjectURL(picture.src);
      picture.src = URL.createObjectURL(await answer.blob());
      picture.hidden = false;
      part("no-camera").hidden = true;
    }
  } catch {
    // The socket says that the server has gone.
  }
  setTimeout(watch, GOING.includes(state) ? PICTURE_MILLISECONDS : IDLE_MILLISECONDS);
}

count();
listen();
await showHistory(part("history-words"), part("plots"), part("runs"));
watch();
document.body.dataset.ready = "true";
