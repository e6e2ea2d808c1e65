"""Estimating gains that were applied to samples, and finding clipped channels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sticker_samples import (
    LINEAR_PAINT,
    balance_and_brightness,
    shuffled_labels,
)
from vision.colour.illumination import (
    GAMMA,
    PHOTO_BRIGHTNESS_SIGMA,
    clipped,
    fit_gains,
    gain_prior_loss,
    initial_log_gains,
    log_light,
    saturation_levels,
    shrink,
    shrunk_log_gains,
)

SEEDS = st.integers(0, 2**32 - 1)
TWICE_AS_BRIGHT = 2 ** (1 / GAMMA)
ALL_SEEN = np.ones((6, 9))
NOT_CLIPPED = np.zeros((6, 9, 3), bool)
NO_GAINS = np.zeros((6, 3))


def test_twice_the_light_adds_its_logarithm() -> None:
    dim, bright = log_light(
        np.array([[120.0, 100, 110], [120, 100, 110]]) * [[1], [TWICE_AS_BRIGHT]]
    )
    assert bright - dim == pytest.approx(np.full(3, np.log(2)), abs=0.1)


def test_black_has_a_finite_logarithm_below_all_others() -> None:
    levels = log_light(np.array([0.0, 1, 50, 255]))
    assert np.isfinite(levels).all()
    assert (np.diff(levels) > 0).all()


def test_a_channel_is_saturated_in_the_photo_where_its_brightest_stickers_are_alike() -> None:
    spread = 150 * 0.97 ** np.arange(27.0)  # no two stickers alike
    colours = np.random.default_rng(1).permutation(np.stack([spread] * 3, 1)).reshape(3, 9, 3)
    colours[0, :2, 2] = 255.0  # photo 0 is overexposed in red
    colours[2, :5, 0] = 200.0  # photo 1 was overexposed in blue and darkened afterwards
    colours[2, :4, 1] = 200.0  # so few may be of one colour, which is bright in green
    levels = saturation_levels(colours, [0, 0, 1])
    expected = np.array([[255, 255, 255], [255, 255, 255], [200, 255, 255]])
    assert levels == pytest.approx(expected)
    marked = clipped(colours, levels)
    assert marked[0, :2, 2].all()
    assert marked[2, :5, 0].all()
    assert marked.sum() == 7


def test_equally_bright_stickers_of_one_colour_are_not_saturated() -> None:
    rng = np.random.default_rng(2)
    solved = np.array([40.0, 220, 235]) + rng.normal(0, 1, (1, 9, 3))
    assert (saturation_levels(solved, [0]) == 255).all()
    cut_off = solved.copy()
    cut_off[0, 5:, 0] = 140.0  # white and yellow that are equally bright in green and red
    assert (saturation_levels(cut_off, [0])[0, 1:] < 240).all()


def test_photos_of_one_scene_differ_by_the_gain_between_them() -> None:
    stickers = np.random.default_rng(1).uniform(80, 150, (1, 9, 3))
    colours = np.concatenate([stickers, stickers * TWICE_AS_BRIGHT])
    around = np.array([[90.0, 100, 110]]) * [[1], [TWICE_AS_BRIGHT]]
    *estimates, equal = initial_log_gains(colours, around)
    assert len(estimates) == 3
    for estimate in estimates:
        assert estimate[1] - estimate[0] == pytest.approx(np.full(3, np.log(2)), abs=0.12)
        assert estimate.sum(0) == pytest.approx(np.zeros(3))
    assert (equal == 0).all()


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_applied_gains_are_estimated(seed: int) -> None:
    labels, log_gains = shuffled_labels(seed), balance_and_brightness(seed)
    light = np.log(LINEAR_PAINT)[labels] + log_gains[:, None]
    found = fit_gains(light, ALL_SEEN, labels, NO_GAINS, range(6), NOT_CLIPPED)
    assert np.log(found) == pytest.approx(log_gains, abs=0.03)


def test_a_hidden_sticker_does_not_affect_the_gains() -> None:
    labels, log_gains = shuffled_labels(3), balance_and_brightness(3)
    light = np.log(LINEAR_PAINT)[labels] + log_gains[:, None]
    visible = ALL_SEEN.copy()
    visible[2, :3] = 0
    light[2, :3] += 0.5  # a hand in the light
    found = fit_gains(light, visible, labels, NO_GAINS, range(6), NOT_CLIPPED)
    assert np.log(found[2]) == pytest.approx(log_gains[2], abs=0.03)


def test_a_clipped_channel_does_not_make_its_photo_look_dimmer() -> None:
    labels = shuffled_labels(3)
    log_gains = np.zeros((6, 3))
    log_gains[1] = 0.25
    log_gains -= log_gains.mean(0)
    light = np.log(LINEAR_PAINT)[labels] + log_gains[:, None]
    most = light[1].max(0) - 0.5
    at_most = np.zeros_like(NOT_CLIPPED)
    at_most[1] = light[1] > most
    light[1] = np.minimum(light[1], most)
    error = {
        known: np.abs(
            np.log(fit_gains(light, ALL_SEEN, labels, NO_GAINS, range(6), at_most & known))
            - log_gains
        ).max()
        for known in (True, False)
    }
    assert error[True] < 0.05
    assert error[True] < error[False]


def test_gains_known_beforehand_are_kept_where_they_explain_the_light() -> None:
    labels, log_gains = shuffled_labels(5), 3 * balance_and_brightness(5)
    light = np.log(LINEAR_PAINT)[labels] + log_gains[:, None]
    found = fit_gains(light, ALL_SEEN, labels, log_gains, range(6), NOT_CLIPPED)
    assert np.log(found) == pytest.approx(log_gains)


def test_gains_of_one_photo_do_not_depend_on_the_others() -> None:
    weight = np.full((3, 3), 1e6)
    means = np.array([[0.2, 0.2, 0.2], [0.4, 0.4, 0.4], [0.0, 0.0, 0.0]])
    found = shrunk_log_gains(weight * means, weight, [0, 0, 1])
    assert found == pytest.approx(means, abs=1e-3)


def test_without_weight_a_view_has_its_photos_gain_and_a_photo_none() -> None:
    weight = np.array([[1e6] * 3, [0.0] * 3, [0.0] * 3])
    found = shrunk_log_gains(0.3 * weight, weight, [0, 0, 1])
    assert found == pytest.approx(np.array([[0.3] * 3, [0.3] * 3, [0.0] * 3]), abs=1e-3)


@pytest.mark.parametrize("weight", [0.25, 1.0, 1e6])
def test_shrinking_weighs_the_samples_against_the_prior(weight: float) -> None:
    mean = np.array([0.3, 0.6, 0.9])
    # the prior weighs as much as one sample in brightness, and as four of them in balance
    found = shrink(weight * mean, np.full(3, weight), (0.2, 0.2), (0.2, 0.1))
    brightness = 0.6 * weight / (weight + 1)
    balance = np.array([-0.3, 0, 0.3]) * weight / (weight + 4)
    assert found == pytest.approx(brightness + balance)


def test_prior_loss_grows_with_the_square_of_the_gains() -> None:
    one_sigma = np.full((2, 3), PHOTO_BRIGHTNESS_SIGMA)
    # of two views, each one standard deviation from the expected brightness
    assert gain_prior_loss(one_sigma) == pytest.approx(1)
    assert gain_prior_loss(3 * one_sigma) == pytest.approx(9)
    assert gain_prior_loss(0 * one_sigma) == 0
