"""The evaluation photographs: cubes and single faces, with what is truly in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rokumen.errors import InputError
from solver.geometry import FACES
from vision.arrays import Floats

# Tags of a real photograph that tell which side of the cube it shows, not where it was taken.
OF_THE_VIEW = re.compile("in view|logo")


@dataclass(frozen=True, slots=True)
class TrueFace:
    """One face in a picture: its corners (4 x 2, pixels) and its colours, as seen, if told."""

    corners: Floats
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TruePicture:
    """A picture file, the faces in it, and what else is told of the scene (cube, light, place)."""

    path: Path
    faces: tuple[TrueFace, ...]
    scene: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TrueCube:
    """A cube, the pictures that show it whole, and its 54 facelets."""

    name: str
    facelets: str
    pictures: tuple[TruePicture, ...]


def cubes_by_faces(data: Path) -> tuple[TrueCube, ...]:
    """Give the cubes of cube-photos by their six single faces. Raises InputError."""
    return tuple(_cubes(data, "face"))


def cubes_by_corners(data: Path) -> tuple[TrueCube, ...]:
    """Give the cubes of cube-photos by their two opposite corners. Raises InputError."""
    return tuple(_cubes(data, "corner"))


def real_pictures(data: Path) -> tuple[TruePicture, ...]:
    """Give the real photographs with all the faces in them. Raises InputError."""
    folder = data / "real-photos"
    return tuple(
        TruePicture(
            folder / name,
            tuple(
                TrueFace(np.array(face["corners_px"], float), tuple(face["rows"]))
                for face in picture["faces"]
            ),
            frozenset(tag for tag in picture["tags"] if not OF_THE_VIEW.search(tag)),
        )
        for name, picture in load_truth(folder / "truth.json").items()
    )


def real_cubes(data: Path) -> tuple[TrueCube, ...]:
    """Give the sets of real photographs that show one whole cube each. Raises InputError."""
    pictures = {picture.path.name: picture for picture in real_pictures(data)}
    sets = load_truth(data / "real-photos" / "sets.json")
    return tuple(
        TrueCube(
            name,
            entry["state"],
            tuple(pictures[file] for file in sorted({file for file, _ in entry["faces"].values()})),
        )
        for name, entry in sets.items()
    )


def _cubes(data: Path, kind: str) -> Iterator[TrueCube]:
    folder = data / "cube-photos"
    for cube in load_truth(folder / "truth.json"):
        pictures = tuple(
            TruePicture(
                folder / view["image"],
                tuple(
                    TrueFace(np.array(face["corners_px"], float), _rows(cube, face["face"]))
                    for face in view["faces"]
                ),
            )
            for view in cube["views"]
            if view["kind"] == kind
        )
        yield TrueCube(cube["cube"], cube["facelets"], pictures)


def _rows(cube: Any, face: str) -> tuple[str, ...]:
    """Give a face's colours by their initials, row by row."""
    first = 9 * FACES.index(face)
    told = "".join(cube["scheme"][letter][0] for letter in cube["facelets"][first : first + 9])
    return tuple(told.upper()[row : row + 3] for row in (0, 3, 6))


def load_truth(path: Path) -> Any:
    """Read a JSON file of the evaluation data. Raises InputError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot read {str(path)!r}: {error}. --data names the folder that holds cube-photos, "
            "real-photos and sticker-colours"
        ) from error


def corner_error(found: Floats, true: Floats) -> float:
    """Give the largest distance of a corner in sides of the face, whichever corner is first."""
    side = np.hypot(*(true - np.roll(true, 1, axis=0)).T).mean()
    return float(min(_away(found, true)) / side)


def upright_turns(found: Floats, true: Floats) -> int:
    """Give by how many corners a found face's corners must be rolled to be the true ones."""
    return int(np.argmin(_away(found, true)))


def _away(found: Floats, true: Floats) -> list[float]:
    return [float(np.hypot(*(np.roll(found, k, axis=0) - true).T).max()) for k in range(4)]
