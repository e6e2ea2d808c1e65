// The check of a cube: what cannot be and the change that repairs it, what is doubtful, the 3D cube.

import { CubePicture } from "../cube/picture.js";
import { letRotate } from "../cube/rotation.js";
import { turned } from "../cube/moves.js";
import { FACES } from "../cube/places.js";
import { NAMES, placeWords } from "../cube/words.js";
import { Emitter, byId, byIds, capital, counted, element, pause } from "../elements.js";
import { EMPTY } from "../cube/net.js";
import { postJson } from "../requests.js";
import { FaceMap } from "./face-map.js";

const WAIT_MILLISECONDS = 120; // for the next sticker, before the cube is checked
const MOST_SHOWN = 6; // of the changes that repair a cube
const FRONT = 22; // the middle of the front face
const ZOOMED = matchMedia("(max-width: 700px)");

export class Checking extends Emitter {
  // Events: `again`, a photograph is to be added; `own`, the order of colours that was read is right. `solveWords` returns what the button says that solves
  // a cube, `nodesOf` a text as it is shown.
  constructor(net, editor, { solveWords, nodesOf }) {
    super();
    this.parts = byIds("fault-list", "repairs", "doubts", "findings-heading", "to-repair", "solve-it");
    Object.assign(this, { net, editor, solveWords, nodesOf });
    this.pictures = [
      { picture: new CubePicture(byId("from-above"), { hidden: false }), moves: [] },
      { picture: new CubePicture(byId("turned-over"), { hidden: false }), moves: ["x2", "y'"] },
    ];
    this.pictures.forEach(({ picture }) => letRotate(picture));
    this.holdWords = document.querySelector(".hold-words");
    this.isOn = false;
    // Why the cube is not certain, {order, why, again}: null once each doubtful sticker is settled.
    this.doubt = null;
    editor.on({ edited: () => this.#onEdited() });
    net.on({ focused: (index) => this.#zoomTo(FACES[Math.floor(index / 9)]) });
    ZOOMED.addEventListener("change", () => this.#showZoom());
    this.map = new FaceMap(byId("faces"));
    this.map.on({ face: (face) => this.#zoomTo(face) });
  }

  // Whether the user checks and paints a cube of three layers.
  set active(isOn) {
    this.isOn = isOn;
    // The first doubtful sticker is in view, else the front.
    this.face = FACES[Math.floor((this.editor.doubtful[0] ?? FRONT) / 9)];
    this.#showZoom();
    if (isOn) {
      this.#check();
    }
  }

  #onEdited() {
    if (!this.editor.doubtful.length) {
      this.doubt = null;
    }
    if (this.isOn) {
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
    if (facelets !== this.editor.facelets || !this.isOn) {
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
    this.#showVerdict(faults.map(({ words }) => `${capital(placeWords(words))}.`), isWrong, empty);
    this.#showRepairs(repairs);
    const { length } = this.editor.doubtful;
    const toCompare = length ? `? ${length} to compare first` : "? Not certain";
    const toPaint = complete ? "" : `${counted(empty, "sticker")} to paint`;
    const left = isWrong ? `⚠ ${repairs.length || faults.length} to repair first` : this.doubt ? toCompare : toPaint;
    this.parts["to-repair"].textContent = left;
    this.parts["to-repair"].className = isWrong ? "wrong" : this.doubt ? "unsure" : "";
    this.parts["solve-it"].textContent = this.solveWords(this.editor.facelets);
    this.parts["solve-it"].disabled = Boolean(isWrong || this.doubt || !complete);
  }

  // Says whether the cube can be; a doubt stands before that it could.
  #showVerdict(faults, isWrong, empty) {
    const { doubt } = this;
    const heading = isWrong ? "This cannot be" : doubt ? "Not certain" : empty ? "Painted" : "A real cube";
    const whole = empty ? `${54 - empty} of 54 stickers; ${empty} to go.` : "All 20 pieces are there, once each.";
    this.parts["findings-heading"].textContent = heading;
    const kind = isWrong ? "danger" : empty ? "" : "ok";
    const lines = (isWrong ? faults : [whole]).map((text) => element("p", {}, text));
    const verdict = isWrong || !doubt ? [element("div", { className: `note ${kind}` }, ...lines)] : [];
    this.parts["fault-list"].replaceChildren(...verdict);
  }

  #showRepairs(repairs) {
    const button = ({ words, facelets, letters }) => {
      const onclick = () => this.editor.change(replaced(this.editor.facelets, facelets, letters));
      return element("button", { onclick }, capital(placeWords(words)));
    };
    const words = repairs.length === 1 ? "One change repairs everything:" : `These ${repairs.length} changes repair everything:`;
    const buttons = repairs.slice(0, MOST_SHOWN).map(button);
    const more = repairs.length > MOST_SHOWN ? [element("p", { className: "small" }, "Compare each face with your cube.")] : [];
    this.parts.repairs.replaceChildren(...(repairs.length ? [element("p", {}, words), ...buttons, ...more] : []));
  }

  #showDoubts() {
    const { doubtful, facelets, scheme } = this.editor;
    const { doubts } = this.parts;
    doubts.hidden = !this.doubt;
    const rows = doubtful.map((index) => {
      const place = `${NAMES[FACES[Math.floor(index / 9)]]} ${(index % 9) + 1}`;
      const colour = scheme[facelets[index]];
      const trust = { ariaLabel: `${place} is right`, onclick: () => this.editor.trust(index) };
      return element(
        "p",
        { className: "doubt" },
        element("i", { className: `chip ${colour ?? "none"}` }),
        element("span", {}, `${capital(place)}: ${colour ?? "empty"}`),
        element("button", trust, "It is right"),
      );
    });
    doubts.replaceChildren(...(this.doubt ? [this.#doubtNote(this.doubt), ...rows] : []));
  }

  #doubtNote({ why, again, own }) {
    const { length } = this.editor.doubtful;
    const asked = own ? "The colours run another way round than on most cubes" : "Compare each face with your cube";
    const heading = length ? `${counted(length, "sticker")} to compare with your cube` : asked;
    const add = again ? element("button", { onclick: () => this.emit("again") }, again) : null;
    const its = own ? element("button", { className: "own", onclick: () => this.emit("own", own) }, "It is my cube’s own order of colours") : null;
    const accept = element("button", { onclick: () => this.editor.trustAll() }, "It is all as shown");
    return element(
      "div",
      { className: "note warn" },
      element("h3", {}, heading),
      why ? element("p", {}, ...this.nodesOf(why)) : null,
      element("div", { className: "buttons" }, add, its, accept),
    );
  }

  #showCube(facelets, scheme) {
    this.holdWords.textContent = `${capital(scheme.U)} on top, ${scheme.F} in front.`;
    for (const { picture, moves } of this.pictures) {
      picture.show(turned(facelets, moves), scheme);
    }
  }

  // One face large, where the whole net has too small stickers to press.
  #showZoom() {
    this.net.zoom(this.isOn && ZOOMED.matches ? this.face : null);
    this.map.choose(this.face);
  }

  #zoomTo(face) {
    if (this.isOn && face !== this.face) {
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
