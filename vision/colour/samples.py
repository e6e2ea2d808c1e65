"""Colour samples of the stickers of all views of one cube, and values derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.assignment import best_assignment
from vision.colour.illumination import (
    clipped,
    evenly_lit,
    initial_log_gains,
    log_light,
    residual_brightness,
    same_places,
    saturation_levels,
    shades,
)

# The log-probability of another face's colour on a centre: below that of every assignment that
# gives each centre its own.
FORBIDDEN = -1e6


@dataclass(frozen=True, slots=True)
class StickerSamples:
    """The colour samples of V views with S stickers each (9, or n * n) of one cube.

    `colours` (V x S x 3, BGR 0..255); `visibility` (V x S, 0..1): the share of each sticker that is
    seen; `sticker_ids` (V x S): index of the sticker among those of all six faces; `image_index`
    (V): the photo of each view; `log_light` (V x S x 3): logarithm of the linear light;
    `saturation` (V x 3, 0..255): the largest value that each channel of a view can have; `clipped`
    (V x S x 3): whether a channel has it; `prior_log_gains` (each V x 3): estimates of the
    logarithm of each view's gain, made without knowing the colours, as starting points;
    `background` (V x 3, BGR 0..255): the mean colour around each face.
    """

    colours: FloatArray
    visibility: FloatArray
    sticker_ids: IntArray
    image_index: tuple[int, ...]
    log_light: FloatArray
    saturation: FloatArray
    clipped: BoolArray
    prior_log_gains: tuple[FloatArray, ...]
    background: FloatArray

    @classmethod
    def of(
        cls,
        colours: FloatArray,
        visibility: FloatArray,
        sticker_ids: IntArray,
        image_index: Sequence[int],
        background: FloatArray,
    ) -> StickerSamples:
        """Return samples with the derived values; the arguments are as in the class."""
        saturation = saturation_levels(colours, image_index)
        return cls(
            colours,
            visibility,
            sticker_ids,
            tuple(image_index),
            log_light=log_light(colours),
            saturation=saturation,
            clipped=clipped(colours, saturation),
            prior_log_gains=initial_log_gains(colours, background),
            background=background,
        )

    def matched(self, sticker_ids: IntArray) -> StickerSamples:
        """Return the samples of the same views, of which several may show one face."""
        return replace(self, sticker_ids=sticker_ids)

    @property
    def stickers_per_face(self) -> int:
        """The number of stickers of a face (n * n)."""
        return int(self.sticker_ids.max() + 1) // 6

    @property
    def centre_masks(self) -> tuple[BoolArray, ...] | None:
        """Masks (V x S) of the samples of each face's centre; None on even cubes."""
        if self.stickers_per_face % 2 == 0:
            return None
        return tuple(
            self.sticker_ids == self.stickers_per_face * face + self.stickers_per_face // 2
            for face in range(6)
        )

    def weighted(self, log_probs: FloatArray) -> FloatArray:
        """Return log-probabilities (V x S x 6) divided by the root of the views of each sticker.

        Several views of one sticker contain less information than as many stickers, because their
        errors (a logo, uneven light) are correlated.
        """
        views = np.zeros(6 * self.stickers_per_face)
        np.add.at(views, self.sticker_ids.ravel(), self.visibility.ravel())
        return np.asarray((1 / np.sqrt(np.maximum(views, 1)))[self.sticker_ids, None] * log_probs)

    def balanced_labels(self, log_probs: FloatArray) -> tuple[IntArray, float]:
        """Return the most probable labels (V x S) with equally many stickers of each colour.

        Each centre keeps its own colour. `log_probs`: V x S x 6. Also returns the sum of the
        log-probabilities of these labels.
        """
        size = self.stickers_per_face
        table = np.zeros((6 * size, 6))
        np.add.at(table, self.sticker_ids.ravel(), log_probs.reshape(-1, 6))
        if size % 2:
            table[size // 2 :: size] += FORBIDDEN * (1 - np.eye(6))
        rows, chosen = best_assignment(np.repeat(table, size, axis=1))
        colours = np.asarray(chosen // size, np.int64)
        return colours[self.sticker_ids], float(table[rows, colours].sum())


def without_shades(
    samples: StickerSamples, labels: IntArray, corners: FloatArray
) -> StickerSamples | None:
    """Return the samples without the shades that faces at the same place share.

    `labels` (V x S): the colours as read so far; `corners` (V x 4 x 2, pixels): of the faces. None
    if no two views are at the same place.
    """
    places = same_places(corners)
    if len(set(places)) == len(places):
        return None
    residuals = residual_brightness(samples.log_light, labels)
    weights = samples.visibility * ~samples.clipped.any(2)
    return StickerSamples.of(
        evenly_lit(samples.colours, shades(residuals, weights, places)),
        samples.visibility,
        samples.sticker_ids,
        samples.image_index,
        samples.background,
    )
