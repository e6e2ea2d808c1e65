"""Decode a 2x2x2 to 7x7x7 cube from sticker colours measured at known positions.

This is for robots with a colour sensor. Odd cubes get their scheme of colours from the centres,
even ones from the corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_model import ColourModel
from vision.colour.names import name_colours
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    Fit,
    fit_until_good,
    refined_initialisations,
)
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS
from vision.decode.orbits import DecodedNxN, corner_log_probs, decode_nxn
from vision.decode.pieces import max_marginals
from vision.detect.face_finder import SIZES
from vision.facelet_indices import cube_rotation

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
    fits: list[Fit[_Cube]] = []
    for samples in (_single_light_samples(colours), _per_face_samples(colours)):
        starts = refined_initialisations(samples, profile)[:MAX_INITIALISATIONS]
        fits += fit_until_good(samples, starts, partial(_Cube.decode, samples, n))
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


@dataclass(frozen=True, slots=True)
class _Cube:
    """The most probable cube for log-probabilities of 6 n n facelets x 6 colours.

    `position_colours` (6): the colour at each of U R F D L B; `labels`: in the samples' shape.
    """

    log_probs: FloatArray
    position_colours: IntArray
    decoded: DecodedNxN
    labels: IntArray

    @classmethod
    def decode(cls, samples: StickerSamples, n: int, model: ColourModel) -> _Cube:
        """Return the most probable cube for a colour model."""
        table = model.log_posteriors(samples).reshape(-1, 6)
        colours = np.arange(6) if n % 2 else _best_scheme(table, n)
        decoded = decode_nxn(table[:, colours], n)
        labels = colours[decoded.face_indices][samples.sticker_ids]
        return cls(table, colours, decoded, labels)

    @property
    def log_prob(self) -> float:
        return self.decoded.log_prob

    @property
    def losses(self) -> FloatArray:
        chosen = self.log_probs[np.arange(len(self.log_probs)), self.labels.ravel()]
        return np.asarray(self.log_probs.max(1) - chosen, float)

    @property
    def loss(self) -> float:
        return float(self.losses.sum())


def _best_scheme(log_probs: FloatArray, n: int) -> IntArray:
    """Return the colour of each position (6) with which the corners are most probable.

    Schemes that differ only by the orientation of the cube are the same: colour 0 is on U.
    """
    return max(_schemes(), key=lambda colours: _corner_log_prob(log_probs, colours, n))


def _corner_log_prob(log_probs: FloatArray, colours: IntArray, n: int) -> float:
    return float(max_marginals(corner_log_probs(log_probs[:, colours], n)).best_by_parity.max())


def _schemes() -> Iterator[IntArray]:
    """Yield the 30 schemes that differ by more than the orientation of the cube."""
    for opposite in range(1, 6):
        front, *rest = (c for c in range(1, 6) if c != opposite)
        for right, back, left in permutations(rest):
            yield np.array([0, right, front, opposite, left, back])


def _reading(fits: list[Fit[_Cube]], n: int) -> StickerReading:
    """Return the reading that the most probable fit gives."""
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    cube, losses = best.cube, best.cube.losses
    margins = np.minimum(cube.decoded.facelet_margins, _margins_over_fits(cube, fits))
    if n % 2 == 0:
        margins = np.minimum(margins, _margin_over_schemes(cube, n))
    certain = bool(margins.min() >= CERTAIN_MARGIN + MARGIN_PER_LOSS * losses.sum())
    uncertain = (margins - MARGIN_PER_LOSS * losses < CERTAIN_MARGIN) | (margins == margins.min())
    names = name_colours(best.model.linear_means)
    position_names = [names[colour] for colour in cube.position_colours]
    faces = list(FACES) if n % 2 else _standard_letters(position_names)
    scheme = sorted(zip(faces, position_names, strict=True), key=lambda item: FACES.index(item[0]))
    return StickerReading(
        "".join(faces[i] for i in cube.decoded.face_indices),
        certain,
        () if certain else tuple(np.flatnonzero(uncertain).tolist()),
        tuple(losses.tolist()),
        MappingProxyType(dict(scheme)),
    )


def _margins_over_fits(cube: _Cube, fits: list[Fit[_Cube]]) -> FloatArray:
    """Return the log-odds margin over the fits that differ at each facelet (6 n n)."""
    labels = cube.labels.ravel()
    margins = np.full(len(labels), np.inf)
    for fit in fits:
        differs = labels != fit.cube.labels.ravel()
        margin = cube.log_prob - fit.cube.log_prob
        margins = np.where(differs, np.minimum(margins, margin), margins)
    return margins


def _margin_over_schemes(cube: _Cube, n: int) -> float:
    """Return the margin over the same stickers on a cube with another scheme of colours."""
    best = _corner_log_prob(cube.log_probs, cube.position_colours, n)
    return min(
        best - _corner_log_prob(cube.log_probs, colours, n)
        for colours in _schemes()
        if (colours != cube.position_colours).any()
    )


def _standard_letters(position_names: list[str]) -> list[str]:
    """Return the letter of each position after turning white up and green to the front."""
    up = position_names.index("white")
    front = next(
        position_names.index(name)
        for name in ("green", "red", "blue", "orange", "yellow")
        if position_names.index(name) != (up + 3) % 6
    )
    rotation = cube_rotation(up, front)
    return [FACES[rotation[9 * position + 4] // 9] for position in range(6)]
