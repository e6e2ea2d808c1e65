"""A colour model fitted to stickers of known colours classifies them correctly."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.sticker_samples import (
    LINEAR_PAINT,
    balance_and_brightness,
    samples_under,
    shuffled_labels,
)
from vision.arrays import FloatArray
from vision.colour.colour_model import fit_colours, outlier_probability
from vision.colour.colour_space import GAMMA
from vision.colour.samples import StickerSamples

LABELS = shuffled_labels(1)
LOG_GAINS = balance_and_brightness(1)
SAMPLES = samples_under(LABELS, LOG_GAINS)
MODEL = fit_colours(SAMPLES, np.exp(LOG_GAINS), LABELS)


def with_colour(view: int, sticker: int, colour: FloatArray) -> StickerSamples:
    colours = SAMPLES.colours.copy()
    colours[view, sticker] = colour
    return replace(SAMPLES, colours=colours)


def test_the_fitted_colours_are_those_of_the_stickers_without_the_gains() -> None:
    assert MODEL.linear_means * MODEL.exposure == pytest.approx(LINEAR_PAINT)


def test_stickers_of_one_colour_look_alike_without_the_gains() -> None:
    features = MODEL.features(SAMPLES.colours)
    assert features == pytest.approx(MODEL.lab_means[LABELS], abs=0.1)


def test_every_sticker_has_its_own_colour() -> None:
    log_posteriors = MODEL.log_posteriors(SAMPLES)
    assert (log_posteriors.argmax(-1) == LABELS).all()
    assert np.exp(log_posteriors).sum(-1) == pytest.approx(np.ones((6, 9)))


def test_one_wrong_label_does_not_change_the_colours() -> None:
    wrong = LABELS.copy()
    first, second = np.argwhere(LABELS == 1)[1], np.argwhere(LABELS == 4)[1]
    wrong[tuple(first)], wrong[tuple(second)] = 4, 1
    model = fit_colours(SAMPLES, np.exp(LOG_GAINS), wrong)
    assert model.linear_means == pytest.approx(MODEL.linear_means)
    assert (model.log_posteriors(SAMPLES).argmax(-1) == LABELS).all()


def test_a_hidden_sticker_may_have_any_colour() -> None:
    visible = SAMPLES.visibility.copy()
    visible[2, 5] = 0
    log_posteriors = MODEL.log_posteriors(replace(SAMPLES, visibility=visible))
    assert np.exp(log_posteriors[2, 5]) == pytest.approx(np.full(6, 1 / 6))
    assert np.exp(log_posteriors[2, 6]).max() > 0.9


def test_a_highlight_does_not_change_the_colour() -> None:
    view, sticker = np.argwhere(LABELS == 1)[2]
    light = (SAMPLES.colours[view, sticker] / 255) ** GAMMA + 0.8 * LINEAR_PAINT[0]
    shining = with_colour(view, sticker, 255 * light ** (1 / GAMMA))
    assert MODEL.log_posteriors(shining)[view, sticker].argmax() == 1


def test_an_occluder_of_another_colour_has_no_influence() -> None:
    magenta = with_colour(3, 2, np.array([200.0, 20, 220]))
    plain = MODEL.log_posteriors(magenta)[3, 2]
    with_occluder = MODEL.log_posteriors_with_occluder(magenta)
    assert np.ptp(with_occluder[3, 2]) < 0.5
    assert np.ptp(with_occluder[3, 2]) < np.ptp(plain)
    others = np.delete(with_occluder.reshape(54, 6), 9 * 3 + 2, axis=0)
    assert np.exp(others).max(-1).min() > 0.9
    assert np.exp(with_occluder).sum(-1) == pytest.approx(np.ones((6, 9)))


def test_a_clipped_channel_is_at_least_as_bright_as_it_looks() -> None:
    """The white stickers are clipped in half of the photos; the others show their light."""
    colours, clipped = SAMPLES.colours.copy(), SAMPLES.clipped.copy()
    white = (LABELS == 0) & (np.arange(6) < 3)[:, None]
    colours[white] = np.minimum(colours[white], 150)
    clipped[white] = True
    samples = replace(SAMPLES, colours=colours, clipped=clipped)
    model = fit_colours(samples, np.exp(LOG_GAINS), LABELS)
    assert model.linear_means[0] * model.exposure == pytest.approx(LINEAR_PAINT[0])


def test_the_less_of_a_sticker_is_seen_the_more_probably_it_is_an_outlier() -> None:
    probabilities = outlier_probability(np.linspace(1, 0, 11))
    assert probabilities[0] < 0.01
    assert (np.diff(probabilities) >= 0).all()
    assert probabilities[5] > 10 * probabilities[0]
    assert probabilities[-1] == 1


def test_dark_photos_are_classified_as_well_as_bright_ones() -> None:
    dark = samples_under(LABELS, LOG_GAINS - 2)
    model = fit_colours(dark, np.exp(LOG_GAINS), LABELS)
    assert (model.log_posteriors(dark).argmax(-1) == LABELS).all()
