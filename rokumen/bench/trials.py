"""Decoding put to the test: stickers that are hidden, and stickers that are told wrongly.

The scores are those of an eye that sees every other sticker without fault, so that what is
measured is the decoding alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from rokumen.bench.fitting import HIDDEN, fitting_cubes
from solver.geometry import FACES
from solver.scramble import random_cube
from vision.arrange import known, loose
from vision.arrays import Floats
from vision.decode import Decoded, decode, decode_known
from vision.places import TURNED

SURE = 8.0  # what a sticker's colour beats the others by
HIDDEN_STICKERS = 6
WRONG_STICKERS = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """One cube decoded: whether it is the true one, called certain, and the only one that fits."""

    is_right: bool
    is_certain: bool
    is_only: bool


def scores(
    facelets: str, wrong: dict[int, str] | None = None, hidden: set[int] | None = None
) -> Floats:
    """Give the scores (54 facelets x 6 letters) of a perfect eye, but for some stickers."""
    seen = np.array([FACES.index(letter) for letter in facelets])
    for facelet, letter in (wrong or {}).items():
        seen[facelet] = FACES.index(letter)
    result = np.full((54, 6), -SURE)
    result[np.arange(54), seen] = 0
    result[sorted(hidden or ())] = 0
    return result


def shuffled(table: Floats, rng: Random) -> tuple[Floats, list[int]]:
    """Put the faces in a random order and turn them; also say which view shows U R F D L B."""
    shown = rng.sample(range(6), 6)
    views = [table[9 * face : 9 * face + 9][TURNED[rng.randrange(4)]][:, shown] for face in shown]
    return np.array(views), [shown.index(face) for face in range(6)]


def side_stickers(rng: Random, count: int) -> list[int]:
    """Draw facelets that are not centres."""
    return rng.sample([i for i in range(54) if i % 9 != 4], count)


def misread(facelets: str, rng: Random, count: int) -> dict[int, str]:
    """Draw facelets and a wrong letter for each."""
    return {
        i: rng.choice([letter for letter in FACES if letter != facelets[i]])
        for i in side_stickers(rng, count)
    }


def hidden_trials(count: int, seed: int) -> Iterator[Trial]:
    """Hide six stickers of a cube whose faces are in place; count which cubes fit the others."""
    in_place = known([(position, 0) for position in range(6)])
    for number in range(count):
        rng = Random(f"{seed} hidden {number}")
        facelets = random_cube(rng).facelets()
        hidden = set(side_stickers(rng, HIDDEN_STICKERS))
        views = scores(facelets, hidden=hidden).reshape(6, 9, 6)
        seen = "".join(HIDDEN if i in hidden else letter for i, letter in enumerate(facelets))
        yield _trial(decode_known(views, in_place), views, facelets, fitting_cubes(seen))


def wrong_trials(count: int, seed: int) -> Iterator[Trial]:
    """Tell three stickers wrongly, of a cube whose faces come in any order and turn."""
    for number in range(count):
        rng = Random(f"{seed} wrong {number}")
        facelets = random_cube(rng).facelets()
        told = scores(facelets, wrong=misread(facelets, rng, WRONG_STICKERS))
        views, usual = shuffled(told, rng)
        yield _trial(decode(views, loose(), usual), views, facelets, set())


def _trial(decoded: Decoded, views: Floats, facelets: str, fitting: set[str]) -> Trial:
    return Trial(
        is_right=decoded.facelets == facelets,
        is_certain=decoded.is_certain(views),
        is_only=fitting == {facelets},
    )
