"""Cubes of many sizes as robots' colour sensors measured them, with their true states."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rokumen.bench.photographs import load_truth
from vision.arrays import Floats
from vision.stickers import read_stickers

_MEASURED_ORDER = "ULFRBD"
_OUR_ORDER = "URFDLB"


@dataclass(frozen=True, slots=True)
class MeasuredCube:
    """A cube's colours (6 x n x n x 3, BGR 0..255, faces U R F D L B) and its true facelets."""

    name: str
    colours: Floats
    facelets: str


def measured_cubes(data: Path) -> tuple[MeasuredCube, ...]:
    """Give the cubes of sticker-colours. Raises InputError where they are not there."""
    return tuple(
        MeasuredCube(
            cube["name"], _colours(cube["rgb"], int(cube["size"])), cube["expected_URFDLB"]
        )
        for cube in load_truth(data / "sticker-colours" / "cubes.json")["cubes"]
    )


def is_read_right(cube: MeasuredCube) -> bool:
    """Read a cube and tell whether all its facelets are right.

    A cube of even size has no centres, so that which colour is called U is a matter of taste.
    """
    seen, true = read_stickers(cube.colours).facelets, cube.facelets
    if cube.colours.shape[1] % 2:
        return seen == true
    return len(set(zip(seen, true, strict=True))) == len(set(true)) == len(set(seen))


def _colours(rgb: dict[str, list[int]], n: int) -> Floats:
    flat = np.array([rgb[str(number)] for number in range(1, 6 * n * n + 1)], float)
    measured = flat[:, ::-1].reshape(6, n, n, 3)
    return measured[[_MEASURED_ORDER.index(face) for face in _OUR_ORDER]]
