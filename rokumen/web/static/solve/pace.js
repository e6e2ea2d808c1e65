// Who moves on to the next turn, how fast turns are shown, and whether they are said aloud.

import { moveWords } from "../cube/words.js";
import { byId, byIds, on } from "../elements.js";

const BY_PRESS = "Press “Done, next” after each turn.";
const BY_CAMERA = "Show a face of the cube after each turn. When it has the turn, the page goes on.";
const BY_TIME = "The next turn comes by itself.";
const NO_CHECK = "The camera can check the turns of a cube that it has scanned.";
const NO_VOICE = "This browser has no voice of its own.";

export class Pace {
  constructor(guide, turnChecker) {
    Object.assign(this, { guide, turnChecker, ...byIds("loop", "speak") });
    this.movers = [...byId("mover").querySelectorAll("input")];
    this.words = byId("mover-words");
    this.speechWords = byId("speech-words");
    byId("speed").oninput = ({ target }) => {
      guide.speed = Number(target.value);
      byId("speed-words").textContent = `${target.value} ×`;
    };
    this.playAll = byId("play-all");
    this.playAll.onclick = () => this.#choose(this.mover === "time" ? "press" : "time");
    on("change", {
      mover: () => this.#onMover(),
      loop: () => this.#onLoop(),
      speak: () => this.#say(this.speak.checked),
    });
    guide.on({
      loop: () => this.loop.click(),
      say: () => this.#say(true),
      at: () => this.speak.checked && this.#say(true),
    });
    turnChecker.on({ end: () => this.mover === "camera" && this.reset() });
    this.setCheckable(false);
  }

  get mover() {
    return this.movers.find((input) => input.checked).value;
  }

  // Says whether the camera has scanned the cube, and so can check its turns.
  setCheckable(checkable) {
    this.checkable = checkable;
    this.movers.find(({ value }) => value === "camera").disabled = !checkable;
    this.#showWords();
  }

  // Waits for the button again, as at first.
  reset() {
    this.movers.find(({ value }) => value === "press").checked = true;
    this.loop.checked = false;
    this.#showWords();
  }

  #choose(value) {
    this.movers.find((input) => input.value === value).checked = true;
    this.#onMover();
  }

  #onMover() {
    this.loop.checked = false;
    this.guide.pause();
    if (this.mover === "camera") {
      this.turnChecker.begin();
    } else {
      this.turnChecker.stop();
    }
    if (this.mover === "time") {
      this.#playByTime();
    }
    this.#showWords();
  }

  async #playByTime() {
    await this.guide.playByTime();
    // Something else was pressed meanwhile, or it is solved.
    if (this.mover === "time") {
      this.reset();
    }
  }

  #onLoop() {
    if (!this.loop.checked) {
      this.guide.go(this.guide.stageStart);
      return;
    }
    this.turnChecker.stop();
    this.reset();
    this.loop.checked = true;
    this.guide.loopStage().then(() => (this.loop.checked = false));
  }

  #showWords() {
    const words = { press: BY_PRESS, camera: BY_CAMERA, time: BY_TIME }[this.mover];
    this.playAll.textContent = this.mover === "time" ? "Pause" : "Play all";
    this.words.textContent = this.checkable ? words : `${words} ${NO_CHECK}`;
  }

  #say(aloud) {
    const voices = window.speechSynthesis?.getVoices() ?? [];
    // Other voices would send the words to another computer.
    const voice = voices.find(({ lang, localService }) => localService && lang.startsWith("en"));
    this.speechWords.hidden = Boolean(voice) || !aloud;
    this.speechWords.textContent = NO_VOICE;
    const move = this.guide.moves[this.guide.at];
    if (!voice || !aloud || !move) {
      window.speechSynthesis?.cancel();
      return;
    }
    const words = Object.assign(new SpeechSynthesisUtterance(moveWords(move, this.guide.scheme).order), { voice });
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(words);
  }
}
