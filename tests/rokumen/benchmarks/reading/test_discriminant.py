"""scikit-learn's posteriors of the colours, which the reading benchmark compares with ours."""

import numpy as np
import pytest

from rokumen.benchmarks.reading.discriminant import (
    CLASSIFIERS,
    discriminant_posteriors,
    mixture_posteriors,
)
from tests.support.sticker_samples import balance_and_brightness, samples_under, shuffled_labels
from vision.colour.colour_model import fit_colours
from vision.decode.joint_estimation import Posteriors

LABELS = shuffled_labels(1)
LOG_GAINS = balance_and_brightness(1)
SAMPLES = samples_under(LABELS, LOG_GAINS)
MODEL = fit_colours(SAMPLES, np.exp(LOG_GAINS), LABELS)


@pytest.mark.parametrize("log_posteriors", CLASSIFIERS.values(), ids=CLASSIFIERS)
def test_every_classifier_finds_the_colours(log_posteriors: Posteriors) -> None:
    found = log_posteriors(MODEL, SAMPLES)
    assert (found.argmax(-1) == LABELS).all()
    assert np.exp(found).sum(-1) == pytest.approx(np.ones((6, 9)))


def test_the_mixture_is_close_to_students_t_with_glare() -> None:
    exact, close = np.exp(MODEL.log_posteriors(SAMPLES)), np.exp(mixture_posteriors(MODEL, SAMPLES))
    assert close == pytest.approx(exact, abs=0.05)


def test_the_fitted_discriminant_is_that_of_scikit_learn() -> None:
    # Here, since every worker of the tests imports this module, and this takes a second.
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    features = MODEL.features(SAMPLES.colours)
    spread = np.random.default_rng(0).normal(0, 3, features.shape)
    analysis = LinearDiscriminantAnalysis(priors=np.full(6, 1 / 6))
    analysis.fit((MODEL.lab_means[LABELS] + spread).reshape(-1, 3), LABELS.ravel())
    posteriors = analysis.predict_proba(features.reshape(-1, 3)).reshape(6, 9, 6)
    ours = np.exp(discriminant_posteriors(MODEL, SAMPLES))
    assert (posteriors.argmax(-1) == ours.argmax(-1)).all()
