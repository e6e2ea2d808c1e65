"""Name six fitted colours, or the centres of some faces (white, yellow, red and so on).

Reading does not need names. They are for the user, and to orient the cube with white up and green
in front. A colour that is none of the six usual ones has a name of its own, such as pink.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.assignment import cheapest_assignment
from vision.colour.illumination import DARK_OFFSET, GAMMA, LAB_WEIGHTS, lab_from_linear
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# The prior of the illumination: it counts as this many faces of the usual mean colour.
PRIOR_FACES = 1.0


def name_centres(faces: Sequence[FloatArray], profile: ColourProfile | None) -> tuple[str, ...]:
    """Return names of the centres of up to seven faces (n x n x 3 each), six of them different.

    An estimate: the illumination is taken from the stickers seen so far, of which a cube has nine
    of each colour, with a prior.
    """
    if not faces:
        return ()
    known = profile or DEFAULT_COLOURS
    light = np.stack([(colours / 255) ** GAMMA for colours in faces])
    usual_mean = known.linear_bgr.mean(0)
    brightness = light.mean() / usual_mean.mean()
    weighted_sum = light.mean((1, 2)).sum(0) + PRIOR_FACES * usual_mean * brightness
    illuminant = weighted_sum / (len(faces) + PRIOR_FACES) / usual_mean
    centre = len(faces[0]) // 2
    difference = lab_from_linear(light[:, centre, centre] / illuminant)[:, None] - lab_from_linear(
        known.linear_bgr
    )
    cost = np.hypot.reduce(difference * LAB_WEIGHTS, axis=2)
    names = list(known.lab)
    rows, columns = cheapest_assignment(cost)
    chosen = cost.argmin(1)
    chosen[rows] = columns
    return tuple(names[colour] for colour in chosen)


NAMES = ("white", "yellow", "red", "orange", "green", "blue")

# Colours of stickers that are none of the six, sRGB, in the shades in which makers have them.
_OTHER_SHADES = {
    "pink": ("f57ab0", "f4a9b8", "d84a8c"),
    "purple": ("6f3fb0", "9a62c4", "572a80", "85208a"),
    "black": ("1c1c1f",),
    "grey": ("808488",),
    "brown": ("6b4026",),
}
ALL_NAMES = (*NAMES, *_OTHER_SHADES)
# As white and orange look in dim or warm light: these must be said.
_ONLY_SAID = ("grey", "brown")

# Shares of white in every colour: of pale palettes, and of light that glossy stickers reflect.
HAZES = (0.0, 0.03, 0.07, 0.13, 0.2, 0.3)

# Standard deviations (natural logarithms of linear light) in each channel, and in brightness: of a
# colour between makers; of white, which is darker than all others where each face was photographed
# alone; and of the light.
MAKER_SIGMA = (0.2, 0.5)
WHITE_SIGMA = (0.2, 0.8)
LIGHT_SIGMA = (0.4, 0.5)
BRIGHTEST = 0.8  # linear light to which the brightest channel is scaled
DARKEST = 1e-3  # the smallest linear light of a colour
ROUNDS = 4  # of fitting the light to the names

# The loss of a name that is none of the six. Of 46 readings of cube-photos, half of them in other
# light or exposure, none lost more than 2 by having the usual names; of 45 of cube-photos-2, on
# which nothing was chosen, none more than 3.
OTHER_LOSS = 4.0


def name_colours(light: FloatArray, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return names of six colours (6 x 3, linear BGR), each a different one of ALL_NAMES.

    They are the six usual ones, except where a colour is far from those that are left for it.
    Grey and brown must be said. `names`: the six that the cube has, if they are known. Light and
    camera tint all colours alike, so those names are taken with which the colours are usual ones
    in one light.
    """
    allowed = NAMES if names is None else names
    other_loss = OTHER_LOSS if names is None else np.inf
    losses = np.array([0.0 if name in allowed else other_loss for name in ALL_NAMES])
    losses[[ALL_NAMES.index(name) for name in _ONLY_SAID if name not in allowed]] = np.inf
    light = np.maximum(light, DARKEST)
    seen = np.log(light / light.max() * BRIGHTEST + DARK_OFFSET)
    shades, owners = _shades()
    precisions = np.array([_precision(WHITE_SIGMA if k == 0 else MAKER_SIGMA) for k in owners])
    light_precision = _precision(LIGHT_SIGMA)
    # Each colour is tried as white, in each haze.
    change = (seen[None] - shades[:, :1]).reshape(-1, 3)
    hazy = np.repeat(shades, len(seen), axis=0)
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    for _ in range(ROUNDS):
        costs = _distances(seen[:, None] - change[:, None, None] - hazy[:, None], precisions)
        by_name = np.minimum.reduceat(costs, firsts, axis=2) + losses
        chosen = np.array([cheapest_assignment(each)[1] for each in by_name])
        nearest = np.where(owners == chosen[..., None], costs, np.inf).argmin(2)
        expected = np.take_along_axis(hazy, nearest[..., None], 1)
        own = precisions[nearest]
        pull = np.einsum("scij,scj->si", own, seen - expected)
        change = np.linalg.solve(light_precision + own.sum(1), pull[..., None])[..., 0]
    off = seen - change[:, None] - expected
    total = _distances(off, own).sum(1) + losses[chosen].sum(1)
    best = int((total + _distances(change, light_precision)).argmin())
    return tuple(ALL_NAMES[name] for name in chosen[best])


@cache
def _shades() -> tuple[FloatArray, IntArray]:
    """Return the light of all shades (hazes x shades x 3, logarithms), and which name each has."""
    usual = [(DEFAULT_COLOURS.linear_bgr[list(DEFAULT_COLOURS.lab).index(name)],) for name in NAMES]
    others = [tuple(map(_linear_bgr, shades)) for shades in _OTHER_SHADES.values()]
    by_name = [*usual, *others]
    clear = np.array([shade for shades in by_name for shade in shades])
    owners = np.repeat(np.arange(len(by_name)), [len(shades) for shades in by_name])
    haze = np.array(HAZES)[:, None, None]
    return np.log(clear * (1 - haze) + clear[0] * haze + DARK_OFFSET), owners


def _linear_bgr(shade: str) -> FloatArray:
    return np.asarray((np.array(list(bytes.fromhex(shade)))[::-1] / 255) ** GAMMA, float)


def _precision(sigma: tuple[float, float]) -> FloatArray:
    """Return the inverse covariance (3 x 3) of deviations in each channel and in brightness."""
    channel, brightness = sigma
    return np.linalg.inv(channel**2 * np.eye(3) + brightness**2 * np.ones((3, 3)))


def _distances(off: FloatArray, precisions: FloatArray) -> FloatArray:
    """Return half the squared Mahalanobis distances (...) of residuals (... x 3)."""
    return np.asarray(0.5 * np.einsum("...i,...ij,...j->...", off, precisions, off), float)
