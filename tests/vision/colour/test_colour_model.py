"""A colour model fitted to stickers of known colours classifies them correctly.

What samples say of the colours that come next.
"""

from __future__ import annotations

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
from vision.colour.colour_belief import GLARE_LEVELS, ColourBelief, Continuations, Sample
from vision.colour.colour_model import fit_colours, outlier_probability
from vision.colour.illumination import GAMMA
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile, colours_of, usual_colours
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


PRIOR = usual_colours()
NOT_CLIPPED = np.zeros(3, bool)
RED = PRIOR.names.index("red")


def light(name: str) -> np.ndarray:
    first = 3 * PRIOR.names.index(name)
    return PRIOR.mean[first : first + 3]


def scores(belief: ColourBelief, sample: Sample) -> FloatArray:
    """Return the log density of a sample for each colour, over all levels of glare."""
    return np.asarray(np.logaddexp.reduce(belief.predict(sample).scores[0], axis=-1), float)


def after(belief: ColourBelief, sample: Sample, colour: int) -> ColourBelief:
    choice = Continuations(np.array([0]), np.array([colour]), np.array([0]))
    return belief.updated(sample, belief.predict(sample), choice)


def test_a_sample_moves_its_colour_towards_it_and_narrows_it() -> None:
    prior = ColourBelief.of(PRIOR)
    sample = Sample(light("red") + 0.5, NOT_CLIPPED, 0.002)
    belief = after(prior, sample, RED)
    own = slice(3 * RED, 3 * RED + 3)
    moved = belief.mean[0, own] - prior.mean[0, own]
    assert (moved > 0.3).all()
    assert (moved < 0.5).all()
    assert np.trace(belief.covariance[0, own, own]) < np.trace(prior.covariance[0, own, own]) / 5


def test_the_light_is_learnt_from_every_colour() -> None:
    dark = after(ColourBelief.of(PRIOR), Sample(light("white") - 1, NOT_CLIPPED, 0.002), 0)
    assert (dark.mean[0, :18] < PRIOR.mean - 0.1).mean() > 0.9


def test_a_second_sticker_like_the_first_has_its_colour() -> None:
    sample = Sample(light("red") + 0.3, NOT_CLIPPED, 0.002)
    before = scores(ColourBelief.of(PRIOR), sample)
    found = scores(after(ColourBelief.of(PRIOR), sample, RED), sample)
    assert found[RED] > before[RED] + 2


def test_the_samples_of_an_outlier_change_nothing() -> None:
    prior = ColourBelief.of(PRIOR)
    sample = Sample(light("red") + 2, NOT_CLIPPED, 0.002)
    outlier = Continuations(np.array([0]), np.array([RED]), np.array([len(GLARE_LEVELS)]))
    belief = prior.updated(sample, prior.predict(sample), outlier)
    assert belief.mean == pytest.approx(prior.mean, abs=0.02)


def test_a_clipped_channel_may_be_brighter() -> None:
    recorded = light("white") - 1.5
    clipped = scores(ColourBelief.of(PRIOR), Sample(recorded, np.ones(3, bool), 0.002))
    assert clipped.argmax() == PRIOR.names.index("white")
    not_clipped = scores(ColourBelief.of(PRIOR), Sample(recorded, NOT_CLIPPED, 0.002))
    assert clipped[0] > not_clipped[0]


def test_the_next_face_has_another_light() -> None:
    sample = Sample(light("red") + 0.3, NOT_CLIPPED, 0.002)
    belief = after(ColourBelief.of(PRIOR), sample, RED)
    other = belief.at_next_face(PRIOR.face_change)
    assert other.covariance[0, 18:, 18:] == pytest.approx(PRIOR.face_change)
    assert scores(other, sample)[RED] < scores(belief, sample)[RED]


def test_of_a_profile_all_colours_change_alike() -> None:
    change = colours_of(DEFAULT_COLOURS).face_change.reshape(6, 3, 6, 3)
    for one, other in ((0, 1), (2, 5), (4, 3)):
        np.testing.assert_allclose(change[one, :, other], change[0, :, 1])
        np.testing.assert_allclose(change[one, :, one], change[0, :, 0])
    assert np.linalg.eigvalsh(change.reshape(18, 18)).min() > 0


def test_a_profile_gives_its_own_names_and_no_scheme() -> None:
    renamed = ColourProfile({f"{name} 2": lab for name, lab in DEFAULT_COLOURS.lab.items()})
    assert colours_of(renamed).names[0] == "white 2"
    assert colours_of(renamed).opposite is None
    opposite = usual_colours().opposite
    assert opposite is not None
    assert [PRIOR.names[each] for each in opposite] == [
        "yellow", "white", "orange", "red", "blue", "green",
    ]  # fmt: skip
