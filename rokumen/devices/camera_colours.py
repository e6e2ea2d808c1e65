"""What a camera knows of the six colours, and what a certain reading teaches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from calibration.colours import measure_known
from rokumen.storage.learnt_colours import load_learnt, teach
from rokumen.storage.profiles import profile_for_camera
from solver.core.geometry import FACES
from vision.arrays import IntArray
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.detect.face import FaceView, sample_at
from vision.reading_result import Reading


def known_colours(name: str | None, camera: str) -> ColourProfile | None:
    """Return the named profile, or that measured with a camera, or what the camera has learnt.

    Raises InputError if there is no such profile, and CalibrationFileError.
    """
    measured = profile_for_camera(name, camera)
    if measured.profile is not None or measured.is_chosen:
        return measured.profile
    learnt = load_learnt(camera) if camera else None
    return learnt.profile if learnt else None


def teach_camera(
    camera: str, views: Sequence[FaceView], labels: IntArray, scheme: Mapping[str, str]
) -> None:
    """Teach a camera the colours of a cube that was read with certainty.

    `labels` (views x 9): the index of each sticker's letter in U R F D L B; `scheme`: the names of
    their colours.
    """
    if len(np.unique(labels)) < len(FACES):
        return
    lab = measure_known(views, labels).profile.lab
    if set(lab) == set(scheme.values()):
        teach(camera, ColourProfile(lab))


class ReadStickers(NamedTuple):
    """The faces of a reading in its pictures, each turned as on the cube.

    `letters` (faces x 9): those of their stickers, as indices in U R F D L B.
    """

    views: list[FaceView]
    letters: IntArray


def stickers_of(reading: Reading, frames: Sequence[Frame]) -> ReadStickers:
    """Return the stickers of a reading, in the order of its faces."""
    views = [
        sample_at(
            frames[found.picture_index].image,
            np.array(found.corners) / frames[found.picture_index].reduction,
        )
        for found in reading.places
    ]
    letters = np.array([FACES.index(letter) for letter in reading.facelets], np.int64).reshape(6, 9)
    return ReadStickers(views, letters[[FACES.index(found.letter) for found in reading.places]])
