"""Films of a cube that turns by itself, drawn with the camera of the simulator, and of fingers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from firmware_sim.camera.geometry import (
    FACELET_CUBIES,
    FACELET_NORMALS,
    STICKERS,
    TILES,
    PinholeCamera,
    rotation,
)
from solver.core.geometry import FACES, FRAMES
from solver.core.turn import Turn
from solver.cube import Cube

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
COLOURS = {
    "U": (225, 230, 232),
    "R": (38, 32, 190),
    "F": (70, 155, 30),
    "D": (35, 210, 235),
    "L": (24, 112, 245),
    "B": (175, 80, 16),
}
SKIN = (120, 150, 205)
STILL_FRAMES, TURNING_FRAMES = 12, 7


def draw_cube(facelets: str, face: str = "U", degrees: float = 0.0) -> Image:
    """Return a picture of a cube of which a layer has turned clockwise by some degrees."""
    picture: Image = np.full((HEIGHT, WIDTH, 3), (52, 58, 60), np.uint8)
    axis = np.array(FRAMES[face].normal, float)
    in_layer = FACELET_CUBIES @ axis == 1
    turn = rotation(axis, degrees)
    normals = np.where(in_layer[:, None], FACELET_NORMALS @ turn.T, FACELET_NORMALS)
    shapes = []
    for outlines in (TILES, STICKERS):
        turned = np.where(in_layer[:, None, None], outlines @ turn.T, outlines)
        shapes.append(turned)
    middles = shapes[0].mean(1)
    distances = np.linalg.norm(middles - CAMERA.position, axis=1)
    for k in np.argsort(-distances):
        if (CAMERA.position - middles[k]) @ normals[k] > 0:
            for outlines, colour in zip(shapes, ((24, 22, 22), COLOURS[facelets[k]]), strict=True):
                pixels = np.rint(CAMERA.project(outlines[k]) * 16).astype(np.int32)
                cv2.fillConvexPoly(picture, pixels, colour, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def with_fingers(picture: Image) -> Image:
    """Return a picture with two thumbs before the lower corners of the cube."""
    for side in (-1, 1):
        tip, hand = (180 + 38 * side, 172), (180 + 120 * side, 260)
        cv2.line(picture, tip, hand, SKIN, 26, cv2.LINE_AA)
    return picture


def film_of(turns: Sequence[Turn], held: str = FACES) -> Iterator[Image]:
    """Yield the pictures of a solved cube to which quarter turns are done, held by two thumbs.

    `held`: which colour's face is in the place of U, R, F, D, L and B.
    """
    cube = Cube.solved()
    paint = str.maketrans(FACES, held)
    for turn in turns:
        for _ in range(STILL_FRAMES):
            yield with_fingers(draw_cube(cube.facelets.translate(paint)))
        whole = 90.0 if turn.quarter_turns == 1 else -90.0
        for k in range(1, TURNING_FRAMES):
            degrees = whole * k / TURNING_FRAMES
            yield with_fingers(draw_cube(cube.facelets.translate(paint), turn.face, degrees))
        cube = cube.turn(turn)
    for _ in range(4 * STILL_FRAMES):
        yield with_fingers(draw_cube(cube.facelets.translate(paint)))


def turns_end(number: int) -> float:
    """Return when the turn with this number (from 0) has ended, in seconds."""
    return (number + 1) * (STILL_FRAMES + TURNING_FRAMES - 1) / FRAMES_A_SECOND


def write_film(path: Path, pictures: Iterator[Image]) -> Path:
    """Write a film; return its path."""
    size = (WIDTH, HEIGHT)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_A_SECOND, size)
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path
