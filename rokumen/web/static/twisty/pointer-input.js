// Mouse, pen and touch input: previews a turn, makes it, or rotates the puzzle.

import { Emitter } from "../elements.js";
import { cross, difference, dot, length, projectedOntoPlane, scaled, unit } from "../cube/space.js";

const MAX_CLICK_PIXELS = 5; // a press that moves farther is a drag
const RADIANS_PER_PIXEL = 0.009;

export class PointerInput extends Emitter {
  #pressed = new Map();
  #drag = null;
  #shown = null;

  constructor(view) {
    super();
    this.view = view;
    this.enabled = true;
    const { canvas } = view;
    canvas.onpointerdown = (event) => this.#down(event);
    canvas.onpointermove = (event) => this.#move(event);
    canvas.onpointerup = (event) => this.#up(event);
    canvas.onpointercancel = (event) => this.#end(event);
    // A touch pointer leaves after every tap; its preview remains for the next tap.
    canvas.onpointerleave = ({ pointerType }) => pointerType === "mouse" && this.hide();
    canvas.oncontextmenu = (event) => event.preventDefault();
  }

  hide() {
    if (this.#shown) {
      this.#shown = null;
      this.view.preview(null);
    }
  }

  #down(event) {
    this.view.canvas.setPointerCapture(event.pointerId);
    const at = [event.offsetX, event.offsetY];
    this.#pressed.set(event.pointerId, at);
    const onPuzzle = this.view.pick(...at) !== null;
    this.#drag = { from: at, moved: false, rolls: event.shiftKey || !onPuzzle, before: this.#shown };
    if (event.pointerType !== "mouse" && this.#pressed.size === 1) {
      this.#point(at);
    }
  }

  #move(event) {
    const at = [event.offsetX, event.offsetY];
    const before = this.#pressed.get(event.pointerId);
    if (!before) {
      this.#point(at);
      return;
    }
    const drag = this.#drag;
    drag.moved ||= Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) > MAX_CLICK_PIXELS;
    if (!drag.moved) {
      return;
    }
    this.hide();
    this.#pressed.set(event.pointerId, at);
    const part = this.view.partAt(...drag.from);
    if (this.#pressed.size === 2) {
      const [other] = [...this.#pressed].filter(([id]) => id !== event.pointerId);
      this.view.roll(angleAbout(other[1], before, at));
    } else if (drag.rolls) {
      this.view.roll(angleAbout(part.centre, before, at));
    } else {
      const sign = part.mirrored ? -RADIANS_PER_PIXEL : RADIANS_PER_PIXEL;
      this.view.rotatePuzzle(sign * (at[0] - before[0]), sign * (at[1] - before[1]));
    }
  }

  #up(event) {
    const drag = this.#drag;
    const isOnlyPointer = this.#pressed.size === 1;
    this.#end(event);
    if (!drag || drag.moved || !isOnlyPointer || !this.#shown) {
      return;
    }
    // The first tap of a finger previews a turn, the second makes it.
    const again = drag.before && sameTurn(drag.before.turn, this.#shown.turn);
    if (event.pointerType !== "mouse" && !again) {
      return;
    }
    const { turn } = this.#shown;
    const back = event.shiftKey || event.button === 2;
    this.hide();
    const done = back ? this.view.puzzle.inverse(turn) : turn;
    this.emit("turn", done);
  }

  #end(event) {
    this.#pressed.delete(event.pointerId);
    if (!this.#pressed.size) {
      this.#drag = null;
    }
  }

  #point(at) {
    const hit = this.enabled ? this.view.pick(...at) : null;
    const found = hit && turnAt(this.view.puzzle, hit);
    if (!found) {
      this.hide();
      return;
    }
    if (this.#shown?.place === hit.place && sameTurn(this.#shown.turn, found.turn)) {
      return;
    }
    this.#shown = { place: hit.place, ...found };
    this.view.preview(found.turn, hit.place, found.direction);
  }
}

const sameTurn = (a, b) =>
  ["axis", "layer", "amount"].every((key) => a[key] === b[key]) && !a.reversed === !b.reversed;

/** The angle (radians, counterclockwise on screen) from one point to another about a centre. */
function angleAbout([x, y], from, to) {
  const angle = (point) => Math.atan2(y - point[1], point[0] - x);
  const difference = angle(to) - angle(from);
  return Math.atan2(Math.sin(difference), Math.cos(difference));
}

/**
 * Returns the turn whose motion at `place` is closest to the direction from its centre to the
 * pointer, among all turns that move it within its face; null if there is none.
 */
function turnAt(puzzle, { place, point }) {
  const { centre, normal, layers } = puzzle.places[place];
  const towards = projectedOntoPlane(difference(point, centre), normal);
  const candidates = puzzle.axes.flatMap(({ direction: axisDirection }, axis) => {
    const across = projectedOntoPlane(cross(axisDirection, centre), normal);
    if (Math.abs(dot(axisDirection, normal)) > 0.999 || length(across) < 1e-6) {
      return [];
    }
    // Clockwise as seen from the axis' end is left-handed about the axis.
    const direction = scaled(unit(across), -1);
    const turn = { axis, layer: layers[axis], amount: 1 };
    const speed = length(across);
    return [
      { turn, direction, speed },
      { turn: puzzle.inverse(turn), direction: scaled(direction, -1), speed },
    ];
  });
  const size = length(towards);
  const fit = ({ direction, speed }) => (size > 1e-6 ? dot(direction, towards) / size : 0) + 0.01 * speed;
  return candidates.reduce((best, each) => (best && fit(best) >= fit(each) ? best : each), null);
}
