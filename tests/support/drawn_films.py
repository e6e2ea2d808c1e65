"""Films of a cube that turns by itself, drawn with the camera of the simulator, and of fingers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from firmware_sim.camera.renderer import COLOURS
from robot.rigs.camera_geometry import PinholeCamera
from solver.core.facelets import SOLVED
from solver.turn_distance import AXES
from tests.support.benchmarks import draw_held_cube, moved, quarter_degrees
from vision.film.cube_pose import MIDDLES, USUALLY_HELD, CubeInFrame, camera_matrix

Image = npt.NDArray[np.uint8]

WIDTH, HEIGHT, FRAMES_A_SECOND = 360, 270, 30.0
CAMERA = PinholeCamera(
    target=(0.0, 0.0, 0.0),
    forward=(-0.12, -0.75, -0.7),
    centre=(180.0, 135.0),
    focal=480.0,
    width=WIDTH,
    height=HEIGHT,
)
SKIN = (120, 150, 205)
# Frames before each move, and of the move of a layer and of the whole cube.
STILL_FRAMES, TURNING_FRAMES, WHOLE_FRAMES = 12, 7, 18
# The turns that show all six faces, each above and in front.
ALL_SIDES = ("x", "x", "x", "x", "y", "x", "x", "x", "x")


def draw_cube(facelets: str, move: str = "U", degrees: float = 0.0) -> Image:
    """Return a picture of a cube of which the part that a move turns has turned clockwise."""
    picture: Image = np.full((HEIGHT, WIDTH, 3), (52, 58, 60), np.uint8)
    draw_held_cube(picture, CAMERA, facelets, COLOURS, move, degrees)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def drawn_pose() -> CubeInFrame:
    """Return the pose in which the cubes of the pictures are drawn."""
    points = np.concatenate([MIDDLES, np.zeros((1, 3))])
    pixels = CAMERA.project(points)
    camera = camera_matrix(WIDTH, HEIGHT)
    _, vector, position = cv2.solvePnP(points, pixels, camera, None)
    rotation = np.asarray(cv2.Rodrigues(vector)[0], float)
    return CubeInFrame(rotation, np.asarray(position.ravel(), float), camera).held_as(USUALLY_HELD)


def with_fingers(picture: Image) -> Image:
    """Return a picture with two thumbs before the lower corners of the cube."""
    for side in (-1, 1):
        tip, hand = (180 + 38 * side, 172), (180 + 120 * side, 260)
        cv2.line(picture, tip, hand, SKIN, 26, cv2.LINE_AA)
    return picture


def film_of(moves: Sequence[str], start: str = SOLVED) -> Iterator[Image]:
    """Yield the pictures of a cube to which quarter turns are done, held by two thumbs.

    `moves`: of layers and, as x y z, of the whole cube; `start`: 54 letters as the cube is held.
    """
    facelets = start
    for move in moves:
        for _ in range(STILL_FRAMES):
            yield with_fingers(draw_cube(facelets))
        whole = quarter_degrees(move)
        frames = _frames_of(move)
        for k in range(1, frames):
            yield with_fingers(draw_cube(facelets, move, whole * k / frames))
        facelets = moved(facelets, move)
    for _ in range(4 * STILL_FRAMES):
        yield with_fingers(draw_cube(facelets))


def held_from_below(facelets: str) -> str:
    """Return the letters of a cube that is held upside down, the front face still in front."""
    return moved(moved(facelets, "z"), "z")


def _frames_of(move: str) -> int:
    return WHOLE_FRAMES if move[0] in AXES else TURNING_FRAMES


def end_of(moves: Sequence[str]) -> float:
    """Return when the last of some moves has ended, in seconds."""
    return sum(STILL_FRAMES + _frames_of(move) - 1 for move in moves) / FRAMES_A_SECOND


def write_film(path: Path, pictures: Iterator[Image]) -> Path:
    """Write a film; return its path."""
    size = (WIDTH, HEIGHT)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_A_SECOND, size)
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path
