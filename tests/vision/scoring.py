"""Scores of stickers as a perfect or a faulty eye would give them, for tests of decoding."""

import random

import numpy as np

from vision.arrays import Floats
from vision.places import TURNED

FACES = "URFDLB"
SURE = 8.0  # what a sticker's colour beats the others by


def scores(
    facelets: str, wrong: dict[int, str] | None = None, hidden: set[int] | None = None
) -> Floats:
    """54 facelets x 6 letters."""
    seen = np.array([FACES.index(letter) for letter in facelets])
    for facelet, letter in (wrong or {}).items():
        seen[facelet] = FACES.index(letter)
    result = np.full((54, 6), -SURE)
    result[np.arange(54), seen] = 0
    result[sorted(hidden or ())] = 0
    return result


def shuffled(table: Floats, rng: random.Random) -> tuple[Floats, list[int]]:
    """Put the faces in a random order and turn them; also say which view shows U R F D L B."""
    shown = rng.sample(range(6), 6)
    views = [table[9 * face : 9 * face + 9][TURNED[rng.randrange(4)]][:, shown] for face in shown]
    return np.array(views), [shown.index(face) for face in range(6)]


def side_stickers(rng: random.Random, count: int) -> list[int]:
    """Facelets that are not centres."""
    return rng.sample([i for i in range(54) if i % 9 != 4], count)


def misread(facelets: str, rng: random.Random, count: int) -> dict[int, str]:
    return {
        i: rng.choice([letter for letter in FACES if letter != facelets[i]])
        for i in side_stickers(rng, count)
    }
