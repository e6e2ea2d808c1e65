"""The six colours of a cube, measured from pictures of it: solved, or scrambled anyhow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import UnclearColoursError
from solver.geometry import FACES
from vision.arrays import Floats, Ints
from vision.colours import Samples
from vision.gains import expected_gains, fit_gains
from vision.interpret import gather, interpret
from vision.names import NAMES, name_colours
from vision.picture import Picture
from vision.profile import GAMMA, ColourProfile
from vision.reading import read_pictures

FULL = 252.0  # a channel as bright as this (0..255) may have been brighter
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
    start = expected_gains(samples.colours, samples.surroundings)[0]
    gains = fit_gains(samples.colours, samples.shares, labels, start, samples.frames)
    light = (samples.colours / 255) ** GAMMA / gains[:, None]
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


def _lab(light: Floats) -> Floats:
    seen = np.clip(light, 0, 1) ** (1 / GAMMA)
    flat = seen.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(light.shape), float)
