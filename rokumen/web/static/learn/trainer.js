// The trainer: set up a case, hold and let go, solve it, stop the time.

import { upright } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { Emitter, byId, byIds, on } from "../elements.js";
import { Cube, setUp } from "./case.js";
import { Practice } from "./practice.js";
import { LAST, TimeList, addTime, drawChart, goalOf, isLearnt, mean, setTimes, timesOf, written } from "./times.js";

const SLOW = 1.5; // times the mean of the other cases
const SLOW_WORDS = "This case is slow for you: look at it slowly.";
const MILLISECONDS = 31; // between two updates of the time

export class Trainer extends Emitter {
  // Events: "time", one was taken or removed; "case" with the id of the one that is chosen. `ownCube`: that of the person, where somebody tells of it.
  constructor(course, ownCube) {
    super();
    this.parts = byIds("trainer", "case", "time", "setup", "ready", "verdict", "best", "mean", "tries", "chart", "forget", "cover", "running", "practise", "own-cube-words");
    this.colours = course.colours;
    this.practice = new Practice(course);
    this.cube = new Cube(byId("setup-picture"));
    this.timeList = new TimeList(() => this.#changed());
    this.state = "waiting";
    ownCube.on({
      turned: ({ turn, seen }) => this.practice.follow(turn, seen) || this.#follow(turn, seen),
      found: ({ seen }) => this.practice.follow(null, seen) || this.#isSetUp(seen),
    });
    this.#offerWhereOutOfSight();
    on("change", {
      case: ({ target }) => {
        this.#choose(target.value);
        this.emit("case", target.value);
      },
    });
    on("click", {
      forget: () => this.#forgetOrBringBack(),
      // A click without a pointer: Enter, or a switch.
      ready: ({ detail }) => detail === 0 && this.#start(),
    });
    on("pointerdown", { ready: () => this.#arm(), cover: () => this.#stop() });
    document.addEventListener("pointerup", () => this.#letGo());
    document.addEventListener("pointercancel", () => this.#disarm());
    document.addEventListener("keydown", (event) => this.#onKeyDown(event));
    document.addEventListener("keyup", (event) => this.#onKeyUp(event));
  }

  // Shows the cases that can be practised, that with an id or else the first one. Returns whether one has it.
  show(cases, id) {
    this.cases = cases.filter((item) => item.setup.length && item.moves.length);
    this.parts.trainer.hidden = !this.cases.length;
    const options = this.cases.map((item) => new Option(item.name, item.id));
    this.parts.case.replaceChildren(...options);
    const named = this.cases.find((item) => item.id === id);
    if (this.cases.length) {
      this.parts.case.value = (named ?? this.cases[0]).id;
      this.#choose(this.parts.case.value);
    }
    return Boolean(named);
  }

  // Shows the button that leads here while the trainer is out of sight.
  #offerWhereOutOfSight() {
    const { practise, trainer } = this.parts;
    practise.addEventListener("click", () => trainer.scrollIntoView({ block: "start" }));
    new IntersectionObserver(([{ isIntersecting }]) => {
      practise.hidden = isIntersecting || trainer.hidden;
    }).observe(trainer);
  }

  #choose(id) {
    this.item = this.cases.find((item) => item.id === id);
    this.cube.show(setUp(this.item), this.colours);
    this.wasSetUp = false;
    this.practice.take(this.item);
    this.parts.setup.textContent = this.item.setup.join(" ");
    this.parts.time.textContent = written(0);
    this.parts.verdict.textContent = "";
    this.#showFigures();
  }

  #arm() {
    if (this.state === "waiting") {
      this.state = "armed";
      this.parts.ready.classList.add("armed");
    }
  }

  #disarm() {
    this.parts.ready.classList.remove("armed");
    this.state = this.state === "armed" ? "waiting" : this.state;
  }

  #letGo() {
    if (this.state === "armed") {
      this.#start();
    }
  }

  // Starts the time; `firstTurn`: the one of the own cube that has started it already.
  #start(firstTurn = null) {
    if (this.state === "running") {
      return;
    }
    this.#disarm();
    this.state = "running";
    this.firstTurn = firstTurn;
    this.began = performance.now() - (firstTurn ? 1000 * (firstTurn.age + firstTurn.end - firstTurn.start) : 0);
    this.parts.cover.hidden = false;
    this.parts.cover.focus();
    this.timer = setInterval(() => {
      this.parts.running.textContent = written(this.#elapsed());
    }, MILLISECONDS);
  }

  // The first turn of the own cube that is set up starts the time, the one that solves it stops it: the
  // time is that between them.
  #follow(turn, seen) {
    if (this.state === "running") {
      if (seen === SOLVED) {
        this.#stop(this.firstTurn && turn.end - this.firstTurn.start);
        this.#sayOfCube("Solved.");
      }
    } else if (!this.#isSetUp(seen) && this.wasSetUp) {
      this.wasSetUp = false;
      this.#sayOfCube("");
      this.#start(turn);
    }
  }

  // Returns whether the own cube looks as the case does, and says it.
  #isSetUp(seen) {
    const isSetUp = this.item !== undefined && seen === upright(setUp(this.item));
    if (isSetUp) {
      this.wasSetUp = true;
      this.#sayOfCube("Your cube is set up: its first turn starts the time.");
    }
    return isSetUp;
  }

