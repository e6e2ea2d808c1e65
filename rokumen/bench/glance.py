"""An eye that is told the stickers in place of seeing them, for thousands of jobs.

It is shown what a camera would be shown, faults of seeing included, and says no more than a camera
could: nine stickers a picture, and no cube that cannot be.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import MappingProxyType
from typing import Protocol

import numpy as np

from firmware_sim.truth import Truth
from robot.motion import Holding
from robot.scan import ScanStop, quarter_turns_seen
from rokumen.eyes import Shot
from solver.cube import Cube
from solver.errors import CubeError
from solver.facelets import normalise
from solver.geometry import FACES
from vision.camera import Frame
from vision.errors import CameraError, NoFaceError
from vision.reading import Reading

SCHEME = MappingProxyType(
    dict(zip(FACES, ("white", "red", "green", "yellow", "orange", "blue"), strict=True))
)
# A layer that is farther out of line than this makes a face's stickers no square of nine.
_CROOKED_DEGREES = 30.0


class Shown(Protocol):
    """Something that has a cube to be looked at, such as a simulated robot."""

    def seen(self) -> Truth | None:
        """Give what a picture taken now shows; None where there is none to be had."""
        ...


class GlancingEyes:
    """Looks at a simulated robot without a picture."""

    name = "no camera, but what it would be shown"

    def __init__(self, robot: Shown) -> None:
        self._robot = robot

    def look(self, stop: ScanStop) -> Shot:
        """Take note of nine stickers. Raises CameraError, and NoFaceError for an empty bench."""
        truth = self._robot.seen()
        if truth is None:
            raise CameraError("no picture comes any more")
        off = [abs(layer.degrees - 90 * round(layer.degrees / 90)) for layer in truth.layers]
        if truth.dropped or truth.tilt or max(off, default=0) > _CROOKED_DEGREES:
            raise NoFaceError(self.name, f"the picture of the {stop.face} face shows no face")
        seen = truth.straightened()
        face = seen.orientation.face_at(stop.position)
        start = 9 * FACES.index(face)
        stickers = np.array(list(seen.facelets[start : start + 9])).reshape(3, 3)
        shown = np.rot90(stickers, -quarter_turns_seen(seen.orientation, stop.position))
        image = np.array([[ord(letter) for letter in row] for row in shown], np.uint8)
        return Shot(stop, Frame(image, time.monotonic(), self.name))

    def read(self, shots: Sequence[Shot], holding: Holding) -> tuple[Reading, Holding]:
        """Put six faces together."""
        return self._read(shots), holding

    def _read(self, shots: Sequence[Shot]) -> Reading:
        seen = {shot.stop.face: _upright(shot) for shot in shots}
        stickers = "".join(seen[face] for face in FACES)
        try:
            facelets = normalise(stickers)
            Cube.from_facelets(facelets)
        except CubeError as error:
            return _reading(stickers, str(error), certain=False)
        return _reading(facelets, "", certain=True)


def _upright(shot: Shot) -> str:
    letters = np.rot90(shot.frame.image, shot.stop.quarter_turns)
    return "".join(chr(letter) for letter in letters.ravel())


def _reading(stickers: str, advice: str, *, certain: bool) -> Reading:
    return Reading(
        facelets=stickers,
        certain=certain,
        confidence=(float(certain),) * 54,
        ambiguous=(),
        scheme=SCHEME,
        faces=(),
        advice=advice,
        stickers=stickers,
    )
