"""The six colours of a cube, measured from pictures of it: solved, or scrambled anyhow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import UnclearColoursError
from solver.geometry import FACES
from vision.arrays import Flags, Floats, Ints
from vision.colours import Samples
from vision.interpret import gather, interpret
from vision.names import NAMES, name_colours
from vision.picture import Picture
from vision.profile import GAMMA, ColourProfile
from vision.reading import read_pictures

FULL = 252.0  # a channel as bright as this (0..255) may have been brighter
DARK = 0.01  # linear light that is lost in noise
ROUNDS = 5
CLEAR = 0.6  # a sticker of which less is seen says little about its colour


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What the six colours look like.

    `profile`; `samples`: each colour's stickers (count x 3, CIE Lab), the pictures' different
    light taken out; `overexposed` (0..1): the share of them in which a channel is at its brightest.
    """

    profile: ColourProfile
    samples: Mapping[str, Floats]
    overexposed: float


def measure_colours(pictures: Sequence[Picture], *, solved: bool = False) -> Measured:
    """Measure the colours of a cube that pictures show whole, in whatever state it is.

    With `solved` every face has one colour, which needs no reading. Raises UnclearColoursError
    where the cube cannot be read with certainty, and what `read_cube` raises.
    """
    if solved:
        evidence = gather([picture.front for picture in pictures])
        labels = np.repeat(evidence.matching.face[:, None], 9, axis=1)
        return _measured(evidence.samples, np.asarray(labels, np.int64))
    for shown in (pictures, [picture.front for picture in pictures]):
        if sum(len(picture.views) for picture in shown) >= len(FACES):
            evidence = gather(shown)
            found = interpret(evidence)
            if found.decoded.is_certain(found.scores):
                return _measured(evidence.samples, found.decoded.labels)
    raise UnclearColoursError(
        "the cube cannot be read with certainty, and so not its colours. "
        f"{read_pictures(pictures).advice} Or show it solved, with --solved"
    )


def _measured(samples: Samples, labels: Ints) -> Measured:
    light = _in_one_light((samples.colours / 255) ** GAMMA, samples.shares > CLEAR, labels)
    shades = np.array([np.median(light[labels == colour], 0) for colour in range(6)])
    names = name_colours(shades)
    brightest = float(shades.max())
    means, stickers = _lab(shades / brightest), _lab(light / brightest)
    clear = samples.shares > CLEAR
    order = {name: names.index(name) for name in NAMES}
    return Measured(
        ColourProfile(
            {
                name: (float(means[c, 0]), float(means[c, 1]), float(means[c, 2]))
                for name, c in order.items()
            }
        ),
        {name: stickers[clear & (labels == c)] for name, c in order.items()},
        float((samples.colours.max(2) >= FULL).mean()),
    )


def _in_one_light(light: Floats, clear: Flags, labels: Ints) -> Floats:
    """Return stickers' light (views x 9 x 3) as if all views had been taken in the same.

    A view's gain is how its stickers differ from the others of their colours, at the median.
    """
    log = np.log(light + DARK)
    gains = np.zeros((len(log), 3))
    for _ in range(ROUNDS):
        level = log - gains[:, None]
        means = np.array([np.median(level[labels == colour], 0) for colour in range(6)])
        off = np.where(clear[..., None], log - means[labels], np.nan)
        seen = clear.any(1)
        gains[seen] = np.nanmedian(off[seen], axis=1)
        gains -= gains.mean(0)
    return np.asarray(light / np.exp(gains)[:, None], float)


def _lab(light: Floats) -> Floats:
    seen = np.clip(light, 0, 1) ** (1 / GAMMA)
    flat = seen.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(light.shape), float)
