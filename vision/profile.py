"""What the six colours of a cube look like: measured beforehand, or as most makers paint them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Floats

GAMMA = 2.2

# A colour this far (in Lab) from where it is expected counts no more than one further away.
FARTHEST = 60.0


@dataclass(frozen=True, slots=True)
class ColourProfile:
    """Six named colours (CIE Lab under D65: L 0..100, a, b)."""

    means: Mapping[str, tuple[float, float, float]]

    def __post_init__(self) -> None:
        """Check that there are six."""
        if len(self.means) != 6:
            raise ValueError(f"a profile of the colours {', '.join(self.means)}: name six")

    @property
    def light(self) -> Floats:
        """The colours as linear light (6 x 3, BGR 0..1)."""
        lab = np.array(list(self.means.values()), np.float32)[None]
        return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0].clip(0, 1) ** GAMMA, float)


# As most makers paint them, in daylight.
USUAL_COLOURS = ColourProfile(
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


def expected_shades(
    profile: ColourProfile, light: Floats, centres: Floats, trust: Floats
) -> Floats:
    """Return the linear light (6 x 3) that a profile expects of each of six centres.

    `light` (stickers x 3): all stickers of the cube, whose mean tells the light that they are
    seen in, since every cube has nine of each colour; `centres` (6 x 3); `trust` (6, 0..1): how
    much of each centre shows its colour. A centre that is hidden, or under a maker's mark, gets
    the colour that the others leave.
    """
    cast = light.mean(0) / profile.light.mean(0)
    expected = profile.light * cast
    off = _lab(centres / cast)[:, None] - _lab(expected / cast)
    cost = trust[:, None] * np.minimum(np.hypot.reduce(off * (0.5, 1, 1), axis=2), FARTHEST)
    _, colours = linear_sum_assignment(cost)
    return np.asarray(expected[colours], float)


def _lab(light: Floats) -> Floats:
    seen = np.clip(light, 0, 2) ** (1 / GAMMA)
    lab = cv2.cvtColor(seen[None].astype(np.float32), cv2.COLOR_BGR2LAB)
    return np.asarray(lab[0], float)
