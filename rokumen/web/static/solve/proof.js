// The search for a solution that no other is shorter than: asked for, waited for, and given up.

import { Emitter, byId, byIds, capital, counted, on } from "../elements.js";
import { postedLines } from "../requests.js";

const METHOD = "optimal";

export class Proof extends Emitter {
  // `present` returns the facelets of the cube as it is now.
  constructor(present) {
    super();
    this.present = present;
    this.parts = { ...byIds("prove", "proving", "proven"), words: byId("proof-words"), share: byId("proof-share") };
    on("click", { prove: () => this.#begin(), "cancel-proof": () => this.#end("Given up.") });
    this.forget();
  }

  // Ends the search, of which another cube wants to know nothing.
  forget() {
    this.found = null;
    this.#end("");
  }

  async #begin() {
    const facelets = this.present();
    if (this.found?.facelets === facelets) {
      this.emit("solution", this.found);
      return;
    }
    const run = new AbortController();
    this.run = run;
    this.parts.proven.textContent = "";
    this.#show(true);
    this.#say({});
    const progress = (message) => this.run === run && this.#say(message);
    try {
      const found = await postedLines("api/prove", { cube: facelets, method: METHOD }, progress, run.signal);
      if (this.run === run) {
        this.#arrive(found);
      }
    } catch (error) {
      if (this.run === run) {
        this.#end(capital(error.message));
      }
    }
  }

  // Shows a solution, unless the cube has been turned meanwhile.
  #arrive(found) {
    this.found = found;
    const turns = counted(found.htm, "turn");
    if (this.present() === found.facelets) {
      this.#end(`Proven: no solution has fewer than ${turns}.`);
      this.emit("solution", found);
    } else {
      this.#end(`Proven: ${turns} and no fewer, from where you were. Go back to there, and press again.`);
    }
  }

  #end(words) {
    this.run?.abort();
    this.run = null;
    this.#show(false);
    this.parts.proven.textContent = words;
  }

  #say(message) {
    this.parts.share.hidden = message.share === undefined;
    this.parts.share.value = message.share ?? 0;
    this.parts.words.textContent = progressWords(message);
  }

  #show(isRunning) {
    this.parts.prove.hidden = isRunning;
    this.parts.proving.hidden = !isRunning;
  }
}

// Returns in words how far a search is.
function progressWords({ ahead, share, excluded, known, seconds }) {
  if (ahead !== undefined) {
    return ahead === 1 ? "Waiting: one search is before yours" : `Waiting: ${ahead} searches are before yours`;
  }
  if (share !== undefined) {
    return `Building tables (first use only): ${Math.floor(100 * share)} %`;
  }
  if (excluded !== undefined) {
    const tried = `No solution has ${excluded} turns or fewer; trying ${excluded + 1}.`;
    return `${tried} The shortest so far has ${known}. ${Math.floor(seconds)} s`;
  }
  return "Starting …";
}
