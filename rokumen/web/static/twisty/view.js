// three.js view of a puzzle: orientation, turn animation, mirror and picking.

import {
  AmbientLight,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "../vendored/three.js";
import { framesOf } from "../elements.js";
import { arrow, frames, sections, surface } from "./shapes.js";

const FRAME_COLOUR = "#ff2bd6";
const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);
// Initially seen from 30 degrees above and 30 degrees to the right.
const INITIAL_ORIENTATION = new Quaternion()
  .setFromAxisAngle(X, Math.PI / 6)
  .multiply(new Quaternion().setFromAxisAngle(Y, -Math.PI / 6));
// A large distance with a narrow field of view: little perspective, and the unit sphere fits.
const DISTANCE = 8;
const FIELD_OF_VIEW = 15.2; // degrees

export class View {
  marks = false;
  mirror = true;

  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setScissorTest(true);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 5, 11);
    this.camera.position.z = DISTANCE;
    const lit = new MeshLambertMaterial({ vertexColors: true });
    const flat = new MeshBasicMaterial({ vertexColors: true });
    const inside = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
    const above = new MeshBasicMaterial({ vertexColors: true, depthTest: false });
    // The stage is reflected along the line of sight to draw the mirror view.
    this.stage = new Group();
    this.orientation = new Group();
    this.pivot = new Group();
    this.still = new Mesh(new BufferGeometry(), lit);
    this.moving = new Mesh(new BufferGeometry(), lit);
    this.stillInside = new Mesh(new BufferGeometry(), inside);
    this.movingInside = new Mesh(new BufferGeometry(), inside);
    this.frames = new Mesh(new BufferGeometry(), flat);
    this.arrow = new Mesh(new BufferGeometry(), above);
    this.arrow.renderOrder = 1;
    this.scene = new Scene();
    this.scene.add(this.stage, new AmbientLight("#ffffff", 1.9), headlight());
    this.stage.add(this.orientation);
    this.orientation.add(this.still, this.stillInside, this.pivot, this.frames, this.arrow);
    this.pivot.add(this.moving, this.movingInside);
    this.raycaster = new Raycaster();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  show(puzzle) {
    this.puzzle = puzzle;
    this.orientation.quaternion.copy(INITIAL_ORIENTATION);
    if (puzzle.description.solid === "tetrahedron") {
      const top = new Vector3(...puzzle.description.vertices[0]);
      this.orientation.quaternion.multiply(new Quaternion().setFromUnitVectors(top.normalize(), Y));
    }
    this.refresh();
  }

  /** Draw the stickers at their current positions. */
  refresh() {
    const all = this.puzzle.places.map(() => true);
    replace(this.still, surface(this.puzzle, all, this.marks));
    for (const mesh of [this.moving, this.stillInside, this.movingInside]) {
      replace(mesh, new BufferGeometry());
    }
    this.draw();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setSize(clientWidth, clientHeight, false);
    // A new size clears the canvas: nothing would be shown until the next frame.
    this.#render();
  }

  /** The parts of the canvas (CSS pixels from its top left): front view and mirror view. */
  #parts() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!this.mirror) {
      return [{ x: 0, y: 0, width, height, mirrored: false }];
    }
    const sideBySide = width >= height;
    const [w, h] = sideBySide ? [width / 2, height] : [width, height / 2];
    const second = sideBySide ? { x: w, y: 0 } : { x: 0, y: h };
    return [
      { x: 0, y: 0, width: w, height: h, mirrored: false },
      { ...second, width: w, height: h, mirrored: true },
    ];
  }

  #aimCamera(part) {
    this.stage.scale.z = part.mirrored ? -1 : 1;
    this.camera.aspect = part.width / part.height;
    // Zoom so that the sphere fits the shorter side.
    this.camera.zoom = Math.min(1, this.camera.aspect);
    this.camera.updateProjectionMatrix();
    this.stage.updateMatrixWorld();
  }

  /** Draw in the next frame, once for all that changes until then. */
  draw() {
    this.nextFrame ??= requestAnimationFrame(() => this.#render());
  }

  #render() {
    cancelAnimationFrame(this.nextFrame);
    this.nextFrame = undefined;
    if (!this.puzzle || !this.canvas.clientHeight) {
      return;
    }
    for (const part of this.#parts()) {
      this.#aimCamera(part);
      const bottom = this.canvas.clientHeight - part.y - part.height;
      this.renderer.setViewport(part.x, bottom, part.width, part.height);
      this.renderer.setScissor(part.x, bottom, part.width, part.height);
      this.renderer.render(this.scene, this.camera);
    }
  }

  /** The part of the canvas under a point (CSS pixels from its top left), with its centre. */
  partAt(x, y) {
    const inside = ({ x: left, y: top, width, height }) =>
      x >= left && x < left + width && y >= top && y < top + height;
    const part = this.#parts().find(inside) ?? this.#parts()[0];
    return { ...part, centre: [part.x + part.width / 2, part.y + part.height / 2] };
  }

  /** The place under a point of the canvas and the point on the puzzle, or null. */
  pick(x, y) {
    const part = this.partAt(x, y);
    this.#aimCamera(part);
    const across = (2 * (x - part.x)) / part.width - 1;
    const up = 1 - (2 * (y - part.y)) / part.height;
    this.raycaster.setFromCamera(new Vector2(across, up), this.camera);
    const [hit] = this.raycaster.intersectObject(this.still);
    if (!hit) {
      return null;
    }
    const point = this.orientation.worldToLocal(hit.point.clone()).toArray();
    return { place: this.still.geometry.userData.owners[hit.faceIndex], point };
  }

  /** Rotate the puzzle about the vertical and horizontal axes of the screen, in radians. */
  rotatePuzzle(aboutY, aboutX) {
    this.#rotate(Y, aboutY);
    this.#rotate(X, aboutX);
    this.draw();
  }

  /** Rotate the puzzle about the line of sight, counterclockwise, in radians. */
  roll(angle) {
    this.#rotate(Z, angle);
    this.draw();
  }

  #rotate(axis, angle) {
    this.orientation.quaternion.premultiply(new Quaternion().setFromAxisAngle(axis, angle)).normalize();
  }

  /** Frame the layer of a turn and draw an arrow along its motion on a place; null clears both. */
  preview(turn, place, direction) {
    const { puzzle } = this;
    const nothing = new BufferGeometry();
    replace(this.frames, turn ? frames(puzzle, puzzle.inLayer(turn), FRAME_COLOUR) : nothing);
    replace(this.arrow, turn && direction ? arrow(puzzle.places[place], direction, 0.13) : nothing);
    this.draw();
  }

  /** Animate a turn of a layer; the caller then applies the turn to the stickers. */
  async animate(turn, milliseconds) {
    const { puzzle } = this;
    const isMoving = puzzle.inLayer(turn);
    replace(this.moving, surface(puzzle, isMoving, this.marks));
    replace(this.still, surface(puzzle, isMoving.map((moved) => !moved), this.marks));
    replace(this.movingInside, sections(puzzle, turn));
    replace(this.stillInside, sections(puzzle, turn));
    const axis = new Vector3(...puzzle.axes[turn.axis].direction);
    const angle = puzzle.angle(turn);
    for await (const part of framesOf(milliseconds)) {
      this.pivot.quaternion.setFromAxisAngle(axis, angle * part);
      this.#render();
    }
    this.pivot.quaternion.identity();
  }
}

function headlight() {
  const light = new DirectionalLight("#ffffff", 1.5);
  light.position.set(0.5, 0.8, 2);
  return light;
}

function replace(mesh, geometry) {
  mesh.geometry.dispose();
  mesh.geometry = geometry;
}
