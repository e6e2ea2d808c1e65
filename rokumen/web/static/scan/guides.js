// What is shown on the camera's picture: the order, the arrow of the cube's next turn, and a flash
// with a tone and a buzz when a face is taken.

import { byIds, reducedMotion } from "../elements.js";

const FLASH_MILLISECONDS = 120;
const [TONE_HERTZ, TONE_SECONDS, TONE_VOLUME] = [660, 0.15, 0.2];
const BUZZ_MILLISECONDS = 60;
const SIDE = 240; // of the square that the arrows below fill, from -1 to 1
// Arrows in the units of that square, drawn to the right: a quarter turn, and a half turn.
const ARROW = "M-1-.12Q0 .2.72 .0L.68-.2L1.1.05L.8.45L.76.24Q0 .44-1 .12Z";
const ANGLES = { right: 0, down: 90, over: 90 };

export class ScanGuides {
  constructor() {
    Object.assign(this, { picture: document.querySelector(".picture"), ...byIds("way", "order", "sound") });
    this.direction = "";
  }

  // Prepares the tone; a browser allows it only after a press.
  allowSound() {
    this.audio ??= new AudioContext();
    this.audio.resume();
  }

  // Shows an order; `way` is where the front of the cube is to be turned to, "" for nowhere.
  say(words, way = this.direction) {
    this.order.textContent = words;
    this.direction = way;
  }

  // Shows what was found in a frame: the arrow lies on the face that was taken, or in the middle.
  see({ phase, corners, size, took }) {
    if (took) {
      this.#flash();
    }
    this.order.classList.toggle("taken", phase === "taken");
    const angle = ANGLES[this.direction];
    // While another face is looked at, nothing is to be turned.
    const shown = angle !== undefined && phase !== "following";
    this.way.classList.toggle("shown", shown);
    if (!shown) {
      return;
    }
    const [width, height] = size;
    this.way.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const [x, y] = corners ? middle(corners) : [width / 2, height / 2];
    const scale = corners ? Math.max(distance(corners[0], corners[2]) * 0.5, SIDE / 3) : SIDE / 2;
    const turn = `translate(${x} ${y}) rotate(${angle}) scale(${scale})`;
    const words = this.direction === "over" ? `<text x="${x}" y="${y}">2×</text>` : "";
    this.way.innerHTML = `<g transform="${turn}"><path class="sways" d="${ARROW}"/></g>${words}`;
  }

  clear() {
    this.say("", "");
    this.way.classList.remove("shown");
  }

  #flash() {
    this.picture.classList.add("flash");
    setTimeout(() => this.picture.classList.remove("flash"), reducedMotion() ? 0 : FLASH_MILLISECONDS);
    // A browser counts only what is done after a press.
    if (navigator.userActivation?.hasBeenActive) {
      navigator.vibrate?.(BUZZ_MILLISECONDS);
    }
    if (this.sound.checked && this.audio) {
      this.#tone();
    }
  }

  #tone() {
    const { audio } = this;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = TONE_HERTZ;
    volume.gain.setValueAtTime(TONE_VOLUME, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + TONE_SECONDS);
  }
}

const middle = (corners) => [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
