"""Films of hands that turn a cube, drawn: fingers, sway, blur of motion, lights and palettes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from benchmarks.support.held_cube import Paint, draw_held_cube, moved, quarter_degrees
from drawing.palette import bgr
from robot.rigs.camera_geometry import (
    FACELET_NORMALS,
    STICKERS,
    Array,
    PinholeCamera,
    rotation,
)
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from solver.turn_distance import AXES, TimedTurn
from vision.arrays import FloatArray, Image

FRAMES_A_SECOND = 30.0
WIDTH, HEIGHT, FOCAL = 360, 270, 480.0
# Frames at rest before the first turn and after the last, and of a turn of the whole cube.
REST_FRAMES, WHOLE_FRAMES = 30, 15
LAYER_SHARE = 0.9  # of the turns; the others are of the whole cube
# A quarter turn takes this share of the time from one to the next, but at most so many frames.
TURNING_SHARE, TURNING_FRAMES = 0.7, 7
EXPOSURES = 3  # pictures within the exposure of a frame, which lasts half of it
# The turns that show all six faces, each above and in front, and their frames.
ALL_SIDES = ("x", "x", "x", "x", "y", "x", "x", "x", "x")
SHOWING_FRAMES = 24
PAUSE = ""  # of REST_FRAMES
# The share of the stickers that two thumbs cover at rest; a finger covers more now and then. One
# is covered if this share of it is hidden, and seen from the side if the cosine of the angle of
# view is smaller.
COVERED, COVERED_PART, MIN_COSINE = (0.3, 0.45), 0.25, 0.2
# The colours (RGB) of the faces U R F D L B: usual, pale, vivid, dark.
PALETTES = (
    "e1e6e8 be2026 1e9b46 ebd223 f57018 1050af",
    "eceeee c84246 50b46e f0e15a f59146 3c78be",
    "fafafa e10a14 0ac828 fff50a ff7800 0046eb",
    "d0cecd 8c1a20 18743e c6ac26 cd581c 163a80",
)
# What lamps do to blue, green and red: daylight, warm, cold, green, dim, bright.
LIGHTS = (
    (1.0, 1.0, 1.0),
    (0.72, 0.93, 1.05),
    (1.08, 1.0, 0.86),
    (0.9, 1.04, 0.9),
    (0.55, 0.56, 0.58),
    (1.2, 1.2, 1.2),
)
SKINS: tuple[Paint, ...] = ((150, 175, 225), (120, 150, 205), (80, 110, 165), (50, 70, 110))


@dataclass(frozen=True)
class DrawnFilm:
    """A film that is drawn anew for the same `seed`: `turns` turns at `speed` a second.

    `script`: the moves that are made, random ones where it is empty; PAUSE is one. `shows_all`: the
    cube is turned as a whole before the first and after the last move, so that all faces are seen.
    """

    seed: int
    speed: float
    turns: int = 0
    script: tuple[str, ...] = ()
    shows_all: bool = False

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Its moves, of layers and of the whole cube."""
        made = self.script or self._random_moves()
        return (*ALL_SIDES, PAUSE, *made, PAUSE, *ALL_SIDES) if self.shows_all else made

    def _random_moves(self) -> tuple[str, ...]:
        """Return moves of which no two in a row are of one layer or axis."""
        rng = np.random.default_rng([self.seed, 1])
        made: list[str] = []
        while len(made) < self.turns:
            names = list(FACES) if rng.random() < LAYER_SHARE else list(AXES)
            move = str(rng.choice(names)) + str(rng.choice(["", "'"]))
            if not made or made[-1][0] != move[0]:
                made.append(move)
        return tuple(made)

    @property
    def truth(self) -> list[TimedTurn]:
        """Its turns with their ends."""
        return [TimedTurn(move, end / FRAMES_A_SECOND) for move, _, end in self.scenes() if move]

    @property
    def facelets(self) -> str:
        """The 54 facelets at its end, as the cube is held."""
        facelets = SOLVED
        for move in filter(None, self.moves):
            facelets = moved(facelets, move)
        return facelets

    def pictures(self) -> Iterator[Image]:
        """Yield its frames."""
        facelets = SOLVED
        for move, start, end in self.scenes():
            turning = self._turning_frames(move, end - start)
            for number in range(start, end):
                shares = (number - end + turning + np.arange(EXPOSURES) / EXPOSURES / 2) / turning
                yield self._exposed(facelets, move or "U", np.clip(shares, 0, 1), number)
            facelets = moved(facelets, move) if move else facelets

    def scenes(self) -> Iterator[tuple[str, int, int]]:
        """Yield each move with the frames between which it is made, rests among them."""
        number = 0
        showing = len(ALL_SIDES) if self.shows_all else 0
        moves = (PAUSE, *self.moves, PAUSE)
        for k, move in enumerate(moves):
            is_showing = k <= showing or k >= len(moves) - 1 - showing
            frames = self._frames_of(move, is_showing)
            yield move, number, number + frames
            number += frames

    def _frames_of(self, move: str, is_showing: bool) -> int:
        """Return the frames from the end of the turn before to the end of this one."""
        if not move:
            return REST_FRAMES
        usual = round(FRAMES_A_SECOND / self.speed)
        slowest = SHOWING_FRAMES if is_showing else WHOLE_FRAMES
        return max(usual, slowest) if move[0] in AXES else usual

    def _turning_frames(self, move: str, frames: int) -> int:
        if not move:
            return 1
        if move[0] in AXES:
            return WHOLE_FRAMES - 1
        return min(round(TURNING_SHARE * frames), TURNING_FRAMES)

    def _exposed(self, facelets: str, move: str, shares: FloatArray, number: int) -> Image:
        """Return a frame in which a layer moves on by shares of its way."""
        shown = [
            self._drawn(facelets, move, float(share) * quarter_degrees(move), number)
            for share in np.unique(shares)
        ]
        light = np.mean(shown, 0) * self._light
        noise = np.random.default_rng([self.seed, 2, number]).normal(0, 3, light.shape)
        return np.asarray(np.clip(light + noise, 0, 255), np.uint8)

    def _drawn(self, facelets: str, move: str, degrees: float, number: int) -> Image:
        picture: Image = np.full((HEIGHT, WIDTH, 3), self._ground, np.uint8)
        draw_held_cube(
            picture, self._camera, facelets, self._paints, move, degrees, self._sway(number)
        )
        self._draw_fingers(picture, number)
        return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)

    def _sway(self, number: int) -> Array:
        """Return how the cube is rotated in the hands in a frame."""
        phases = np.random.default_rng([self.seed, 3]).uniform(0, 2 * np.pi, 3)
        degrees = 4 * np.sin(number / 25 + phases)
        made = np.eye(3)
        for axis, each in zip(np.eye(3), degrees, strict=True):
            made = made @ rotation(axis, float(each))
        return made

    def _draw_fingers(self, picture: Image, number: int) -> None:
        """Draw two thumbs before the lower part, and now and then a finger over the upper face."""
        self._draw_thumbs(picture, self._thickness, self._skin)
        if np.sin(number / 11 + self.seed) > 0.6:
            side = 1 if np.sin(number / 17) > 0 else -1
            tip = (round(WIDTH / 2 + 20 * side), round(HEIGHT * 0.36))
            hand = (round(WIDTH / 2 + 150 * side), round(HEIGHT * 0.2))
            cv2.line(picture, tip, hand, self._skin, 22, cv2.LINE_AA)

    def _draw_thumbs(self, picture: Image, thickness: float, paint: Paint) -> None:
        rng = np.random.default_rng([self.seed, 4])
        reach = rng.uniform(24, 44)
        for side in (-1, 1):
            tip = (round(WIDTH / 2 + side * reach), round(HEIGHT * rng.uniform(0.56, 0.66)))
            hand = (round(WIDTH / 2 + 130 * side), HEIGHT - 5)
            width = round(thickness * rng.uniform(24, 36))
            cv2.line(picture, tip, hand, paint, width, cv2.LINE_AA)

    @cached_property
    def _thickness(self) -> float:
        """How thick the thumbs are, as a factor, so that they cover the share that they should."""
        share = np.random.default_rng([self.seed, 6]).uniform(*COVERED)
        for thickness in np.arange(0.6, 3, 0.05):
            picture: Image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
            self._draw_thumbs(picture, float(thickness), (255, 255, 255))
            if self.covered_by(picture, 0) >= share:
                break
        return float(thickness)

    def covered(self, number: int) -> float:
        """Return the share of the stickers to be seen in a frame that fingers cover."""
        picture: Image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._draw_fingers(picture, number)
        return self.covered_by(picture, number)

    def covered_by(self, fingers: Image, number: int) -> float:
        """Return the share of the stickers to be seen in a frame that a picture of fingers covers.

        A sticker is covered if a part of it, COVERED_PART, is not black in the picture.
        """
        held = self._sway(number).T
        hidden = []
        for outline, normal in zip(STICKERS @ held, FACELET_NORMALS @ held, strict=True):
            towards = self._camera.position - outline.mean(0)
            if towards @ normal > MIN_COSINE * np.linalg.norm(towards):
                sticker: Image = np.zeros((HEIGHT, WIDTH), np.uint8)
                cv2.fillConvexPoly(sticker, np.rint(self._camera.project(outline)).astype(int), 1)
                hidden.append((fingers[sticker > 0] > 0).any(1).mean() >= COVERED_PART)
        return float(np.mean(hidden))

    @cached_property
    def _camera(self) -> PinholeCamera:
        rng = np.random.default_rng([self.seed, 5])
        forward = (float(rng.uniform(-0.3, 0.3)), float(rng.uniform(-0.85, -0.6)), -0.7)
        middle = (WIDTH / 2, HEIGHT / 2)
        return PinholeCamera((0.0, 0.0, 0.0), forward, middle, FOCAL, WIDTH, HEIGHT)

    @cached_property
    def _paints(self) -> Mapping[str, Paint]:
        paints = map(bgr, PALETTES[self._palette].split())
        return dict(zip(FACES, paints, strict=True))

    @property
    def _palette(self) -> int:
        # 24 films have each palette in each light.
        return (self.seed + self.seed // 12) % len(PALETTES)

    @property
    def _light(self) -> FloatArray:
        return np.array(LIGHTS[self.seed % len(LIGHTS)])

    @property
    def _ground(self) -> Paint:
        value = 40 + 30 * (self.seed % 3)
        return (value, value + 4, value + 6)

    @property
    def _skin(self) -> Paint:
        return SKINS[self.seed % len(SKINS)]