  #sayOfCube(words) {
    this.parts["own-cube-words"].textContent = words;
  }

  #elapsed() {
    return (performance.now() - this.began) / 1000;
  }

  // Stops the time, which is that of the clock unless another one is known.
  #stop(known = null) {
    if (this.state !== "running") {
      return;
    }
    const seconds = Math.round((known ?? this.#elapsed()) * 100) / 100;
    clearInterval(this.timer);
    this.state = "waiting";
    this.parts.cover.hidden = true;
    this.parts.ready.focus();
    const before = timesOf(this.item.id);
    addTime(this.item.id, seconds);
    this.parts.time.textContent = written(seconds);
    const verdict = this.#verdict(seconds, before);
    this.parts.verdict.textContent = verdict;
    this.parts.verdict.classList.toggle("slow", verdict === SLOW_WORDS);
    this.#showFigures();
    this.emit("time");
  }

  #verdict(seconds, before) {
    if (isLearnt(this.cases)) {
      return "✓ This step is learnt.";
    }
    const others = this.cases.filter((item) => item !== this.item).flatMap((item) => timesOf(item.id));
    const own = [...before, seconds].slice(-3);
    if (own.length === 3 && others.length >= 3 && mean(own) > SLOW * mean(others)) {
      return SLOW_WORDS;
    }
    return before.length && seconds < Math.min(...before) ? "✓ Your best" : "";
  }

  #showFigures() {
    const times = timesOf(this.item.id);
    const last = times.slice(-LAST);
    this.parts.best.textContent = written(times.length ? Math.min(...times) : undefined);
    this.parts.mean.textContent = written(last.length === LAST ? mean(last) : undefined);
    this.parts.tries.textContent = times.length;
    const canBringBack = this.#canBringBack();
    this.parts.forget.disabled = !times.length && !canBringBack;
    this.parts.forget.textContent = canBringBack ? "Bring my times back" : "Forget my times";
    drawChart(this.parts.chart, times, goalOf(this.item));
    this.timeList.show(this.item.id);
  }

  // The times that were forgotten last can be brought back until the next try, or until the page is left.
  #canBringBack() {
    return this.forgotten?.id === this.item.id && !timesOf(this.item.id).length;
  }

  #forgetOrBringBack() {
    const { id } = this.item;
    const canBringBack = this.#canBringBack();
    const before = timesOf(id);
    setTimes(id, canBringBack ? this.forgotten.times : []);
    this.forgotten = canBringBack ? null : { id, times: before };
    this.#changed();
  }

  #changed() {
    this.#choose(this.item.id);
    this.emit("time");
  }

  #onKeyDown(event) {
    if (this.state === "running") {
      event.preventDefault();
      this.#stop();
      this.stoppedBy = event.key;
      return;
    }
    if (event.key === " " && this.#mayStart(event)) {
      event.preventDefault();
      this.#arm();
    }
  }

  #onKeyUp(event) {
    if (event.key !== " ") {
      return;
    }
    // The key that stopped the time does not press the button that has the focus then.
    if (this.stoppedBy === " " || this.state === "armed") {
      event.preventDefault();
    }
    if (this.state === "armed") {
      this.#letGo();
    }
    this.stoppedBy = null;
  }

  #mayStart(event) {
    const isControl = event.target.closest("a, button, select, summary, input");
    return !event.repeat && (!isControl || isControl === this.parts.ready) && !this.parts.trainer.hidden;
  }
}
