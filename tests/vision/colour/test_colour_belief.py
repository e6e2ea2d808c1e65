"""What samples say of the colours that come next."""

import math

import numpy as np
import pytest

from vision.arrays import FloatArray
from vision.colour.colour_belief import (
    GLARE_LEVELS,
    ColourBelief,
    Continuations,
    Sample,
    log_normal_cdf,
)
from vision.colour.colour_prior import colours_of, usual_colours
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

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


def test_the_normal_distribution_function_is_known_where_it_is_tiny() -> None:
    # erfc has a value down to -37, on both sides of where the series begins.
    values = np.arange(-37, 6, 0.25).reshape(4, -1)
    direct = [math.log(math.erfc(-value / math.sqrt(2)) / 2) for value in values.ravel()]
    assert log_normal_cdf(values).ravel() == pytest.approx(direct, rel=1e-10)
    # Mills' ratio is between t / (t * t + 1) and 1 / t.
    t = 1e3
    above = -t * t / 2 - math.log(t * math.sqrt(2 * math.pi))
    assert above + math.log(t * t / (t * t + 1)) <= log_normal_cdf(np.array(-t)) <= above
