// A puzzle as the server describes it, and which sticker is in each place. It knows nothing of 3D
// drawing.

import { cross, dot, length, mean, minus, turned, unit, within } from "./vectors.js";

const radians = (degrees) => (degrees * Math.PI) / 180;

export class Puzzle {
  constructor(description) {
    this.description = description;
    this.axes = description.axes;
    this.layers = description.layers;
    this.places = description.stickers.map((sticker) => {
      const { corners } = sticker;
      const normal = unit(cross(minus(corners[1], corners[0]), minus(corners[2], corners[1])));
      return { ...sticker, normal, centre: mean(corners) };
    });
    this.steps = new Map();
    for (const turn of description.turns) {
      this.steps.set(`${turn.layer} ${turn.axis}`, turn);
    }
    this.marks = this.places.map(markOf);
    this.reset();
  }

  /** Every sticker in its place. `spins` says by how many corners it has gone round. */
  reset() {
    this.stickers = this.places.map((_, place) => place);
    this.spins = this.places.map(() => 0);
  }

  /** Do a turn: `amount` times the layer's smallest one, clockwise as the axis' end sees it. */
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

  /** For each place: which corner of the place it goes to the first corner becomes. */
  #shifts({ axis, layer, angle, targets }) {
    const { direction } = this.axes[axis];
    return targets.map((to, from) => {
      if (this.places[from].layers[axis] !== layer) {
        return 0;
      }
      const first = turned(this.places[from].corners[0], direction, radians(angle));
      const apart = this.places[to].corners.map((corner) => length(minus(corner, first)));
      return apart.indexOf(Math.min(...apart));
    });
  }

  /**
   * The angle of a turn, in radians, right-handed about its axis; the shorter way round. A half
   * turn is the same both ways, and is shown `against` the usual one where it is so wished.
   */
  angle({ axis, layer, amount, against = false }) {
    const { angle } = this.steps.get(`${layer} ${axis}`);
    const { order } = this.axes[axis];
    const steps = 2 * amount > order ? amount - order : amount;
    return radians(angle) * (against ? -steps : steps);
  }

  inverse({ axis, layer, amount, against = false }) {
    const { order } = this.axes[axis];
    return { axis, layer, amount: order - amount, against: order === 2 && !against };
  }

  colour(place) {
    return this.places[this.stickers[place]].colour;
  }

  /** Where the mark of a place's sticker points: a corner or the middle of a side. */
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
    const [, layer, name, amount, back] = text.match(/^(\d+)([A-Z])(\d?)('?)$/);
    const axis = this.axes.findIndex((each) => each.name === name);
    const { order } = this.axes[axis];
    const count = Number(amount || 1);
    return { axis, layer: Number(layer), amount: (back ? order - count : count) % order };
  }

  spelt({ axis, layer, amount }) {
    const { name, order } = this.axes[axis];
    const back = 2 * amount > order;
    const count = back ? order - amount : amount;
    return `${layer}${name}${count > 1 ? count : ""}${back ? "'" : ""}`;
  }
}

/** The corners and the middles of the sides, in turn. */
function features(corners) {
  return corners.flatMap((corner, i) => [corner, mean([corner, corners[(i + 1) % corners.length]])]);
}

/** At home all marks of a face point the same way as far as their stickers' shapes let them. */
function markOf({ corners, centre, normal }) {
  const up = within(Math.abs(normal[1]) > 0.9 ? [0, 0, -1] : [0, 1, 0], normal);
  const along = features(corners).map((point) => dot(unit(minus(point, centre)), up));
  return along.indexOf(Math.max(...along));
}
