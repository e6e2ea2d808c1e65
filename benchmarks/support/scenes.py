"""Renders synthetic pictures of cubes with known corners and colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.detect.lattice import apply_homography
from vision.detect.pose import FACE_FRAMES, CubePose

# BGR: white, yellow, red, orange, green, blue
STICKERS = np.array(
    [(245, 245, 245), (40, 215, 245), (40, 40, 195), (30, 125, 245), (70, 160, 40), (180, 90, 30)],
    float,
)
BORDERS = {"black": (22, 22, 22), "white": (235, 235, 235), "stickerless": None}
CELL, RIM = 48, 4  # pixels of a sticker before the perspective, and of the border on each side
WIDTH, HEIGHT = 640, 480


@dataclass(frozen=True)
class Scene:
    """Rendered picture with its labels: corners and colours of each visible face."""

    image: Image
    corners: list[FloatArray]
    colours: list[IntArray]


def draw_scene(
    n: int,
    seed: int,
    border: str = "black",
    tilt: float = 30.0,
    fingers: int = 0,
    clutter: int = 12,
    light: float = 1.0,
    shadow: bool = False,
    one_colour: bool = False,
    side: float | None = None,
    front: IntArray | None = None,
    roll: float | None = None,
    sides: Sequence[int] = (),
) -> Scene:
    """Return a scene of a cube with random rotation about the line of sight and the given tilt.

    `tilt` in degrees; `side`: of the front face without tilt, in pixels; `light`: brightness, 1 for
    daylight; `clutter`: number of coloured squares on the table; `front`: indices into STICKERS of
    the front face, row by row; `roll`: about the line of sight, in degrees; `sides`: the one colour
    of each face beside it (top, right, bottom, left); `seed`: of everything random.
    """
    rng = np.random.default_rng(seed)
    pose = _pose(n, tilt, side, roll, rng)
    image = _table(rng, clutter)
    shown = [k for k, cosine in enumerate(pose.cosines) if cosine > 0]
    corners, colours = [], []
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], float)
    for face in shown:
        stickers = rng.integers(0, 6, n * n)
        if one_colour:
            stickers[:] = stickers[0]
        if front is not None and face == 0:
            stickers = front
        elif sides and face > 0:
            stickers[:] = sides[face - 1]
        homography = pose.homographies[face]
        along, down, _ = FACE_FRAMES[face]
        inwards = cv2.Rodrigues(pose.parameters[:3])[0] @ np.cross(along, down)
        shade = 0.75 + 0.25 * inwards @ (0.3, 0.5, 0.8)
        lay_face(image, homography, _flat(stickers.reshape(n, n), border) * shade, CELL)
        corners.append(apply_homography(homography, square))
        colours.append(stickers)
    if shadow:
        _cast_shadow(image, corners[0], rng)
    for _ in range(fingers):
        _lay_finger(image, corners[0], rng)
    return Scene(_photograph(image * light, rng), corners, colours)


def empty_scene(seed: int, clutter: int) -> Image:
    """Return a picture of a table without a cube: coloured squares and stripes."""
    rng = np.random.default_rng(seed)
    return _photograph(_table(rng, clutter), rng)


def _pose(
    n: int, tilt: float, side: float | None, roll: float | None, rng: np.random.Generator
) -> CubePose:
    usual = rng.uniform(200, 290) if n > 4 else rng.uniform(140, 290)
    side = usual if side is None else side
    focal = rng.uniform(0.9, 1.6) * WIDTH
    towards, any_roll = rng.uniform(0, 2 * np.pi, 2)
    angle = any_roll if roll is None else np.radians(roll)
    lean = cv2.Rodrigues(np.radians(tilt) * np.array([np.cos(towards), np.sin(towards), 0]))[0]
    turn = lean @ cv2.Rodrigues(np.array([0, 0, angle]))[0]
    middle = np.array([*rng.uniform(-40, 40, 2), focal]) * (n / side)
    vector = np.concatenate(
        [
            cv2.Rodrigues(turn)[0].ravel(),
            middle - turn @ np.array([n / 2, n / 2, 0]),
            [np.log(focal)],
        ]
    )
    return CubePose(n, vector, np.array([WIDTH - 1, HEIGHT - 1]) / 2)


def _flat(stickers: IntArray, border: str) -> FloatArray:
    n = len(stickers)
    body = BORDERS[border]
    if body is None:
        flat = np.repeat(np.repeat(STICKERS[stickers], CELL, 0), CELL, 1)
        for line in range(1, n):
            flat[line * CELL - 1 : line * CELL + 1] *= 0.5
            flat[:, line * CELL - 1 : line * CELL + 1] *= 0.5
        return flat
    return flat_face(STICKERS[stickers], CELL, RIM, body)


def flat_face(colours: FloatArray, cell: int, rim: int, body: Sequence[float]) -> FloatArray:
    """Return a face of n x n stickers (n x n x 3, BGR) as it is seen from straight in front.

    `cell`: pixels of a sticker with a border of `rim` pixels on each side, of the colour `body`.
    """
    flat = np.repeat(np.repeat(colours, cell, 0), cell, 1)
    place = np.arange(len(flat)) % cell
    between = (place < rim) | (place >= cell - rim)
    flat[between] = flat[:, between] = body
    return flat


def lay_face(image: FloatArray, homography: FloatArray, flat: FloatArray, cell: int) -> None:
    """Draw a flat face by the homography from cells (of so many of its pixels) to the image."""
    to_cells = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, cell]]) / cell
    whole, size = homography @ to_cells, (image.shape[1], image.shape[0])
    seen = cv2.warpPerspective(flat, whole, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones(flat.shape[:2]), whole, size)[..., None]
    image[:] = image * (1 - cover) + seen


def _table(rng: np.random.Generator, clutter: int) -> FloatArray:
    coarse = rng.uniform(60, 160, 3) + rng.normal(0, 12, (12, 16, 3))
    image = np.asarray(cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), float)
    for _ in range(clutter):
        middle, size = rng.uniform((0, 0), (WIDTH, HEIGHT)), rng.uniform(15, 60)
        box = cv2.boxPoints((tuple(middle), (size, size), rng.uniform(0, 90)))
        colour = rng.uniform(20, 250, 3).tolist()
        cv2.fillConvexPoly(image, box.astype(np.int32), colour, cv2.LINE_AA)
    return image


def _cast_shadow(image: FloatArray, corners: FloatArray, rng: np.random.Generator) -> None:
    """Darken one side of a line through a face."""
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    a, b = corners.mean(0)
    image[(x - a) * np.cos(angle) + (y - b) * np.sin(angle) > 0] *= 0.45


def _lay_finger(image: FloatArray, corners: FloatArray, rng: np.random.Generator) -> None:
    """Draw a finger over the edge of a face."""
    k = rng.integers(0, 4)
    edge = corners[k] + rng.uniform(0.15, 0.85) * (corners[(k + 1) % 4] - corners[k])
    inwards = corners.mean(0) - edge
    length = np.hypot(*inwards)
    tip = np.rint(edge + inwards * 0.15).astype(int).tolist()
    root = np.rint(edge - inwards / length * 120).astype(int).tolist()
    cv2.line(image, tip, root, (120.0, 150.0, 205.0), int(length * 0.28))


def _photograph(image: FloatArray, rng: np.random.Generator) -> Image:
    blurred = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.0))
    return np.asarray(np.clip(blurred + rng.normal(0, 3, image.shape), 0, 255), np.uint8)
