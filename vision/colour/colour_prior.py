"""The six colours of a cube in an unknown light, before any sample of them.

The usual colours were fitted to photographs of cubes, which docs/references.md lists.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import (
    DARK_OFFSET,
    PHOTO_BALANCE_SIGMA,
    PHOTO_BRIGHTNESS_SIGMA,
)
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

COLOURS = 6
FILE = "usual_colours.json"
# Standard deviations (natural logarithms of linear light, in brightness and in each channel
# relative to it): of the light from that of a profile, and of one of its colours.
LIGHT_SIGMA = (0.6, 0.35)
PROFILE_COLOUR_SIGMA = (0.1, 0.1)
PROFILE_BRIGHTNESS = -0.7  # the usual brightness of a photo's light, relative to the profile's
# Which of the usual colours is opposite to which.
OPPOSITE = {"white": "yellow", "red": "orange", "green": "blue"}


class ColourPrior(NamedTuple):
    """The expected six colours in an unknown light, as logarithms of linear light (BGR).

    `mean` (18) and `covariance` (18 x 18): of the six colours, the light included; `sample` (3 x
    3): the covariance of stickers of one colour; `face_gain` and `photo_gain` (3 x 3): of the light
    on a second face of one photo, and on the faces of another photo; `names`: of the colours;
    `white`: the index of the brightest colour.
    """

    mean: FloatArray
    covariance: FloatArray
    sample: FloatArray
    face_gain: FloatArray
    photo_gain: FloatArray
    names: tuple[str, ...]
    white: int

    @property
    def opposite(self) -> IntArray | None:
        """The colour opposite to each (6) in the usual scheme; None for other names."""
        pairs = OPPOSITE | {other: one for one, other in OPPOSITE.items()}
        if set(pairs) != set(self.names):
            return None
        return np.array([self.names.index(pairs[name]) for name in self.names])


@cache
def usual_colours() -> ColourPrior:
    """Return the colours that are usual, with how they vary from cube to cube and light to light.

    They were fitted to labelled photographs (docs/reading.md).
    """
    content = json.loads((files("vision.colour") / FILE).read_text(encoding="utf-8"))
    arrays = {name: np.array(values) for name, values in content.items()}
    face_gain = arrays["face_gain"]
    photo_gain = face_gain + _covariance((PHOTO_BRIGHTNESS_SIGMA, PHOTO_BALANCE_SIGMA))
    return ColourPrior(
        arrays["mean"].ravel(),
        arrays["covariance"],
        arrays["sample"],
        face_gain,
        photo_gain,
        tuple(DEFAULT_COLOURS.lab),
        _whitest(arrays["mean"]),
    )


def colours_of(profile: ColourProfile) -> ColourPrior:
    """Return the colours of a profile in an unknown light; stickers vary as usual."""
    colours = np.log(profile.linear_bgr + DARK_OFFSET)
    covariance = np.kron(np.ones((COLOURS, COLOURS)), _covariance(LIGHT_SIGMA))
    covariance += np.kron(np.eye(COLOURS), _covariance(PROFILE_COLOUR_SIGMA))
    return usual_colours()._replace(
        mean=colours.ravel() + PROFILE_BRIGHTNESS,
        covariance=covariance,
        names=tuple(profile.lab),
        white=_whitest(colours),
    )


def _covariance(sigmas: tuple[float, float]) -> FloatArray:
    """Return the covariance of the channels (3 x 3), from that in brightness and in each."""
    brightness, channel = sigmas
    return np.asarray(brightness**2 * np.ones((3, 3)) + channel**2 * np.eye(3), float)


def _whitest(colours: FloatArray) -> int:
    """Return the index of white, the colour that reflects the most of every channel."""
    return int(colours.min(1).argmax())
