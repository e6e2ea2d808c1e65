"""Solved cubes, which many people show first, in drawn scenes and on real photographs.

A face of one colour says nothing about its light: a red face may be a white one in red light. And
it seems to be cut off where it is merely of one brightness.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.reading.outcomes import read_cubes
from benchmarks.reading.scores import CubesRead
from benchmarks.support.photographs import real_cubes
from benchmarks.support.scenes import draw_scene
from benchmarks.support.sized_cubes import DRAWN_COLOURS, SizedOutcome
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES, FRAMES, OPPOSITE, face_towards
from vision.capture.frame import Frame
from vision.errors import VisionError
from vision.reading import read

DRAWN = 12
TILT = 25.0  # degrees, so that faces beside the front are in view
# White stickers on a white body have no outlines.
BODIES = ("black", "stickerless")
LIGHTS = (1.0, 0.7, 1.15)


def read_solved_cubes(data: Path, seed: int) -> Iterator[CubesRead]:
    """Yield how many solved cubes are read; the drawn ones in any order and rotation."""
    lit = zip(range(DRAWN), cycle(BODIES), cycle(LIGHTS), strict=False)
    drawn = [_read(drawn_solved(1000 * seed + k, body, light)) for k, body, light in lit]
    yield CubesRead.timed("drawn solved cubes", drawn, DRAWN)
    real = read_cubes(cube for cube in real_cubes(data) if cube.facelets == SOLVED)
    yield CubesRead.timed("real-photos, solved cubes", real, len(real))


def drawn_solved(seed: int, body: str, light: float) -> list[Frame]:
    """Return pictures of the six faces of a solved cube in any order and rotation."""
    frames = []
    for number, face in enumerate(Random(seed).sample(FACES, len(FACES))):
        scene = draw_scene(
            3,
            10 * seed + number,
            body,
            tilt=TILT,
            light=light,
            front=np.full(9, DRAWN_COLOURS[face]),
            sides=[DRAWN_COLOURS[beside] for beside in _faces_beside(face)],
        )
        frames.append(Frame(scene.image, 0.0, f"solved-{seed}-{face}"))
    return frames


def _faces_beside(face: str) -> list[str]:
    """Return the faces above, to the right, below and to the left of a face."""
    _, right, down = FRAMES[face]
    below, beside = face_towards(down), face_towards(right)
    return [OPPOSITE[below], beside, below, OPPOSITE[beside]]


def _read(frames: list[Frame]) -> SizedOutcome:
    began = time.thread_time()
    try:
        reading = read(frames)
    except VisionError:
        return SizedOutcome("solved", False, False, time.thread_time() - began)
    seconds = time.thread_time() - began
    return SizedOutcome("solved", reading.facelets == SOLVED, reading.certain, seconds)
