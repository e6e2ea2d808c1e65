"""Labelled photographs with their ground truth, and the same in other light and exposure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from files.wording import reason
from rokumen.errors import InputError
from solver.core.geometry import FACES
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.detect.face import mean_side

BRIGHTNESS_SIGMA = 0.25
BALANCE_SIGMA = 0.15
GAMMA = 2.2
Change = Callable[[Frame], Frame]

# Largest error of a corner, in sides of the face: in rendered and in manually labelled pictures.
EXACT_CORNERS = 0.04
MARKED_CORNERS = 0.12

# The folders of the cubes on which thresholds are chosen, and of those on which they are judged.
CHOSEN_ON, JUDGED_ON = "cube-photos", "cube-photos-2"

# Tags of a real photograph that describe the view of the cube, not the scene.
OF_THE_VIEW = re.compile("in view|logo")


@dataclass(frozen=True, slots=True)
class LabelledFace:
    """Labelled face: its corners (4 x 2, pixels) and its colours as photographed, if labelled."""

    corners: FloatArray
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """Picture file with its faces and the tags of its scene (cube, light, place)."""

    path: Path
    faces: tuple[LabelledFace, ...]
    scene: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PhotographedCube:
    """Cube with the pictures that show all of it, and its 54 facelets."""

    name: str
    facelets: str
    pictures: tuple[LabelledPhoto, ...]


def cubes_by_faces(data: Path, half: str = CHOSEN_ON) -> tuple[PhotographedCube, ...]:
    """Return the cubes of cube-photos by their six single faces. Raises InputError."""
    return tuple(_cubes(data / half, "face"))


def cubes_by_corners(data: Path, half: str = CHOSEN_ON) -> tuple[PhotographedCube, ...]:
    """Return the cubes of cube-photos by their two opposite corners. Raises InputError."""
    return tuple(_cubes(data / half, "corner"))


def real_pictures(data: Path) -> tuple[LabelledPhoto, ...]:
    """Return the real photographs with all the faces in them. Raises InputError."""
    folder = data / "real-photos"
    return tuple(
        LabelledPhoto(
            folder / name,
            tuple(
                LabelledFace(np.array(face["corners_px"], float), tuple(face["rows"]))
                for face in picture["faces"]
            ),
            frozenset(tag for tag in picture["tags"] if not OF_THE_VIEW.search(tag)),
        )
        for name, picture in load_truth(folder / "truth.json").items()
    )


def real_cubes(data: Path) -> tuple[PhotographedCube, ...]:
    """Return the sets of real photographs that show one whole cube each. Raises InputError."""
    pictures = {picture.path.name: picture for picture in real_pictures(data)}
    sets = load_truth(data / "real-photos" / "sets.json")
    return tuple(
        PhotographedCube(
            name,
            entry["state"],
            tuple(pictures[file] for file in sorted({file for file, _ in entry["faces"].values()})),
        )
        for name, entry in sets.items()
    )


def _cubes(folder: Path, kind: str) -> Iterator[PhotographedCube]:
    for cube in load_truth(folder / "truth.json"):
        pictures = tuple(
            LabelledPhoto(
                folder / view["image"],
                tuple(
                    LabelledFace(np.array(face["corners_px"], float), _rows(cube, face["face"]))
                    for face in view["faces"]
                ),
            )
            for view in cube["views"]
            if view["kind"] == kind
        )
        yield PhotographedCube(cube["cube"], cube["facelets"], pictures)


def _rows(cube: Any, face: str) -> tuple[str, ...]:
    """Return a face's colours by their initials, row by row."""
    first = 9 * FACES.index(face)
    initials = "".join(cube["scheme"][letter][0] for letter in cube["facelets"][first : first + 9])
    return tuple(initials.upper()[row : row + 3] for row in (0, 3, 6))


def load_truth(path: Path) -> Any:
    """Return the content of a JSON file of the evaluation data. Raises InputError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot read {str(path)!r}: {reason(error)}. --data is the folder in which "
            f"{path.parent.name!r} is; docs/references.md says where it comes from"
        ) from error


def corner_error(found: FloatArray, true: FloatArray) -> float:
    """Return the largest corner distance, in sides of the face, for the best corner order."""
    return min(_away(found, true)) / mean_side(true)


def corner_rotation(found: FloatArray, true: FloatArray) -> int:
    """Return the number of steps by which to roll a found face's corners to match the true ones."""
    return int(np.argmin(_away(found, true)))


def _away(found: FloatArray, true: FloatArray) -> list[float]:
    return [float(np.hypot(*(np.roll(found, k, axis=0) - true).T).max()) for k in range(4)]


def change_exposure(seed: int) -> Change:
    """Return a change of the brightness and channel gains of each picture's pixel values.

    Values above the maximum are clipped, as in an overexposed photograph.
    """
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        return _scaled(frame, frame.image / 255.0, draw.gains())

    return change


def change_light(seed: int) -> Change:
    """Return a change of the brightness and colour of each picture's light."""
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        # Gains of the light are gains to the power of 1 / gamma of the pixel values.
        return _scaled(frame, frame.image / 255.0, draw.gains() ** (1 / GAMMA))

    return change


class _Draws:
    """Seeded random brightness and white balance."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def gains(self) -> FloatArray:
        """Return random gains of the three channels for one picture."""
        brightness = 1 + self._rng.gauss(0, BRIGHTNESS_SIGMA)
        balance = [1 + self._rng.gauss(0, BALANCE_SIGMA) for _ in range(3)]
        return np.maximum(brightness * np.array(balance), 0.1)


def _scaled(frame: Frame, values: FloatArray, gains: FloatArray) -> Frame:
    image = (np.clip(values * gains, 0, 1) * 255).round().astype(np.uint8)
    return Frame(image, frame.time, frame.name)
