"""How far apart the colours of a cube are, which two are the closest, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.measure_colours import Measured
from vision.arrays import Floats

# Two colours this many times their scatter apart are told apart without fail; fewer is close.
CLOSE = 8.0
LEAST_SCATTER = 1.5  # Lab: what even a flawless picture must be allowed
LIGHTNESS = 0.3  # what a difference in lightness counts: a sticker in a shadow keeps its hue

MUCH_OVEREXPOSED = 0.25
DARK = 25.0  # Lab lightness of the brightest colour
TINTED = 14.0  # Lab chroma of white
WARM = 0.0  # Lab b of white above which the tint is a warm one


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours and how far apart they are, in multiples of their scatter."""

    first: str
    second: str
    apart: float

    @property
    def is_close(self) -> bool:
        """Tell whether stickers of the two may be confused."""
        return self.apart < CLOSE


def pairs(measured: Measured) -> tuple[Pair, ...]:
    """Give all pairs of the six colours, the closest first."""
    weighed = {name: samples * (LIGHTNESS, 1, 1) for name, samples in measured.samples.items()}
    found = [Pair(a, b, _apart(weighed[a], weighed[b])) for a, b in combinations(weighed, 2)]
    return tuple(sorted(found, key=lambda pair: pair.apart))


def _apart(a: Floats, b: Floats) -> float:
    """Return the distance of two clouds' middles, by their scatter in its direction."""
    between = np.median(a, 0) - np.median(b, 0)
    length = float(np.hypot.reduce(between))
    if length == 0:
        return 0.0
    off = np.concatenate([cloud - np.median(cloud, 0) for cloud in (a, b)]) @ (between / length)
    scatter = 1.4826 * float(np.median(np.abs(off)))
    return length / float(np.hypot(scatter, LEAST_SCATTER))


def warnings(measured: Measured) -> tuple[str, ...]:
    """Say which colours are close, and what to change."""
    close = [pair for pair in pairs(measured) if pair.is_close]
    return tuple(
        f"{pair.first} and {pair.second} are close ({pair.apart:.1f} times their scatter; "
        f"{CLOSE:g} is safe). {_what_to_change(measured, pair)}"
        for pair in close
    )


def _what_to_change(measured: Measured, pair: Pair) -> str:
    white = np.array(measured.profile.means.get("white", (100.0, 0.0, 0.0)))
    changes = []
    if measured.overexposed > MUCH_OVEREXPOSED:
        changes.append("lower the camera's exposure, or dim the light: much is overexposed")
    if np.hypot(white[1], white[2]) > TINTED:
        tint = "warm" if white[2] > WARM else "cold"
        changes.append(f"set the camera's white balance, or use another lamp: the light is {tint}")
    if {pair.first, pair.second} == {"red", "orange"} and not changes:
        changes.append(
            "use daylight or a white lamp rather than a warm one, and lower the exposure"
        )
    if not changes:
        changes.append("use more light, evenly from all sides, without highlights on the stickers")
    return "; ".join(changes)[0].upper() + "; ".join(changes)[1:]
