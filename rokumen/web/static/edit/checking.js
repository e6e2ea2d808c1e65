// The check of a cube: what cannot be and the change that repairs it, what is doubtful, the 3D cube.

import { CubePicture } from "../cube/picture.js";
import { turned } from "../cube/moves.js";
import { FACES } from "../cube/places.js";
import { byId, byIds, capital, element, pause } from "../elements.js";
import { EMPTY } from "../cube/net.js";
import { postJson } from "../requests.js";
import { FaceMap } from "./face-map.js";

const WAIT_MILLISECONDS = 120; // for the next sticker, before the cube is checked
const MOST_SHOWN = 6; // of the changes that repair a cube
const FRONT = 22; // the middle of the front face
const ZOOMED = matchMedia("(max-width: 700px)");

export class Checking {
  // `solveWords` returns what the button says that solves a cube.
  constructor(net, editor, solveWords) {
    this.parts = byIds("fault-list", "repairs", "doubts", "findings-heading", "to-repair", "solve-it");
    Object.assign(this, { net, editor, solveWords });
    this.pictures = [
      { picture: new CubePicture(byId("from-above"), { hidden: false }), moves: [] },
      { picture: new CubePicture(byId("turned-over"), { hidden: false }), moves: ["x2", "y'"] },
    ];
    this.holdWords = document.querySelector(".hold-words");
    this.active = false;
    editor.on({ edited: () => this.active && this.#check() });
    net.on({ focused: (index) => this.#zoomTo(FACES[Math.floor(index / 9)]) });
    ZOOMED.addEventListener("change", () => this.#showZoom());
    this.map = new FaceMap(byId("faces"));
    this.map.on({ face: (face) => this.#zoomTo(face) });
  }

  // Whether the user checks and paints a cube of three layers.
  set on(on) {
    this.active = on;
    // The first doubtful sticker is in view, else the front.
    this.face = FACES[Math.floor((this.editor.doubtful[0] ?? FRONT) / 9)];
    this.#showZoom();
    if (on) {
      this.#check();
    }
  }

  async #check() {
    const { facelets, scheme, doubtful } = this.editor;
    this.parts["solve-it"].disabled = true;
    this.#showCube(facelets, scheme);
    this.map.show(facelets, scheme, doubtful);
    this.#showDoubts();
    await pause(WAIT_MILLISECONDS);
    if (facelets !== this.editor.facelets || !this.active) {
      return;
    }
    const answer = await postJson("api/check", { facelets, doubtful, colours: scheme });
    // A later change is checked by itself.
    if (facelets === this.editor.facelets) {
      this.#showFindings(answer.error ? { complete: false, faults: [{ words: answer.error, facelets: [] }], repairs: [] } : answer);
    }
  }

  #showFindings({ complete, faults, repairs }) {
    const empty = this.editor.facelets.split(EMPTY).length - 1;
    // Of pieces that are all there, but turned or swapped, only those that are repaired are ringed.
    const shown = repairs.some(({ facelets }) => facelets.length === 1) ? [...faults, ...repairs] : repairs;
    const wrong = new Set(shown.flatMap(({ facelets }) => facelets));
    this.editor.mark([...wrong]);
    this.map.show(this.editor.facelets, this.editor.scheme, [...wrong, ...this.editor.doubtful]);
    const isWrong = faults.length > 0 || repairs.length > 0;
    this.parts["findings-heading"].textContent = isWrong ? "This cannot be" : complete ? "A real cube" : "Painted";
    const words = isWrong
      ? faults.map(({ words }) => `${capital(words)}.`)
      : [complete ? "All 20 pieces are there, once each." : `${54 - empty} of 54 stickers; ${empty} to go.`];
    const kind = isWrong ? "danger" : complete ? "ok" : "";
    const lines = words.map((text) => element("p", {}, text));
    this.parts["fault-list"].replaceChildren(element("div", { className: `note ${kind}` }, ...lines));
    this.#showRepairs(repairs);
    const left = isWrong ? `⚠ ${repairs.length || faults.length} to repair first` : complete ? "" : `${empty} stickers to paint`;
    this.parts["to-repair"].textContent = left;
    this.parts["to-repair"].classList.toggle("wrong", isWrong);
    this.parts["solve-it"].textContent = this.solveWords(this.editor.facelets);
    this.parts["solve-it"].disabled = isWrong || !complete;
  }

  #showRepairs(repairs) {
    const button = ({ words, facelets, letters }) => {
      const onclick = () => this.editor.change(replaced(this.editor.facelets, facelets, letters));
      return element("button", { onclick }, capital(words));
    };
    const words = repairs.length === 1 ? "One change repairs everything:" : `These ${repairs.length} changes repair everything:`;
    const buttons = repairs.slice(0, MOST_SHOWN).map(button);
    const more = repairs.length > MOST_SHOWN ? [element("p", { className: "small" }, "Compare each face with your cube.")] : [];
    this.parts.repairs.replaceChildren(...(repairs.length ? [element("p", {}, words), ...buttons, ...more] : []));
  }

  #showDoubts() {
    const { doubtful, facelets, scheme } = this.editor;
    const { doubts } = this.parts;
    doubts.hidden = !doubtful.length;
    const heading = element("h3", {}, `${doubtful.length} not certain: look at your cube`);
    const rows = doubtful.map((index) => {
      const place = `${FACES[Math.floor(index / 9)]}${(index % 9) + 1}`;
      const colour = scheme[facelets[index]];
      const trust = { ariaLabel: `${place} is right`, onclick: () => this.editor.trust(index) };
      return element(
        "p",
        { className: "doubt" },
        element("i", { className: `chip ${colour ?? "none"}` }),
        element("span", {}, `${place}: ${colour ?? "empty"}`),
        element("button", trust, "It is right"),
      );
    });
    doubts.replaceChildren(heading, ...rows);
  }

  #showCube(facelets, scheme) {
    this.holdWords.textContent = `${capital(scheme.U)} on top, ${scheme.F} in front.`;
    for (const { picture, moves } of this.pictures) {
      picture.show(turned(facelets, moves), scheme);
    }
  }

  // One face large, where the whole net has too small stickers to press.
  #showZoom() {
    this.net.zoom(this.active && ZOOMED.matches ? this.face : null);
    this.map.choose(this.face);
  }

  #zoomTo(face) {
    if (this.active && face !== this.face) {
      this.face = face;
      this.#showZoom();
    }
  }
}

function replaced(facelets, indices, letters) {
  const after = [...facelets];
  indices.forEach((index, i) => {
    after[index] = letters[i];
  });
  return after.join("");
}
