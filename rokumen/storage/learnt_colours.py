"""The six colours as each camera has seen them on cubes that were read with certainty."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.errors import CalibrationFileError
from calibration.storage import load_colour_file, save_colour_file
from rokumen.storage.settings import camera_file, state_folder
from vision.colour.profile import ColourProfile

_log = logging.getLogger(__name__)

# The colours are means over the last cubes, the latest counting most: lamps and cubes change.
MEMORY_CUBES = 10


@dataclass(frozen=True, slots=True)
class LearntColours:
    """The mean colours of the cubes that a camera has shown, and how many they were."""

    profile: ColourProfile
    cubes: int

    def after(self, seen: ColourProfile) -> LearntColours:
        """Return the colours after one more cube."""
        cubes = self.cubes + 1
        weight = 1 / min(cubes, MEMORY_CUBES)
        means = {}
        for name, before in self.profile.lab.items():
            lightness, a, b = (1 - weight) * np.array(before) + weight * np.array(seen.lab[name])
            means[name] = (float(lightness), float(a), float(b))
        return LearntColours(ColourProfile(means), cubes)


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
    return LearntColours(found.profile, 1 if found.cubes is None else found.cubes)


def teach(camera: str, seen: ColourProfile) -> LearntColours:
    """Add the colours of a cube that was read with certainty to what its camera has learnt.

    Where the file cannot be written nothing is kept, with a warning.
    """
    before = load_learnt(camera)
    if before is None or set(before.profile.lab) != set(seen.lab):
        learnt = LearntColours(seen, 1)
    else:
        learnt = before.after(seen)
    try:
        save_colour_file(
            learnt_file(camera),
            learnt.profile,
            "The six colours as this camera sees them (CIE Lab under D65), learnt from cubes that",
            "were read with certainty. Remove the file to forget them.",
            camera=camera,
            cubes=learnt.cubes,
        )
    except (OSError, ValueError) as error:
        _log.warning("what %s has learnt is not kept: %s", camera, error)
    return learnt
