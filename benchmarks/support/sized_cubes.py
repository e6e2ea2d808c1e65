"""Cubes of 2x2x2 to 7x7x7 with known facelets: photographed in a robot, and drawn."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.support.photographs import load_truth
from benchmarks.support.scenes import draw_scene
from solver.core.geometry import FACES
from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.position import write
from vision.arrays import FloatArray
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.decode.arrangements import cube_rotations
from vision.detect.face import FaceView
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import ImageFaces
from vision.errors import VisionError
from vision.reading import read
from vision.reading_result import value_or_raise
from vision.single_faces import try_single_faces

# The index into the drawn colours of each face letter: white is U, green F, red R.
DRAWN_COLOURS = {"U": 0, "D": 1, "R": 2, "L": 3, "F": 4, "B": 5}
# BGR of U R F D L B on most cubes, for samples without a picture.
SAMPLED = np.array(
    [[240, 240, 240], [45, 38, 205], [78, 160, 22], [40, 221, 255], [30, 136, 255], [196, 92, 14]],
    float,
)
TURNS_PER_LAYER = 10
TILT = 15.0  # degrees, of drawn faces
NOISE = 25.0  # grey levels (standard deviation) by which each channel of a sample is off


@dataclass(frozen=True, slots=True)
class SizedCube:
    """A cube of any size with six frames, of U R F D L B upright.

    `facelets`: by the letters of the centres; on even cubes white is U and green F.
    """

    name: str
    facelets: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class SizedOutcome:
    """Whether a cube was read right and with certainty, and the seconds (of this thread)."""

    name: str
    is_right: bool
    is_certain: bool
    seconds: float


def robot_cubes(data: Path) -> Iterator[SizedCube]:
    """Yield the cubes of robot-cubes. Raises InputError if they are missing."""
    folder = data / "robot-cubes"
    for name, cube in load_truth(folder / "truth.json").items():
        frames = tuple(load_image(folder / name / f"{face}.jpg") for face in FACES)
        yield SizedCube(name, cube["facelets"], frames)


def drawn_cubes(count: int, seed: int) -> Iterator[SizedCube]:
    """Yield `count` random cubes of every size, each face drawn in a scene of its own."""
    for n in SIZES:
        for number in range(count):
            yield drawn_cube(n, 1000 * seed + number)


def drawn_cube(n: int, seed: int) -> SizedCube:
    """Return a random cube with its six faces drawn, one in each frame."""
    return drawn_facelets(random_facelets(n, seed), seed)


def random_facelets(n: int, seed: int) -> str:
    """Return the facelets of a cube after random turns, which may move its middles too."""
    turns = random_turns(random.Random(seed), n, TURNS_PER_LAYER * n)
    return write(geometry(n).apply(geometry(n).solved, turns))


def drawn_facelets(facelets: str, seed: int) -> SizedCube:
    """Return a cube with these facelets (white is U, green F) with its six faces drawn."""
    n = math.isqrt(len(facelets) // 6)
    frames = []
    for index, face in enumerate(FACES):
        letters = facelets[index * n * n : (index + 1) * n * n]
        front = np.array([DRAWN_COLOURS[letter] for letter in letters])
        scene = draw_scene(n, 10 * seed + index, tilt=TILT, roll=0.0, front=front)
        frames.append(Frame(scene.image, 0.0, f"drawn-{n}-{seed}-{face}"))
    return SizedCube(f"{n}x{n}x{n} {seed}", _by_centres(facelets, n), tuple(frames))


def _by_centres(facelets: str, n: int) -> str:
    """Return facelets in the letters of their centres' positions; those of even cubes as given."""
    if n % 2 == 0:
        return facelets
    centres = facelets[n * n // 2 :: n * n]
    return facelets.translate(str.maketrans(centres, FACES))


def turned_alike(facelets: str) -> str:
    """Return facelets that are the same for every orientation in which a cube may be written."""
    n = math.isqrt(len(facelets) // 6)
    stickers = np.array(list(facelets))
    turned = ("".join(stickers[rotation.stickers(n)]) for rotation in cube_rotations())
    return min(_by_centres(each, n) for each in turned)


def read_sized(cube: SizedCube) -> SizedOutcome:
    """Read a cube, its size unsaid, from its frames in the order U R F D L B."""
    began = time.thread_time()
    try:
        reading = read(cube.frames, in_order=True)
    except VisionError:
        return SizedOutcome(cube.name, False, False, time.thread_time() - began)
    seconds = time.thread_time() - began
    return SizedOutcome(cube.name, reading.facelets == cube.facelets, reading.certain, seconds)


def read_sampled(
    facelets: str, noise: float, wrong_stickers: int, rng: np.random.Generator
) -> SizedOutcome:
    """Read a cube from samples of its faces in any order and rotation.

    `noise`: the standard deviation of each channel in grey levels (0..255); `wrong_stickers`: how
    many have another colour than theirs. Any orientation of the cube is right.
    """
    n = math.isqrt(len(facelets) // 6)
    letters = np.array([FACES.index(letter) for letter in facelets])
    for index in rng.choice(len(letters), wrong_stickers, replace=False):
        letters[index] = rng.choice([other for other in range(6) if other != letters[index]])
    colours = np.clip(SAMPLED[letters] + rng.normal(0, noise, (len(letters), 3)), 0, 255)
    images = [
        _sampled_face(
            FACES[index], np.rot90(colours.reshape(6, n, n, 3)[index], int(rng.integers(4)))
        )
        for index in rng.permutation(6)
    ]
    began = time.thread_time()
    reading = value_or_raise(try_single_faces(images))
    seconds = time.thread_time() - began
    is_right = turned_alike(reading.facelets) == turned_alike(facelets)
    return SizedOutcome(f"{n}x{n}x{n}", is_right, reading.certain, seconds)


def _sampled_face(name: str, colours: FloatArray) -> ImageFaces:
    n = len(colours)
    placed = np.array([[30.0, 0, 100], [0, 30, 50], [0, 0, 1]])
    view = FaceView(n, placed, colours, np.ones((n, n)), 1.0, np.full(3, 128.0))
    return ImageFaces(name, (view,))


def read_noisy(n: int, count: int, seed: int) -> Iterator[SizedOutcome]:
    """Yield the readings of random cubes with noisy samples, each also with a wrong sticker."""
    for number in range(count):
        facelets = random_facelets(n, 1000 * seed + number)
        for wrong_stickers in (0, 1):
            rng = np.random.default_rng([seed, number, wrong_stickers])
            yield read_sampled(facelets, NOISE, wrong_stickers, rng)
