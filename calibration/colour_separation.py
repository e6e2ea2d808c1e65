"""Separation of each pair of colours in standard deviations, with advice where it is too small."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.colours import ColourMeasurement
from vision.arrays import FloatArray

# Colours separated by this many times their scatter are always distinguished; less is close.
MIN_SEPARATION = 8.0
MIN_SIGMA = 1.5  # Lab: least scatter, even of a flawless picture
LIGHTNESS = 0.3  # weight of a difference in lightness: a sticker in a shadow keeps its hue

MAX_OVEREXPOSED = 0.25
delete = 25.0  # Lab lightness of the brightest colour
MAX_WHITE_CHROMA = 14.0  # Lab chroma of white
WARM = 0.0  # Lab b of white above which the tint is a warm one


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two colours and how far apart they are, in multiples of their scatter."""

    first: str
    second: str
    separation: float

    @property
    def is_close(self) -> bool:
        """Return whether stickers of the two may be confused."""
        return self.separation < MIN_SEPARATION


def colour_pairs(measured: ColourMeasurement) -> tuple[ColourPair, ...]:
    """Return all pairs of the six colours, the closest first."""
    weighed = {name: samples * (LIGHTNESS, 1, 1) for name, samples in measured.lab_samples.items()}
    found = [
        ColourPair(a, b, _separation(weighed[a], weighed[b])) for a, b in combinations(weighed, 2)
    ]
    return tuple(sorted(found, key=lambda pair: pair.separation))


def _separation(a: FloatArray, b: FloatArray) -> float:
    """Return the distance of two clouds' middles, by their scatter in its direction."""
    between = np.median(a, 0) - np.median(b, 0)
    length = float(np.hypot.reduce(between))
    if length == 0:
        return 0.0
    off = np.concatenate([cloud - np.median(cloud, 0) for cloud in (a, b)]) @ (between / length)
    scatter = 1.4826 * float(np.median(np.abs(off)))
    return length / float(np.hypot(scatter, MIN_SIGMA))


def separation_warnings(measured: ColourMeasurement) -> tuple[str, ...]:
    """Return which colours are close, and what to change."""
    close = [pair for pair in colour_pairs(measured) if pair.is_close]
    return tuple(
        f"{pair.first} and {pair.second} are close ({pair.separation:.1f} times their scatter; "
        f"{MIN_SEPARATION:g} is safe). {_lighting_advice(measured, pair)}"
        for pair in close
    )


def _lighting_advice(measured: ColourMeasurement, pair: ColourPair) -> str:
    white = np.array(measured.profile.lab.get("white", (100.0, 0.0, 0.0)))
    changes = []
    if measured.overexposed > MAX_OVEREXPOSED:
        changes.append("lower the camera's exposure, or dim the light: much is overexposed")
    if np.hypot(white[1], white[2]) > MAX_WHITE_CHROMA:
        tint = "warm" if white[2] > WARM else "cold"
        changes.append(f"set the camera's white balance, or use another lamp: the light is {tint}")
    if {pair.first, pair.second} == {"red", "orange"} and not changes:
        changes.append(
            "use daylight or a white lamp rather than a warm one, and lower the exposure"
        )
    if not changes:
        changes.append("use more light, evenly from all sides, without highlights on the stickers")
    return "; ".join(changes)[0].upper() + "; ".join(changes)[1:]
