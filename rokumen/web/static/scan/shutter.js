// The shutter: takes the face before the camera now. And the keys of the scan.

const FIELDS = "input, textarea, select";
// What the space bar presses itself.
const PRESSED = "a, button, summary";

export class Shutter {
  // `byId` returns an element of the page.
  constructor(byId, scanner) {
    Object.assign(this, { scanner, button: byId("shutter"), words: byId("shutter-words"), upload: byId("photographs") });
    this.last = "";
    this.button.addEventListener("click", () => this.#take());
    scanner.addEventListener("source", ({ detail: source }) => {
      this.button.hidden = !source;
      this.words.textContent = "";
    });
    scanner.addEventListener("state", ({ detail: { faces } }) => {
      this.last = faces.at(-1)?.name ?? "";
    });
    scanner.addEventListener("seen", ({ detail: { took } }) => took && this.#end(""));
    scanner.addEventListener("missed", ({ detail: missed }) => this.#end(`Not taken: ${missed}, and press again.`));
    document.addEventListener("keydown", (event) => this.#onKey(event));
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

  #onKey(event) {
    const pressed = event.key === " " && event.target.closest(PRESSED);
    const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest(FIELDS) || pressed;
    if (document.body.dataset.view !== "scan" || elsewhere) {
      return;
    }
    const isOn = Boolean(this.scanner.source);
    const action = {
      " ": isOn && (() => this.#take()),
      Backspace: isOn && this.last && (() => this.scanner.send({ do: "forget", name: this.last })),
      u: () => this.upload.click(),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }
}
