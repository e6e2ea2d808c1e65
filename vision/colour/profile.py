"""The six colours that are expected of a cube, before any sample of them.

A profile has their Lab values, measured or default. Single faces, films and whole cubes all begin
with `ColourPrior`: the colours in an unknown light. The usual ones were fitted to photographs of
cubes, which docs/references.md lists.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.assignment import cheapest_assignment
from vision.colour.illumination import (
    DARK_OFFSET,
    GAMMA,
    LAB_WEIGHTS,
    PHOTO_BALANCE_SIGMA,
    PHOTO_BRIGHTNESS_SIGMA,
    lab_from_linear,
)

# The largest distance (weighted Lab) of a colour from the expected one that is counted.
MAX_LAB_DISTANCE = 60.0

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


@dataclass(frozen=True, slots=True)
class ColourProfile:
    """Six named colours in CIE Lab under D65 (L 0..100, a, b); ValueError if not six."""

    lab: Mapping[str, tuple[float, float, float]]

    def __post_init__(self) -> None:
        """Check that there are six."""
        if len(self.lab) != 6:
            raise ValueError(
                f"a colour profile needs six colours, got {len(self.lab)}: {', '.join(self.lab)}"
            )

    @property
    def linear_bgr(self) -> FloatArray:
        """The colours as linear light (6 x 3, BGR 0..1)."""
        lab = np.array(list(self.lab.values()), np.float32)[None]
        return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0].clip(0, 1) ** GAMMA, float)


# The usual colours of stickers, in daylight.
DEFAULT_COLOURS = ColourProfile(
    MappingProxyType(
        {
            "white": (94.0, 0.0, 0.0),
            "yellow": (86.0, -8.0, 80.0),
            "red": (45.0, 62.0, 38.0),
            "orange": (64.0, 45.0, 62.0),
            "green": (58.0, -50.0, 36.0),
            "blue": (40.0, 8.0, -52.0),
        }
    )
)


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

    @property
    def linear_bgr(self) -> FloatArray:
        """The colours as linear light (6 x 3, BGR)."""
        return np.asarray(np.exp(self.mean.reshape(COLOURS, 3)))

    def in_light(self, light: FloatArray) -> FloatArray:
        """Return the colours as linear light (6 x 3) as a cube with this light has them.

        `light` (stickers x 3): of all stickers of the cube, whose mean gives the illumination,
        since every cube has nine of each colour.
        """
        return np.asarray(self.linear_bgr * (light.mean(0) / self.linear_bgr.mean(0)))

    def of_centres(self, light: FloatArray, centres: FloatArray, weights: FloatArray) -> FloatArray:
        """Return the linear light (6 x 3) of the colours that six centres have.

        `light` as for `in_light`; `centres` (6 x 3): their linear light; `weights` (6, 0..1): of
        the centres. A centre that is hidden, or has a logo on it, gets the colour that remains.
        """
        expected = self.in_light(light)
        illuminant = light.mean(0) / self.linear_bgr.mean(0)
        difference = lab_from_linear(centres / illuminant)[:, None] - lab_from_linear(
            self.linear_bgr
        )
        cost = weights[:, None] * np.minimum(
            np.hypot.reduce(difference * LAB_WEIGHTS, axis=2), MAX_LAB_DISTANCE
        )
        _, colours = cheapest_assignment(cost)
        return np.asarray(expected[colours], float)


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


def expected_colours(profile: ColourProfile | None) -> ColourPrior:
    """Return the colours of a profile, the usual ones without one, in an unknown light."""
    return usual_colours() if profile is None else colours_of(profile)


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
