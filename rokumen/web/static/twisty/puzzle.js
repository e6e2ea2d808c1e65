// State of a twisty polyhedron: the sticker at each place, turns and notation. Does not draw.

import { cross, difference, dot, length, mean, projectedOntoPlane, radians, rotated, unit } from "../cube/space.js";

export class Puzzle {
  constructor(description) {
    this.description = description;
    this.axes = description.axes;
    this.layers = description.layers;
    this.places = description.stickers.map((sticker) => {
      const { corners } = sticker;
      const normal = unit(cross(difference(corners[1], corners[0]), difference(corners[2], corners[1])));
      return { ...sticker, normal, centre: mean(corners) };
    });
    this.steps = new Map();
    for (const turn of description.turns) {
      this.steps.set(`${turn.layer} ${turn.axis}`, turn);
    }
    this.marks = this.places.map(markIndex);
    this.reset();
  }

  /** The colour (`#rrggbb`) of each face; null: the usual ones. */
  palette = null;

  /** Solve the puzzle. `spins` is the rotation of each sticker, in corners of its place. */
  reset() {
    this.stickers = this.places.map((_, place) => place);
    this.spins = this.places.map(() => 0);
  }

  /** Apply a turn: `amount` times the layer's smallest one, clockwise as seen from the axis' end. */
  apply({ axis, layer, amount }) {
    const step = this.steps.get(`${layer} ${axis}`);
    step.shifts ??= this.#shifts(step);
    for (let i = 0; i < amount; i++) {
      const stickers = [...this.stickers];
      const spins = [...this.spins];
      step.targets.forEach((to, from) => {
        this.stickers[to] = stickers[from];
        this.spins[to] = (spins[from] + step.shifts[from]) % this.places[from].corners.length;
      });
    }
  }

  /** For each place: the corner of the target place to which its first corner moves. */
  #shifts({ axis, layer, angle, targets }) {
    const { direction } = this.axes[axis];
    return targets.map((to, from) => {
      if (this.places[from].layers[axis] !== layer) {
        return 0;
      }
      const first = rotated(this.places[from].corners[0], direction, radians(angle));
      const distances = this.places[to].corners.map((corner) => length(difference(corner, first)));
      return distances.indexOf(Math.min(...distances));
    });
  }

  /**
   * The angle of a turn, in radians, right-handed about its axis, of the smaller magnitude. A half
   * turn has two such angles; `reversed` selects the second.
   */
  angle({ axis, layer, amount, reversed = false }) {
    const { angle } = this.steps.get(`${layer} ${axis}`);
    const { order } = this.axes[axis];
    const steps = 2 * amount > order ? amount - order : amount;
    return radians(angle) * (reversed ? -steps : steps);
  }

  inverse({ axis, layer, amount, reversed = false }) {
    const { order } = this.axes[axis];
    return { axis, layer, amount: order - amount, reversed: order === 2 && !reversed };
  }

  colour(place) {
    return this.places[this.stickers[place]].colour;
  }

  /** The point to which the mark of a place's sticker points: a corner or the middle of a side. */
  mark(place) {
    const { corners } = this.places[place];
    const feature = this.marks[this.stickers[place]] + 2 * this.spins[place];
    return features(corners)[feature % (2 * corners.length)];
  }

  get isSolved() {
    const seen = new Map();
    return this.places.every(({ colour: face }, place) => {
      const colour = this.colour(place);
      return colour === (seen.get(face) ?? seen.set(face, colour).get(face));
    });
  }

  inLayer({ axis, layer }) {
    return this.places.map((place) => place.layers[axis] === layer);
  }

  parse(text) {
    const [, layer, name, amount, back] = text.match(/^(\d+)([A-Z])(\d?)('?)$/) ?? [];
    const axis = this.axes.findIndex((each) => each.name === name);
    if (axis < 0 || layer < 1 || layer > this.layers) {
      throw new Error(`“${text}” is no turn of this puzzle: write 1X, 2Y' or 1Z2.`);
    }
    const { order } = this.axes[axis];
    const count = Number(amount || 1);
    return { axis, layer: Number(layer), amount: (back ? order - count : count) % order };
  }

  format({ axis, layer, amount }) {
    const { name, order } = this.axes[axis];
    const back = 2 * amount > order;
    const count = back ? order - amount : amount;
    return `${layer}${name}${count > 1 ? count : ""}${back ? "'" : ""}`;
  }
}

/** The corners and the middles of the sides, alternating. */
function features(corners) {
  return corners.flatMap((corner, i) => [corner, mean([corner, corners[(i + 1) % corners.length]])]);
}

/** The feature closest to a common direction, so that the marks of a solved face are parallel. */
function markIndex({ corners, centre, normal }) {
  const up = projectedOntoPlane(Math.abs(normal[1]) > 0.9 ? [0, 0, -1] : [0, 1, 0], normal);
  const along = features(corners).map((point) => dot(unit(difference(point, centre)), up));
  return along.indexOf(Math.max(...along));
}
