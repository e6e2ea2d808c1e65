"""Decoding trials with hidden or wrong stickers, compared with all consistent legal cubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from solver.core.errors import CubeError
from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES
from solver.cube import Cube
from vision.arrays import FloatArray
from vision.decode.arrangements import fixed_arrangement, unconstrained_arrangements
from vision.decode.bounds import ScoredArrangements
from vision.decode.map_decoder import DecodedCube, decode, decode_as_arranged
from vision.facelet_indices import FACE_ROTATIONS

HIDDEN = "?"


def consistent_cubes(seen: str) -> set[str]:
    """Return all legal cubes with the letters of `seen`; "?" is a hidden sticker."""
    places = [p for p in (*CORNERS, *EDGES) if any(seen[i] == HIDDEN for i in p)]
    shown = {_name([seen[i] for i in p]) for p in (*CORNERS, *EDGES) if p not in places}
    free = [p for p in (*CORNERS, *EDGES) if _name([FACES[i // 9] for i in p]) not in shown]
    letters = list(seen)
    for face, letter in enumerate(FACES):
        letters[9 * face + 4] = letter
    return {cube for cube in _complete_positions(letters, places, free) if _legal(cube)}


def _complete_positions(
    letters: list[str], places: Sequence[tuple[int, ...]], free: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    if not places:
        yield "".join(letters)
        return
    place, *rest = places
    for piece in free:
        if len(piece) != len(place):
            continue
        for twist in range(len(piece)):
            shown = [FACES[piece[(j - twist) % len(piece)] // 9] for j in range(len(piece))]
            if all(letters[i] in (HIDDEN, c) for i, c in zip(place, shown, strict=True)):
                filled = letters.copy()
                for i, c in zip(place, shown, strict=True):
                    filled[i] = c
                yield from _complete_positions(filled, rest, [p for p in free if p != piece])


def _name(letters: Sequence[str]) -> str:
    return "".join(sorted(letters))


def _legal(facelets: str) -> bool:
    try:
        Cube.from_facelets(facelets)
    except CubeError:
        return False
    return True


SURE = 8.0  # score margin of a sticker's colour over the others

HIDDEN_STICKERS = 6

WRONG_STICKERS = 3


@dataclass(frozen=True, slots=True)
class DecodingTrial:
    """One decoded cube: whether it is right, called certain, and the only consistent one."""

    is_right: bool
    is_certain: bool
    is_only: bool


def ideal_scores(
    facelets: str, wrong: dict[int, str] | None = None, hidden: set[int] | None = None
) -> FloatArray:
    """Return perfect scores (54 facelets x 6 letters), except for some stickers."""
    seen = np.array([FACES.index(letter) for letter in facelets])
    for facelet, letter in (wrong or {}).items():
        seen[facelet] = FACES.index(letter)
    result = np.full((54, 6), -SURE)
    result[np.arange(54), seen] = 0
    result[sorted(hidden or ())] = 0
    return result


def shuffled(table: FloatArray, rng: Random) -> tuple[FloatArray, list[int]]:
    """Return the faces in random order and rotation, and which view shows each of U R F D L B."""
    shown = rng.sample(range(6), 6)
    views = [
        table[9 * face : 9 * face + 9][FACE_ROTATIONS[rng.randrange(4)]][:, shown] for face in shown
    ]
    return np.array(views), [shown.index(face) for face in range(6)]


def side_stickers(rng: Random, count: int) -> list[int]:
    """Return random facelet indices that are not centres."""
    return rng.sample([i for i in range(54) if i % 9 != 4], count)


def misread(facelets: str, rng: Random, count: int) -> dict[int, str]:
    """Return random facelet indices, each with a wrong letter."""
    return {
        i: rng.choice([letter for letter in FACES if letter != facelets[i]])
        for i in side_stickers(rng, count)
    }


def hidden_trials(count: int, seed: int) -> Iterator[DecodingTrial]:
    """Yield trials with six hidden stickers, compared with all consistent cubes."""
    in_place = fixed_arrangement([(position, 0) for position in range(6)])
    for number in range(count):
        rng = Random(f"{seed} hidden {number}")
        facelets = Cube.random(rng).facelets
        hidden = set(side_stickers(rng, HIDDEN_STICKERS))
        views = ideal_scores(facelets, hidden=hidden).reshape(6, 9, 6)
        scored = ScoredArrangements.of(views, in_place)
        seen = "".join(HIDDEN if i in hidden else letter for i, letter in enumerate(facelets))
        yield _trial(decode_as_arranged(scored), facelets, consistent_cubes(seen))


def wrong_trials(count: int, seed: int) -> Iterator[DecodingTrial]:
    """Yield trials with three wrong stickers, the faces in random order and rotation."""
    for number in range(count):
        rng = Random(f"{seed} wrong {number}")
        facelets = Cube.random(rng).facelets
        scores = ideal_scores(facelets, wrong=misread(facelets, rng, WRONG_STICKERS))
        views, usual = shuffled(scores, rng)
        scored = ScoredArrangements.of(views, unconstrained_arrangements())
        yield _trial(decode(scored, usual), facelets, set())


def _trial(decoded: DecodedCube, facelets: str, fitting: set[str]) -> DecodingTrial:
    return DecodingTrial(
        is_right=decoded.facelets == facelets,
        is_certain=decoded.is_certain,
        is_only=fitting == {facelets},
    )
