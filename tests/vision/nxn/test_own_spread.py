"""Colours with their own spread, in overexposed pictures."""

import numpy as np

from tests.support.drawn_faces import PAINT
from vision.colour.samples import StickerSamples
from vision.nxn.own_spread import own_spread_log_posteriors

FIRST_YELLOW = 16  # after sixteen white stickers


def test_two_exchanged_labels_of_almost_saturated_colours_are_improbable() -> None:
    """White is above 250.6 in blue, yellow below 250.1; sixteen of each on a 4x4x4."""
    rng = np.random.default_rng(1)
    others = rng.normal(100, 2, (4, 16, 3)) + 20 * np.arange(4)[:, None, None]
    white = np.stack([np.linspace(250.6, 253, 16), np.full(16, 252.5), np.full(16, 247)], 1)
    yellow = np.stack([np.linspace(225, 250.1, 16), np.full(16, 252.0), np.full(16, 247)], 1)
    colours = np.concatenate([white, yellow, *others])[None]
    true = np.repeat(np.arange(6), 16)[None]
    samples = StickerSamples.of(
        colours, np.ones((1, 96)), np.arange(96)[None], (0,), np.full((1, 3), 128.0)
    )
    exchanged = true.copy()
    exchanged[0, 0], exchanged[0, FIRST_YELLOW + 15] = 1, 0
    log_posteriors = own_spread_log_posteriors(samples, exchanged)[0]
    stickers = np.arange(96)
    right = log_posteriors[stickers, true[0]].sum()
    assert right > log_posteriors[stickers, exchanged[0]].sum()


def test_a_wrong_label_does_not_widen_its_colour_until_it_fits() -> None:
    """A green sticker that is called red stays green: its loss is that of an outlier."""
    red, green = 1, 2
    noise = np.random.default_rng(2).normal(0, 12, (96, 3))
    colours = np.clip(np.repeat(PAINT, 16, axis=0) + noise, 0, 255)
    colours[16 * green] = (103, 155, 0)  # off by about two standard deviations
    labels = np.repeat(np.arange(6), 16)[None]
    labels[0, 16 * green] = red
    samples = StickerSamples.of(
        colours[None], np.ones((1, 96)), np.arange(96)[None], (0,), np.full((1, 3), 128.0)
    )
    log_posteriors = own_spread_log_posteriors(samples, labels)[0, 16 * green]
    assert log_posteriors[green] - log_posteriors[red] > 7
