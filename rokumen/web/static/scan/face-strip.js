// The six faces of a cube side by side: those that have been found, and those that are to come.

import { STANDARD_SCHEME, STICKER_COLOURS } from "../cube/palette.js";
import { USUAL_SIZE } from "../cube/net.js";
import { Emitter, byIds, element, svgElement } from "../elements.js";

export const FACE_COUNT = 6;
const COLOURS = Object.values(STANDARD_SCHEME);

export class FaceStrip extends Emitter {
  // Event `again` with the name of a taken face that is pressed.
  constructor() {
    super();
    this.parts = byIds("six-faces", "six-words");
    this.show([], "");
  }

  // Shows faces that were found, {colour, stickers, name}, and words below. `colour` is that of the
  // centre, "" for none; `stickers` are names of colours or `#rrggbb`, row by row; one with a name can be
  // pressed. Faces of a cube without centres stand in their order.
  show(found, words) {
    const named = new Map(found.filter(({ colour }) => colour).map((face) => [face.colour, face]));
    const numbered = Array.from({ length: FACE_COUNT }, (_, i) => ({ title: `face ${i + 1}`, middle: "", face: found[i] }));
    const coloured = COLOURS.map((colour) => ({ title: colour, middle: colour, face: named.get(colour) }));
    const places = found.length && !named.size ? numbered : coloured;
    const toCome = places.filter(({ face }) => !face);
    const isNext = (place) => toCome.length === 1 && place === toCome[0];
    this.parts["six-faces"].replaceChildren(...places.map((place) => this.#tile(place, isNext(place))));
    this.parts["six-words"].textContent = words;
  }

  #tile({ title, middle, face }, isNext) {
    const state = element("span", { className: "state" }, face ? "taken" : isNext ? "next" : "to come");
    const parts = [picture(face?.stickers ?? [], middle), element("b", {}, title), state];
    const press = { ariaLabel: `${title}, taken; press to take it again`, onclick: () => this.emit("again", face.name) };
    const content = face?.name ? [element("button", press, ...parts)] : parts;
    return element("li", { className: face ? "found" : isNext ? "next" : "" }, ...content);
  }
}

function picture(stickers, middle) {
  const side = Math.sqrt(stickers.length) || USUAL_SIZE;
  const isMiddle = (i) => i === (side ** 2 - 1) / 2;
  const shown = stickers.length ? stickers : Array.from({ length: side ** 2 }, (_, i) => (isMiddle(i) ? middle : ""));
  const squares = shown.map((colour, i) => {
    const place = { x: (i % side) + 0.05, y: Math.floor(i / side) + 0.05, width: 0.9, height: 0.9, rx: 0.12 };
    const isNamed = colour in STICKER_COLOURS;
    const style = isNamed || !colour ? {} : { style: `fill: ${colour}` };
    return svgElement("rect", { ...place, ...style, class: `sticker ${isNamed ? colour : "none"}` });
  });
  const whole = svgElement("rect", { x: -0.1, y: -0.1, width: side + 0.2, height: side + 0.2, rx: 0.2, class: "plastic" });
  return svgElement("svg", { viewBox: `-0.1 -0.1 ${side + 0.2} ${side + 0.2}`, "aria-hidden": "true" }, whole, ...squares);
}
