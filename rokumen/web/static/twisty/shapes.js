// Triangle meshes of a puzzle: pieces, stickers, marks, frames of a layer, arrows.

import { STICKER_COLOURS } from "../cube/palette.js";
import { BufferGeometry, Float32BufferAttribute } from "../vendored/three.js";
import { cross, difference, dot, length, mean, scaled, sum, unit } from "../cube/space.js";

// Colours of opposite faces, by pairs, and of the tetrahedron's four faces.
const OPPOSITE_COLOURS = [
  [STICKER_COLOURS.white, STICKER_COLOURS.yellow],
  [STICKER_COLOURS.green, STICKER_COLOURS.blue],
  [STICKER_COLOURS.red, STICKER_COLOURS.orange],
  ["#8a3fc0", "#8d99a6"],
  ["#f49ac1", "#5bd1e0"],
  ["#a9d846", "#8a5a32"],
  ["#0e6e72", "#f2dfa0"],
  ["#7c1d4a", "#35d0a5"],
  ["#1d2c80", "#d3a46a"],
  ["#bcb4ee", "#5a6a1c"],
];
const TETRAHEDRON_COLOURS = ["green", "red", "blue", "yellow"].map((name) => STICKER_COLOURS[name]);
const WHITE_DIRECTION = [0.3, 1, 0.6]; // the face closest to this direction is white
const BODY = "#131518";
const MARK = "#131518";
const GAP = 0.014;

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgb = (hex) => [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255));

/** The colour of each face: white opposite yellow and green in front, as on most cubes. */
function faceColours({ vertices, faces }) {
  const centres = faces.map((face) => mean(face.map((vertex) => vertices[vertex])));
  if (faces.length === TETRAHEDRON_COLOURS.length) {
    return TETRAHEDRON_COLOURS.map(rgb);
  }
  const colours = [];
  const pairs = OPPOSITE_COLOURS.values();
  const order = [...faces.keys()].sort(
    (a, b) => dot(centres[b], WHITE_DIRECTION) - dot(centres[a], WHITE_DIRECTION),
  );
  for (const face of order.slice(0, faces.length / 2)) {
    const opposite = order.find((other) => length(sum(centres[face], centres[other])) < 1e-6);
    [colours[face], colours[opposite]] = pairs.next().value.map(rgb);
  }
  return colours;
}

/** Mesh of flat convex polygons; `owners` has the place of each triangle, or -1. */
class Polygons {
  positions = [];
  normals = [];
  colours = [];
  owners = [];

  sum(corners, normal, colour, owner) {
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
  corners.map((corner) => sum(corner, scaled(normal, height)));

/** Move every side of a convex polygon inwards by `gap`. */
function inset(corners, gap) {
  const count = corners.length;
  return corners.map((corner, i) => {
    const on = unit(difference(corners[(i + 1) % count], corner));
    const back = unit(difference(corners[(i + count - 1) % count], corner));
    return sum(corner, scaled(sum(on, back), gap / length(cross(on, back))));
  });
}

function gapOf({ corners, centre }) {
  const nearest = Math.min(
    ...corners.map((corner, i) => {
      const side = difference(corners[(i + 1) % corners.length], corner);
      return length(cross(side, difference(centre, corner))) / length(side);
    }),
  );
  return Math.min(GAP, 0.16 * nearest);
}

/** Mesh of the places selected by `shown`, with their current stickers. */
export function surface(puzzle, shown, withMarks) {
  const polygons = new Polygons();
  const palette = puzzle.palette?.map(rgb) ?? faceColours(puzzle.description);
  const body = rgb(BODY);
  puzzle.places.forEach((place, i) => {
    if (!shown[i]) {
      return;
    }
    const { corners, normal } = place;
    polygons.sum(corners, normal, body, i);
    const sticker = lifted(inset(corners, gapOf(place)), normal, 0.004);
    polygons.sum(sticker, normal, palette[puzzle.colour(i)], i);
    if (withMarks) {
      polygons.sum(mark(place, puzzle.mark(i)), normal, rgb(MARK), i);
    }
  });
  return polygons.geometry();
}

/** A narrow triangle from the middle of a sticker towards one of its corners or sides. */
function mark({ centre, normal, corners }, towards) {
  const direction = difference(towards, centre);
  const across = scaled(unit(cross(normal, direction)), 0.32 * apothem(corners));
  const tip = sum(centre, scaled(direction, 0.66));
  const back = difference(centre, scaled(unit(direction), 0.3 * apothem(corners)));
  return lifted([tip, sum(back, across), difference(back, across)], normal, 0.007);
}

/** Mean distance of a polygon's sides from its centre. */
function apothem(corners) {
  const centre = mean(corners);
  const sides = corners.map((corner, i) => mean([corner, corners[(i + 1) % corners.length]]));
  return sides.reduce((sum, side) => sum + length(difference(side, centre)), 0) / sides.length;
}

/** Mesh of the black cut surfaces on both sides of a layer. */
export function sections({ axes, layers }, { axis, layer }) {
  const polygons = new Polygons();
  const { direction, sections: cuts } = axes[axis];
  for (const cut of [layer - 2, layer - 1]) {
    if (cut >= 0 && cut < layers - 1) {
      polygons.sum(cuts[cut], direction, rgb(BODY), -1);
    }
  }
  return polygons.geometry();
}

/** Mesh of the places of a layer, drawn under its stickers as bright frames. */
export function frames(puzzle, shown, colour) {
  const polygons = new Polygons();
  puzzle.places.forEach(({ corners, normal }, i) => {
    if (shown[i]) {
      polygons.sum(lifted(corners, normal, 0.002), normal, rgb(colour), i);
    }
  });
  return polygons.geometry();
}

/** Mesh of an arrow on a place that points along `direction`. */
export function arrow({ centre, normal, corners }, direction, size) {
  const polygons = new Polygons();
  const forward = unit(direction);
  const sideways = cross(normal, forward);
  const reach = Math.min(0.3, Math.max(size, 1.5 * apothem(corners)));
  const outline = (margin, colour, height) => {
    const at = (along, across) =>
      sum(centre, sum(scaled(forward, along * reach), scaled(sideways, across * reach)));
    const neck = 0.12;
    const [wide, thin] = [0.42 + margin * 1.7, 0.15 + margin];
    const head = [at(0.62 + margin * 1.6, 0), at(neck - margin, wide), at(neck - margin, -wide)];
    const tail = [
      ...[at(neck, -thin), at(neck, thin)],
      ...[at(-0.6 - margin, thin), at(-0.6 - margin, -thin)],
    ];
    for (const part of [head, tail]) {
      polygons.sum(orientedTowards(lifted(part, normal, height), normal), normal, rgb(colour), -1);
    }
  };
  outline(0.07, "#101214", 0.01);
  outline(0, "#ffffff", 0.012);
  return polygons.geometry();
}

function orientedTowards(corners, normal) {
  const windingNormal = cross(difference(corners[1], corners[0]), difference(corners[2], corners[1]));
  return dot(windingNormal, normal) > 0 ? corners : [...corners].reverse();
}
