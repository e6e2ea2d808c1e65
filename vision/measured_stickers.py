"""Decode a 2x2x2 to 7x7x7 cube from sticker colours measured at known positions.

This is for robots with a colour sensor. Odd cubes get their scheme of colours from the centres,
even ones from the corners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray
from vision.colour.colour_model import ColourModel
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    Fit,
    fit_until_good,
    refined_initialisations,
)
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS
from vision.detect.lattice_finder import SIZES
from vision.nxn.legal_cube import NxNCube, face_letters, margins, position_names

# initialisations that are tried, for each of the two models of the light
MAX_INITIALISATIONS = 4
BACKGROUND = 128.0  # assumed mean colour (0..255) around the faces, as none was measured


@dataclass(frozen=True, slots=True)
class StickerReading:
    """The state of a cube, as measured colours show it.

    `facelets`: 6 n n face letters in the order U R F D L B; on even cubes, which have no centres,
    white is U and green F. `log_prob_losses` (6 n n): the log-probability that each sticker loses
    by its letter; `scheme`: face letter -> colour name; `certain`: whether the margin over every
    other legal cube is large enough; `ambiguous`: the uncertain facelets, empty if certain.
    """

    facelets: str
    certain: bool
    ambiguous: tuple[int, ...]
    log_prob_losses: tuple[float, ...]
    scheme: Mapping[str, str]


def read_measured_stickers(
    colours: FloatArray, profile: ColourProfile | None = None
) -> StickerReading:
    """Return the cube with these sticker colours (6 x n x n x 3, BGR 0..255, faces U R F D L B).

    Raises ValueError for another shape, and for n outside 2..7.
    """
    if colours.ndim != 4 or colours.shape != (6, *colours.shape[1:2] * 2, 3):
        raise ValueError(f"colours has the shape {colours.shape}; expected (6, n, n, 3)")
    n = colours.shape[1]
    if n not in SIZES:
        raise ValueError(f"{n} stickers per side; 2 to 7 are supported")
    fits: list[Fit[NxNCube]] = []
    for samples in (_single_light_samples(colours), _per_face_samples(colours)):
        starts = refined_initialisations(samples, profile)[:MAX_INITIALISATIONS]
        fits += fit_until_good(samples, starts, partial(_decode, samples, n))
        if fits[-1].cube.loss < GOOD_FIT_LOSS:
            break
    return _reading(fits, n)


def _per_face_samples(colours: FloatArray) -> StickerSamples:
    """Return the samples as six views, each with its own gain."""
    return _samples(colours.reshape(6, -1, 3))


def _single_light_samples(colours: FloatArray) -> StickerSamples:
    """Return the samples as one view, with one gain."""
    return _samples(colours.reshape(1, -1, 3))


def _samples(colours: FloatArray) -> StickerSamples:
    """Return colours (views x stickers x 3) as fully visible samples, all of one photo."""
    views, stickers, _ = colours.shape
    return StickerSamples.of(
        colours.astype(float),
        np.ones((views, stickers)),
        np.arange(views * stickers).reshape(views, stickers),
        (0,) * views,
        np.full((views, 3), BACKGROUND),
    )


def _decode(samples: StickerSamples, n: int, model: ColourModel) -> NxNCube:
    return NxNCube.decode(model.log_posteriors(samples), n)


def _reading(fits: list[Fit[NxNCube]], n: int) -> StickerReading:
    """Return the reading that the most probable fit gives."""
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    cube, losses = best.cube, best.cube.losses
    least = margins(cube, [fit.cube for fit in fits])
    certain = bool(least.min() >= CERTAIN_MARGIN + MARGIN_PER_LOSS * losses.sum())
    uncertain = (least - MARGIN_PER_LOSS * losses < CERTAIN_MARGIN) | (least == least.min())
    names = position_names(best)
    scheme = sorted(zip(face_letters(names, n), names, strict=True), key=_place)
    return StickerReading(
        cube.facelet_letters(names),
        certain,
        () if certain else tuple(np.flatnonzero(uncertain).tolist()),
        tuple(losses.tolist()),
        MappingProxyType(dict(scheme)),
    )


def _place(item: tuple[str, str]) -> int:
    """Return the place of a face letter, with its colour, in the order U R F D L B."""
    return FACES.index(item[0])
