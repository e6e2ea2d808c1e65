// The live scan: what the camera sees now, which faces it has taken, and the buttons of the camera.
//
// Events: "words", a line for the top of the page; "reading" with {reading, size, why}, a cube whose six
// faces have been taken, and why it is not certain; "state" with the server's state; "over", the scan is to begin anew.

import { Emitter, byId, capital, on } from "../elements.js";
import { USUAL_SIZE } from "../cube/net.js";
import { showCount, showSeen, showSource } from "./camera-controls.js";
import { ANY_ORDER } from "./gallery.js";
import { readingWords } from "./reading-words.js";

const MIRRORED = "The picture is mirrored: tick “mirrored” and show the cube again. Or is this your cube’s own order of colours?";
// What the camera found of a turn, where a note says how to go on.
const EXPLAINED = ["wrong", "unknown", "astray"];
export const CORRECT_IT = "Or correct the marked stickers.";

export class LiveScan extends Emitter {
  // `order` is what is said of the order of the colours; `isElsewhere` returns whether the page is busy
  // with another part of the job.
  constructor(scanner, net, guides, strip, order, isElsewhere) {
    super();
    Object.assign(this, { scanner, net, guides, strip, order, isElsewhere });
    this.isRead = this.looksMirrored = false;
    scanner.on({
      source: (source) => this.#showSource(source),
      seen: (seen) => this.#showSeen(seen),
      state: (state) => this.#showState(state),
      problem: (problem) => this.emit("words", capital(problem)),
    });
    on("click", {
      "use-browser": () => this.#use(() => scanner.useBrowser()),
      "use-server": () => this.#use(() => scanner.useServer()),
    });
    byId("mirrored").onchange = ({ target }) => {
      scanner.mirrored = target.checked;
      if (this.looksMirrored) {
        this.emit("over");
      }
    };
  }

  #use(camera) {
    if (this.isRead) {
      this.emit("over");
    }
    this.guides.allowSound();
    camera();
  }

  #showSource(source) {
    showSource(source);
    if (!source) {
      this.guides.clear();
    }
  }

  #showSeen(seen) {
    this.#say(seen.words);
    this.guides.see(seen);
    showSeen(seen, this.scanner.rate);
  }

  #showState(state) {
    const { faces, reading, size } = state;
    this.isRead = Boolean(reading?.certain);
    this.emit("state", state);
    // A state that comes late changes nothing of a cube that is checked or solved.
    if (this.isElsewhere()) {
      return;
    }
    this.looksMirrored = state.mirrored;
    this.doubt = null;
    if (reading && !reading.certain && !state.mirrored) {
      this.doubt = { advice: state.words, ...readingWords(reading, state.words, CORRECT_IT) };
    }
    this.#say(state.words, state.way);
    this.order.offer(reading?.doubted_order ?? "");
    this.#showTaken(state);
    if (reading) {
      this.emit("reading", { reading, size, why: this.doubt?.why ?? "" });
    } else {
      this.net.clear();
      byId("net-words").textContent = "";
    }
  }

  #showTaken({ faces, size, profile }) {
    showCount(faces, size === USUAL_SIZE ? "" : ` of a ${size}x${size}x${size}`);
    byId("profile").textContent = profile && `colours: ${profile}`;
    document.body.dataset.taken = faces.length || "";
    const taken = faces.map(({ name, place, paints }) => ({ name, stickers: paints, colour: size % 2 ? this.order.scheme[place] : "" }));
    this.strip.show(taken, taken.length ? "Any order will do. Press a taken face to take it again." : ANY_ORDER);
  }

  // Says a line at the top and on the picture; of a doubtful cube or a wrong turn only its beginning,
  // since the rest is said beside it. Without a camera nothing is to be shown to it.
  #say(words, way) {
    if (!this.scanner.source) {
      return;
    }
    const isExplained = EXPLAINED.includes(document.body.dataset.finding);
    const said = words === this.doubt?.advice ? this.doubt.order : capital(isExplained ? words.split(": ")[0] : words);
    const line = this.looksMirrored ? MIRRORED : said;
    this.emit("words", line);
    this.guides.say(line, way);
  }
}
