"""What a camera knows of the six colours: measured, or learnt from cubes read with certainty."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from calibration.colours import measure_known
from calibration.errors import CalibrationFileError
from calibration.storage import load_colour_file, save_colour_file
from files.folders import state_folder
from files.locks import changing
from files.wording import reason
from rokumen.storage.profiles import profile_for_camera
from rokumen.storage.settings import camera_file
from solver.core.geometry import FACES
from vision.arrays import IntArray
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.face import FaceView, sample_at
from vision.reading_result import Reading

_log = logging.getLogger(__name__)

# The colours are means over the last cubes, the latest counting most: lamps and cubes change.
MEMORY_CUBES = 10


@dataclass(frozen=True, slots=True)
class LearntColours:
    """The mean colours of the cubes that a camera has shown, and how many they were.

    `scheme`: what is known of the order of their colours.
    """

    profile: ColourProfile
    cubes: int
    scheme: KnownScheme = USUAL_SCHEME

    def after(self, seen: ColourProfile) -> LearntColours:
        """Return the colours after one more cube."""
        cubes = self.cubes + 1
        weight = 1 / min(cubes, MEMORY_CUBES)
        means = {}
        for name, before in self.profile.lab.items():
            lightness, a, b = (1 - weight) * np.array(before) + weight * np.array(seen.lab[name])
            means[name] = (float(lightness), float(a), float(b))
        return LearntColours(ColourProfile(means), cubes, self.scheme)


def learnt_file(camera: str) -> Path:
    """Return the file of what a camera has learnt, in the state folder."""
    return state_folder() / "cameras" / camera_file(camera).name


def load_learnt(camera: str) -> LearntColours | None:
    """Return what a camera has learnt, or None. A damaged file counts as none, with a warning."""
    path = learnt_file(camera)
    if not path.exists():
        return None
    try:
        found = load_colour_file(path)
    except CalibrationFileError as error:
        _log.warning("%s has learnt nothing: %s", camera, error)
        return None
    return LearntColours(
        found.profile, 1 if found.cubes is None else found.cubes, found.known_scheme
    )


def teach(camera: str, seen: ColourProfile, scheme: KnownScheme = USUAL_SCHEME) -> LearntColours:
    """Add the colours of a cube that was read with certainty to what its camera has learnt.

    `scheme`: what was said of their order, which replaces what was said before. Where the file
    cannot be written nothing is kept, with a warning.
    """
    try:
        with changing(learnt_file(camera)):
            learnt = _after(load_learnt(camera), seen, scheme)
            save_colour_file(
                learnt_file(camera),
                learnt.profile,
                "The six colours as this camera sees them (CIE Lab under D65), learnt from cubes "
                "that",
                "were read with certainty. Remove the file to forget them.",
                camera=camera,
                cubes=learnt.cubes,
                scheme=learnt.scheme,
            )
    except (OSError, ValueError) as error:
        _log.warning("what %s has learnt is not kept: %s", camera, reason(error))
        return _after(load_learnt(camera), seen, scheme)
    return learnt


def _after(before: LearntColours | None, seen: ColourProfile, scheme: KnownScheme) -> LearntColours:
    """Return what a camera has learnt after one more cube; before the first it knows nothing."""
    if before is None or set(before.profile.lab) != set(seen.lab):
        return LearntColours(seen, 1, scheme)
    known = before.scheme if scheme == USUAL_SCHEME else scheme
    return replace(before.after(seen), scheme=known)


def known_scheme(scheme: KnownScheme, camera: str) -> KnownScheme:
    """Return what is said of the order of the colours, or else what the camera has learnt of it."""
    learnt = load_learnt(camera) if camera and scheme == USUAL_SCHEME else None
    return learnt.scheme if learnt else scheme


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
    camera: str,
    views: Sequence[FaceView],
    labels: IntArray,
    names: Mapping[str, str],
    scheme: KnownScheme = USUAL_SCHEME,
) -> None:
    """Teach a camera the colours of a cube that was read with certainty.

    `labels` (views x 9): the index of each sticker's letter in U R F D L B; `names`: those of
    their colours; `scheme`: what was said of their order.
    """
    if len(np.unique(labels)) < len(FACES):
        return
    lab = measure_known(views, labels).profile.lab
    if set(lab) == set(names.values()):
        teach(camera, ColourProfile(lab), scheme)


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
