// The triangles of a puzzle: black pieces, coloured stickers, marks, the frames of a layer, arrows.

import { BufferGeometry, Float32BufferAttribute } from "../three/three.js";
import { cross, dot, length, mean, minus, plus, times, unit } from "./vectors.js";

// Of faces that lie opposite each other, pair by pair, and of the four that have no opposite.
const PAIRS = [
  ["#f4f4f0", "#f7d038"],
  ["#1f9d55", "#1f6fd6"],
  ["#d7263d", "#ff8418"],
  ["#8a3fc0", "#8d99a6"],
  ["#f49ac1", "#5bd1e0"],
  ["#a9d846", "#8a5a32"],
];
const FOUR = ["#1f9d55", "#d7263d", "#1f6fd6", "#f7d038"];
const FROM_ABOVE = [0.3, 1, 0.6]; // the face that looks this way most is white
const BODY = "#131518";
const MARK = "#131518";
const GAP = 0.014;

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgb = (hex) => [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255));

/** A colour for each face: as on the usual cube white lies opposite yellow, green in front. */
function faceColours({ vertices, faces }) {
  const centres = faces.map((face) => mean(face.map((vertex) => vertices[vertex])));
  if (faces.length === FOUR.length) {
    return FOUR.map(rgb);
  }
  const colours = [];
  const pairs = PAIRS.values();
  const order = [...faces.keys()].sort(
    (a, b) => dot(centres[b], FROM_ABOVE) - dot(centres[a], FROM_ABOVE),
  );
  for (const face of order.slice(0, faces.length / 2)) {
    const opposite = order.find((other) => length(plus(centres[face], centres[other])) < 1e-6);
    [colours[face], colours[opposite]] = pairs.next().value.map(rgb);
  }
  return colours;
}

/** Collects flat convex polygons; `owners` says of each triangle what it is of. */
class Polygons {
  positions = [];
  normals = [];
  colours = [];
  owners = [];

  add(corners, normal, colour, owner) {
    for (let i = 1; i + 1 < corners.length; i++) {
      this.positions.push(...corners[0], ...corners[i], ...corners[i + 1]);
      this.normals.push(...normal, ...normal, ...normal);
      this.colours.push(...colour, ...colour, ...colour);
      this.owners.push(owner);
    }
  }

  geometry() {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(this.colours, 3));
    geometry.userData.owners = this.owners;
    return geometry;
  }
}

const lifted = (corners, normal, height) =>
  corners.map((corner) => plus(corner, times(normal, height)));

/** Move every side of a convex polygon inwards by `gap`. */
function inset(corners, gap) {
  const count = corners.length;
  return corners.map((corner, i) => {
    const on = unit(minus(corners[(i + 1) % count], corner));
    const back = unit(minus(corners[(i + count - 1) % count], corner));
    return plus(corner, times(plus(on, back), gap / length(cross(on, back))));
  });
}

function gapOf({ corners, centre }) {
  const nearest = Math.min(
    ...corners.map((corner, i) => {
      const side = minus(corners[(i + 1) % corners.length], corner);
      return length(cross(side, minus(centre, corner))) / length(side);
    }),
  );
  return Math.min(GAP, 0.16 * nearest);
}

/** The places that `shown` names, with the stickers that are there now. */
export function surface(puzzle, shown, withMarks) {
  const polygons = new Polygons();
  const palette = faceColours(puzzle.description);
  const body = rgb(BODY);
  puzzle.places.forEach((place, i) => {
    if (!shown[i]) {
      return;
    }
    const { corners, normal } = place;
    polygons.add(corners, normal, body, i);
    const sticker = lifted(inset(corners, gapOf(place)), normal, 0.004);
    polygons.add(sticker, normal, palette[puzzle.colour(i)], i);
    if (withMarks) {
      polygons.add(mark(place, puzzle.mark(i)), normal, rgb(MARK), i);
    }
  });
  return polygons.geometry();
}

/** A narrow triangle from the middle of a sticker towards a corner or a side of it. */
function mark({ centre, normal, corners }, towards) {
  const way = minus(towards, centre);
  const across = times(unit(cross(normal, way)), 0.32 * gapless(corners));
  const tip = plus(centre, times(way, 0.66));
  const back = minus(centre, times(unit(way), 0.3 * gapless(corners)));
  return lifted([tip, plus(back, across), minus(back, across)], normal, 0.007);
}

/** How far a polygon's sides are from its middle, on average. */
function gapless(corners) {
  const centre = mean(corners);
  const sides = corners.map((corner, i) => mean([corner, corners[(i + 1) % corners.length]]));
  return sides.reduce((sum, side) => sum + length(minus(side, centre)), 0) / sides.length;
}

/** The black inside on both sides of a layer. */
export function sections({ axes, layers }, { axis, layer }) {
  const polygons = new Polygons();
  const { direction, sections: cuts } = axes[axis];
  for (const cut of [layer - 2, layer - 1]) {
    if (cut >= 0 && cut < layers - 1) {
      polygons.add(cuts[cut], direction, rgb(BODY), -1);
    }
  }
  return polygons.geometry();
}

/** The places of a layer, to lie under its stickers as bright frames. */
export function frames(puzzle, shown, colour) {
  const polygons = new Polygons();
  puzzle.places.forEach(({ corners, normal }, i) => {
    if (shown[i]) {
      polygons.add(lifted(corners, normal, 0.002), normal, rgb(colour), i);
    }
  });
  return polygons.geometry();
}

/** An arrow that lies on a place and points along `way`. */
export function arrow({ centre, normal, corners }, way, size) {
  const polygons = new Polygons();
  const ahead = unit(way);
  const aside = cross(normal, ahead);
  const reach = Math.min(0.3, Math.max(size, 1.5 * gapless(corners)));
  const outline = (grown, colour, height) => {
    const at = (along, across) =>
      plus(centre, plus(times(ahead, along * reach), times(aside, across * reach)));
    const neck = 0.12;
    const [wide, thin] = [0.42 + grown * 1.7, 0.15 + grown];
    const head = [at(0.62 + grown * 1.6, 0), at(neck - grown, wide), at(neck - grown, -wide)];
    const tail = [
      ...[at(neck, -thin), at(neck, thin)],
      ...[at(-0.6 - grown, thin), at(-0.6 - grown, -thin)],
    ];
    for (const part of [head, tail]) {
      polygons.add(facing(lifted(part, normal, height), normal), normal, rgb(colour), -1);
    }
  };
  outline(0.07, "#101214", 0.01);
  outline(0, "#ffffff", 0.012);
  return polygons.geometry();
}

function facing(corners, normal) {
  const around = cross(minus(corners[1], corners[0]), minus(corners[2], corners[1]));
  return dot(around, normal) > 0 ? corners : [...corners].reverse();
}
