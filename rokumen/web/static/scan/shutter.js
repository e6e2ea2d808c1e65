// The shutter: takes the face before the camera now. And the keys of the scan.

import { byId, hasModifier, onKey } from "../elements.js";

const FIELDS = "input, textarea, select";
// What the space bar presses itself.
const PRESSED = "a, button, summary";

export class Shutter {
  constructor(scanner) {
    Object.assign(this, { scanner, button: byId("shutter"), words: byId("shutter-words"), upload: byId("photographs") });
    this.last = "";
    this.button.onclick = () => this.#take();
    scanner.on({
      source: (source) => {
        this.button.hidden = !source;
        this.words.textContent = "";
      },
      state: ({ faces }) => (this.last = faces.at(-1)?.name ?? ""),
      seen: ({ took }) => took && this.#end(""),
      missed: (missed) => this.#end(`Not taken: ${missed}, and press again.`),
    });
    onKey((event) => this.#actionOf(event));
  }

  #take() {
    this.button.classList.add("waits");
    this.words.textContent = "";
    this.scanner.send({ do: "take" });
  }

  #end(words) {
    this.button.classList.remove("waits");
    this.words.textContent = words;
  }

  #actionOf(event) {
    const pressed = event.key === " " && event.target.closest(PRESSED);
    if (document.body.dataset.view !== "scan" || hasModifier(event) || event.target.closest(FIELDS) || pressed) {
      return null;
    }
    const isOn = Boolean(this.scanner.source);
    return {
      " ": isOn && (() => this.#take()),
      Backspace: isOn && this.last && (() => this.scanner.send({ do: "forget", name: this.last })),
      u: () => this.upload.click(),
    }[event.key];
  }
}
