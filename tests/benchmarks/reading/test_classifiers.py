"""The colour difference CIEDE2000 and the three baseline classifiers."""

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.reading.classifiers import (
    CLASSIFIERS,
    Posteriors,
    ciede2000,
    discriminant_posteriors,
    k_means,
    mixture_posteriors,
    nearest_colour,
    nine_each,
)
from tests.support.sticker_samples import balance_and_brightness, samples_under, shuffled_labels
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_model import fit_colours

# Pairs and differences published by Sharma, Wu and Dalal (2005), table 1.
PUBLISHED = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0010), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0012), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0010, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
    ((50, 2.5, 0), (50, 3.2972, 0), 1.0000),
    ((50, 2.5, 0), (50, 1.8634, 0.5757), 1.0000),
    ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]

PAINT = [
    [240, 240, 240],
    [45, 38, 205],
    [78, 160, 22],
    [40, 221, 255],
    [30, 136, 255],
    [196, 92, 14],
]


@pytest.mark.parametrize(("first", "second", "difference"), PUBLISHED)
def test_differences_are_as_published(
    first: tuple[float, ...], second: tuple[float, ...], difference: float
) -> None:
    assert ciede2000(np.array(first), np.array(second)) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(np.array(second), np.array(first)) == pytest.approx(difference, abs=5e-5)


@pytest.mark.thorough
@pytest.mark.parametrize("peer", [nearest_colour, k_means, nine_each])
def test_clear_colours_are_classified(peer: Callable[[FloatArray], IntArray]) -> None:
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.repeat(np.arange(6), 8)).reshape(6, 8)
    labels = np.insert(labels, 4, np.arange(6), axis=1)
    colours = np.clip(np.array(PAINT)[labels] + rng.normal(0, 4, (6, 9, 3)), 0, 255)
    assert (peer(colours) == labels).all()


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
