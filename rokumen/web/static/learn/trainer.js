// The trainer: set up a case, hold and let go, solve it, stop the time.

import { isWhole, upright } from "../cube/moves.js";
import { SOLVED } from "../cube/places.js";
import { Emitter, byId, byIds, hasModifier, on, onKey } from "../elements.js";
import { Cube, setUp } from "./case.js";
import { Clock } from "./clock.js";
import { OwnAlgorithms } from "./own-algorithms.js";
import { Practice } from "./practice.js";
import { LAST, TimeList, addTry, drawChart, goalOf, isLearnt, lookingOf, mean, setTries, timesOf, triesOf, written } from "./times.js";

const SLOW = 1.5; // times the mean of the other cases
const SLOW_WORDS = "This case is slow for you: look at it slowly.";

export class Trainer extends Emitter {
  // Events: "time", one was taken or removed; "case" with the id of the one that is chosen. `ownCube`: that of the
  // person, where somebody tells of it; `keys`: what each key does.
  constructor(course, ownCube, keys) {
    super();
    this.parts = byIds("trainer", "case", "time", "setup", "ready", "verdict", "best", "mean", "tries", "chart", "forget", "practise", "own-cube-words", "timer", "looks", "looking", "looking-figure", "cover");
    this.colours = course.colours;
    this.practice = new Practice(course, keys);
    this.algorithms = new OwnAlgorithms();
    this.algorithms.on({ chosen: () => this.#choose(this.item.id) });
    this.cube = new Cube(byId("setup-picture"));
    this.timeList = new TimeList(() => this.#changed());
    this.clock = new Clock(this.parts.ready, keys, {
      // The key is the timer's while that is open.
      mayStart: () => !this.parts.trainer.hidden && !this.parts.timer.open,
      splits: () => this.parts.looks.checked,
    });
    this.clock.on({ stopped: (times) => this.#add(times) });
    ownCube.on({
      turned: ({ turn, seen }) => this.practice.follow(turn, seen) || this.#follow(turn, seen),
      found: ({ seen }) => this.practice.follow(null, seen) || this.#isSetUp(seen),
    });
    this.#offerWhereOutOfSight();
    on("change", { case: ({ target }) => this.#take(target.value) });
    onKey((event) => this.#actionOf(keys.actionOf(event), event));
    on("click", {
      forget: () => this.#forgetOrBringBack(),
    });
  }

  // Shows the cases that can be practised of a step with a goal, that with an id or else the first one. Returns
  // whether one has it.
  show(cases, goal, id) {
    this.goal = goal;
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

  #take(id) {
    this.#choose(id);
    this.emit("case", id);
  }

  #actionOf(name, event) {
    // What stopped the time, say, does nothing else.
    const elsewhere = event.defaultPrevented || hasModifier(event) || event.target.matches("input, select, textarea");
    if (elsewhere || this.parts.trainer.hidden || !this.parts.cover.hidden) {
      return null;
    }
    return { next: () => this.#next(), again: () => this.#again() }[name];
  }

  #next() {
    const at = this.cases.findIndex(({ id }) => id === this.item.id);
    const { id } = this.cases[(at + 1) % this.cases.length];
    this.parts.case.value = id;
    this.#take(id);
  }

  #again() {
    if (this.practice.isOwn) {
      this.practice.again();
    } else {
      this.#choose(this.item.id);
    }
  }

  #choose(id) {
    const item = this.cases.find((each) => each.id === id);
    this.item = this.algorithms.show(item, this.goal);
    this.cube.show(setUp(this.item), this.colours);
    this.wasSetUp = false;
    this.practice.take(this.item);
    this.parts.setup.textContent = this.item.setup.join(" ");
    this.parts.time.textContent = written(0);
    this.parts.verdict.textContent = "";
    this.#showFigures();
  }

  // The first turn of the own cube that is set up starts the time, the one that solves it stops it: the
  // time is that between them.
  #follow(turn, seen) {
    const ago = turn.age + turn.end - turn.start;
    if (this.clock.isRunning) {
      // To turn the whole cube is to look at it.
      if (!isWhole(turn.move)) {
        this.clock.endLooking(ago);
      }
      if (seen === SOLVED) {
        this.clock.stop(this.firstTurn && turn.end - this.firstTurn.start);
        this.#sayOfCube("Solved.");
      }
    } else if (!this.#isSetUp(seen) && this.wasSetUp) {
      this.wasSetUp = false;
      this.#sayOfCube("");
      this.firstTurn = turn;
      this.clock.start(ago);
      this.clock.endLooking(ago);
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

  #add(times) {
    const seconds = Math.round(times.seconds * 100) / 100;
    // A time that the first turn started has no looking.
    const looked = this.firstTurn ? undefined : times.looked && Math.min(seconds, Math.round(times.looked * 100) / 100);
    this.firstTurn = null;
    const before = timesOf(this.item.id);
    addTry(this.item.id, seconds, looked);
    this.parts.time.textContent = written(seconds);
    const verdict = this.#verdict(seconds, before);
    const parts = looked === undefined ? "" : `${written(looked)} looking, ${written(seconds - looked)} turning. `;
    this.parts.verdict.textContent = parts + verdict;
    this.parts.verdict.classList.toggle("slow", verdict === SLOW_WORDS);
    this.#showFigures();
    this.emit("time");
  }

  #verdict(seconds, before) {
    if (isLearnt(this.cases)) {
      return "✓ This step is learnt.";
    }
    const others = this.cases.filter(({ id }) => id !== this.item.id).flatMap((item) => timesOf(item.id));
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
    const looking = lookingOf(this.item.id).slice(-LAST);
    this.parts["looking-figure"].hidden = !looking.length;
    this.parts.looking.textContent = written(looking.length === LAST ? mean(looking) : undefined);
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
    const before = triesOf(id);
    setTries(id, canBringBack ? this.forgotten.tries : []);
    this.forgotten = canBringBack ? null : { id, tries: before };
    this.#changed();
  }

  #changed() {
    this.#choose(this.item.id);
    this.emit("time");
  }
}
