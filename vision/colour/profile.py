"""Colour profiles: the Lab values of a cube's six colours, measured or default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np

from vision.arrays import FloatArray
from vision.assignment import cheapest_assignment
from vision.colour.illumination import GAMMA, LAB_WEIGHTS, lab_from_linear

# The largest distance (weighted Lab) of a colour from the expected one that is counted.
MAX_LAB_DISTANCE = 60.0


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


def expected_linear_colours(
    profile: ColourProfile, light: FloatArray, centres: FloatArray, weights: FloatArray
) -> FloatArray:
    """Return the linear light (6 x 3) that a profile predicts for each of six centres.

    `light` (stickers x 3): of all stickers of the cube, whose mean gives the illumination, since
    every cube has nine of each colour; `centres` (6 x 3): their linear light; `weights` (6, 0..1):
    weights of the centres. A centre that is hidden, or has a logo on it, gets the colour that
    remains.
    """
    illuminant = light.mean(0) / profile.linear_bgr.mean(0)
    expected = profile.linear_bgr * illuminant
    difference = lab_from_linear(centres / illuminant)[:, None] - lab_from_linear(
        expected / illuminant
    )
    cost = weights[:, None] * np.minimum(
        np.hypot.reduce(difference * LAB_WEIGHTS, axis=2), MAX_LAB_DISTANCE
    )
    _, colours = cheapest_assignment(cost)
    return np.asarray(expected[colours], float)
