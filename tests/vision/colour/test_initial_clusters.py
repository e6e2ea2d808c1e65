"""Initial labels of well separated colours are the known ones."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.sticker_samples import balance_and_brightness, samples_under, shuffled_labels
from vision.colour.initial_clusters import MAX_CLUSTERINGS, initialisations
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

SOLVED = np.repeat(np.arange(6), 9).reshape(6, 9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("profile", [None, DEFAULT_COLOURS], ids=["no profile", "profile"])
def test_well_separated_colours_give_the_known_labels(
    seed: int, profile: ColourProfile | None
) -> None:
    labels = shuffled_labels(seed)
    samples = samples_under(labels, balance_and_brightness(seed))
    found = initialisations(samples, profile)
    assert (found[1].labels == labels).all()  # the most probable one after the solved cube


def test_the_solved_cube_comes_first_with_each_estimate_of_the_gains() -> None:
    samples = samples_under(shuffled_labels(1), balance_and_brightness(1))
    estimates = (np.zeros((6, 3)), balance_and_brightness(1))
    first, second, *others = initialisations(replace(samples, prior_log_gains=estimates), None)
    for start, gains in zip((first, second), estimates, strict=True):
        assert (start.labels == SOLVED).all()
        assert (start.prior_log_gains == gains).all()
    assert all((start.labels != SOLVED).any() for start in others)


def test_labels_are_distinct_and_balanced_and_keep_the_centres() -> None:
    """Colours without any order make the starting points differ."""
    samples = samples_under(shuffled_labels(2), np.zeros((6, 3)))
    noise = np.random.default_rng(2).normal(0, 1, samples.log_light.shape)
    found = initialisations(replace(samples, log_light=samples.log_light + noise), None)
    assert 2 < len(found) <= MAX_CLUSTERINGS
    assert len({start.labels.tobytes() for start in found}) == len(found)
    for start in found:
        assert np.bincount(start.labels.ravel()).tolist() == [9] * 6
        assert start.labels[:, 4].tolist() == [0, 1, 2, 3, 4, 5]
