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
UNUSUAL = 2.5  # see ColourPrior
# Which of the usual colours is opposite to which.
OPPOSITE = {"white": "yellow", "red": "orange", "green": "blue"}


class ColourPrior(NamedTuple):
    """The expected six colours in an unknown light, as logarithms of linear light (BGR).

    `mean` (18) and `covariance` (18 x 18): of the six colours, the light included; `sample` (3 x
    3): the covariance of stickers of one colour; `face_change` and `photo_change` (18 x 18): how
    the colours change to a second face of one photo, and to another photo; `names`: of the colours;
    `white`: the index of the brightest colour; `unusual`: the factor of `covariance` in a photo
    by a camera unlike those that it was fitted to.

    More light is not the same factor for all: a camera that makes colours more vivid darkens the
    weak channels of a dim face, and where the strong one of a bright face is clipped they grow
    alone.
    """

    mean: FloatArray
    covariance: FloatArray
    sample: FloatArray
    face_change: FloatArray
    photo_change: FloatArray
    names: tuple[str, ...]
    white: int
    unusual: float = 1.0

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
    found = {name: np.array(values) for name, values in content.items()}
    face_change = found["face_change"]
    light = _for_all(_covariance((PHOTO_BRIGHTNESS_SIGMA, PHOTO_BALANCE_SIGMA)))
    return ColourPrior(
        found["mean"].ravel(),
        found["covariance"],
        found["sample"],
        face_change,
        face_change + light,
        tuple(DEFAULT_COLOURS.lab),
        _whitest(found["mean"].reshape(COLOURS, 3)),
        UNUSUAL,
    )


def colours_of(profile: ColourProfile) -> ColourPrior:
    """Return the colours of a profile in an unknown light; stickers vary as usual."""
    colours = np.log(profile.linear_bgr + DARK_OFFSET)
    covariance = _for_all(_covariance(LIGHT_SIGMA))
    covariance += np.kron(np.eye(COLOURS), _covariance(PROFILE_COLOUR_SIGMA))
    usual = usual_colours()
    return usual._replace(
        mean=colours.ravel() + PROFILE_BRIGHTNESS,
        covariance=covariance,
        face_change=_of_any_colours(usual.face_change),
        photo_change=_of_any_colours(usual.photo_change),
        names=tuple(profile.lab),
        white=_whitest(colours),
        unusual=1.0,
    )


def _covariance(sigmas: tuple[float, float]) -> FloatArray:
    """Return the covariance of the channels (3 x 3), from that in brightness and in each."""
    brightness, channel = sigmas
    return np.asarray(brightness**2 * np.ones((3, 3)) + channel**2 * np.eye(3), float)


def _for_all(covariance: FloatArray) -> FloatArray:
    """Return the covariance (18 x 18) of six colours that change alike (3 x 3)."""
    return np.kron(np.ones((COLOURS, COLOURS)), covariance)


def _of_any_colours(change: FloatArray) -> FloatArray:
    """Return a covariance (18 x 18) of the usual colours as one of six colours that may be others.

    Each changes as the usual ones do in the mean, and two of them together as two usual ones do.
    """
    blocks = change.reshape(COLOURS, 3, COLOURS, 3).swapaxes(1, 2)
    own = blocks[np.arange(COLOURS), np.arange(COLOURS)].mean(0)
    pairs = (blocks.sum((0, 1)) - COLOURS * own) / (COLOURS * (COLOURS - 1))
    return _for_all(pairs) + np.kron(np.eye(COLOURS), own - pairs)


def _whitest(colours: FloatArray) -> int:
    """Return the index of white, the colour that reflects the most of every channel."""
    return int(colours.min(1).argmax())
