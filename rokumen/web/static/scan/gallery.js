// The photographs of one cube, given at once or one by one: what is found in each, and what is missing.

import { STANDARD_SCHEME } from "../cube/palette.js";
import { Emitter, byIds, counted, element, svgElement, withCode } from "../elements.js";
import { FACE_COUNT } from "./face-strip.js";
import { openPhotograph, readPhotographs } from "./photographs.js";

const COLOURS = Object.values(STANDARD_SCHEME);
export const ANY_ORDER = "Any order will do, and any rotation.";
const NUMBERED = /(\(?)'?\b(photograph (\d+))\b'?(\)?)/gi;

export class Gallery extends Emitter {
  // Events: "words", a line for the top of the page; "problem", what is wrong, or ""; "found", an answer
  // of the server's that has a cube. `order` is what is said of the order of the colours.
  constructor(strip, order) {
    super();
    Object.assign(this, { strip, order });
    this.parts = byIds("gallery", "shots", "next-photograph", "photographs", "photograph");
    this.#forget();
  }

  // Whether nothing is to be added to what there is: none was given, or the cube was read.
  get isOver() {
    return !this.photographs.length || this.isCertain;
  }

  // What is to be done, in words.
  get words() {
    const { missing, count } = this.found;
    const left = FACE_COUNT - count;
    if (!left) {
      return this.found.problem ? "These photographs do not show one cube" : "All six faces are found";
    }
    return `${counted(left, "face")} to go${missing.length ? `: ${listed(missing)}` : ""}`;
  }

  // Removes all photographs, if there are some: else the six faces are those of a camera.
  clear() {
    if (this.photographs.length) {
      this.photographs.forEach(({ url }) => URL.revokeObjectURL(url));
      this.#forget();
    }
  }

  #forget() {
    this.photographs = [];
    this.isCertain = false;
    this.order.offer("");
    this.found = { photographs: [], count: 0, missing: COLOURS, problem: "" };
    this.#show();
  }

  // Adds files, and reads all photographs.
  async add(files) {
    const before = this.photographs;
    await this.#change(async () => {
      const opened = [];
      for (const file of files) {
        opened.push(await openPhotograph(file));
      }
      this.photographs = [...before, ...opened];
    }, before);
  }

  // Reads the photographs there are anew.
  async readAgain() {
    await this.#change(async () => {}, this.photographs);
  }

  async #remove(photograph) {
    const before = this.photographs;
    await this.#change(async () => {
      this.photographs = before.filter((each) => each !== photograph);
    }, before);
  }

  // Changes the photographs and reads them; where they cannot be sent, those before it are left.
  async #change(change, before) {
    const { photographs: all, photograph: one } = this.parts;
    all.disabled = one.disabled = true;
    try {
      await change();
      await this.#read();
    } catch (error) {
      this.photographs = before;
      this.emit("words", "The photographs were not read");
      this.emit("problem", error.message);
    } finally {
      all.disabled = one.disabled = false;
    }
    this.#show();
  }

  async #read() {
    if (!this.photographs.length) {
      this.#forget();
      this.emit("words", this.words);
      return;
    }
    this.found = await readPhotographs(this.photographs, this.order.document, (words) => this.emit("words", words));
    const { reading, count } = this.found;
    this.isCertain = Boolean(reading?.certain);
    this.order.offer(reading?.doubted_order ?? "");
    // Of faces that are missing it is said which.
    this.emit("problem", count === FACE_COUNT ? (this.found.problem ?? "") : "");
    // Of five faces the sixth follows, where they fit only one cube.
    if (reading && (reading.certain || count === FACE_COUNT)) {
      this.emit("found", this.found);
    } else {
      this.emit("words", this.words);
    }
  }

  // Returns a text as nodes, with a small picture beside the name of each photograph.
  nodes(text) {
    const nodes = [];
    let from = 0;
    for (const match of text.matchAll(NUMBERED)) {
      const [whole, before, name, number, after] = match;
      const url = this.photographs[number - 1]?.url;
      const picture = url ? element("img", { src: url, alt: "" }) : null;
      nodes.push(...withCode(text.slice(from, match.index)), element("span", { className: "named-photograph" }, before, picture, name, after));
      from = match.index + whole.length;
    }
    return [...nodes, ...withCode(text.slice(from))];
  }

  #show() {
    const { parts, found } = this;
    document.body.dataset.photographs = this.photographs.length ? "some" : "";
    parts.gallery.hidden = !this.photographs.length;
    parts["next-photograph"].textContent = nextWords(found);
    const faces = found.photographs.flat().filter(({ colour }) => !found.missing.includes(colour));
    this.strip.show(faces, faces.length ? `${found.count} of ${FACE_COUNT} faces are found.` : ANY_ORDER);
    parts.shots.replaceChildren(...this.photographs.map((photograph, i) => this.#shot(photograph, i)));
  }

  #shot(photograph, index) {
    const faces = this.found.photographs[index] ?? [];
    const name = `photograph ${index + 1}`;
    const corners = faces.map((face) => svgElement("polygon", { points: face.corners.map((corner) => corner.join()).join(" ") }));
    const outlines = svgElement("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, ...corners);
    const picture = photograph.url ? element("img", { src: photograph.url, alt: name }) : element("span", { className: "no-picture" }, photograph.name);
    const colours = faces.map(({ colour }) => colour).filter(Boolean);
    const shows = colours.length ? listed(colours) : faces.length ? counted(faces.length, "face") : "no face is found";
    return element(
      "li",
      { className: faces.length ? "" : "without" },
      element("figure", {}, element("span", { className: "shot" }, picture, outlines), element("figcaption", {}, element("b", {}, index + 1), ` ${shows}`)),
      element("button", { ariaLabel: `Remove ${name}`, title: `Remove ${name}`, onclick: () => this.#remove(photograph) }, "×"),
    );
  }
}

// What the button says that asks for the next photograph.
function nextWords({ missing, count }) {
  if (count === FACE_COUNT) {
    return "Add a photograph";
  }
  return missing.length === 1 ? `Photograph the ${missing[0]} face` : "Photograph the next face";
}

// Returns words in a row: "red, green and blue".
function listed(words) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
