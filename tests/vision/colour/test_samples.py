"""Labels with equally many stickers of each colour, and the masks of the centres."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.sticker_samples import samples_under, shuffled_labels
from vision.arrays import FloatArray, IntArray
from vision.colour.samples import StickerSamples

LABELS = shuffled_labels(1)
SAMPLES = samples_under(LABELS, np.zeros((6, 3)))


def log_probs_of(labels: IntArray, wrong: float = -5.0) -> FloatArray:
    """Return a table that gives each sticker's label 0 and every other colour `wrong`."""
    table = np.full((*labels.shape, 6), wrong)
    np.put_along_axis(table, labels[..., None], 0.0, axis=-1)
    return table


def even_samples(n: int) -> StickerSamples:
    return replace(SAMPLES, sticker_ids=np.arange(6 * n * n).reshape(6, n * n))


def test_balanced_labels_are_the_most_probable_ones_where_these_are_balanced() -> None:
    labels, log_prob = SAMPLES.balanced_labels(log_probs_of(LABELS, -5) - 0.25)
    assert (labels == LABELS).all()
    assert log_prob == pytest.approx(-0.25 * 54)


def test_the_least_probable_sticker_of_a_too_frequent_colour_gets_another() -> None:
    table = log_probs_of(LABELS)
    view, sticker = np.argwhere((LABELS == 4) & (np.arange(9) != 4))[0]
    table[view, sticker, [1, 4]] = 0.0, -1.0  # red seems a little more probable than orange
    labels, log_prob = SAMPLES.balanced_labels(table)
    assert (labels == LABELS).all()
    assert log_prob == pytest.approx(-1)


def test_a_centre_always_keeps_its_colour() -> None:
    table = log_probs_of(LABELS)
    table[0, 4] = [-100, 0, -100, -100, -100, -100]
    table[1, 4] = [0, -100, -100, -100, -100, -100]
    labels, _ = SAMPLES.balanced_labels(table)
    assert labels[:, 4].tolist() == [0, 1, 2, 3, 4, 5]


def test_all_views_of_a_sticker_get_one_label() -> None:
    twice = replace(SAMPLES, sticker_ids=np.concatenate([SAMPLES.sticker_ids] * 2))
    table = np.concatenate([log_probs_of(LABELS), log_probs_of(LABELS)])
    view, sticker = np.argwhere((LABELS == 4) & (np.arange(9) != 4))[0]
    table[view, sticker, [1, 4]] = 0.0, -1.0  # outvoted by the other view
    labels, log_prob = twice.balanced_labels(table)
    assert (labels == np.concatenate([LABELS, LABELS])).all()
    assert log_prob == pytest.approx(-1)


def test_masks_mark_the_centre_of_each_face() -> None:
    masks = SAMPLES.centre_masks
    assert masks is not None
    assert [np.argwhere(mask).tolist() for mask in masks] == [[[face, 4]] for face in range(6)]


@pytest.mark.parametrize("n", [2, 4])
def test_even_cubes_have_no_centres(n: int) -> None:
    assert even_samples(n).stickers_per_face == n * n
    assert even_samples(n).centre_masks is None


def test_even_cubes_have_equally_many_stickers_of_each_colour() -> None:
    labels = np.random.default_rng(2).permutation(np.repeat(np.arange(6), 4)).reshape(6, 4)
    found, _ = even_samples(2).balanced_labels(log_probs_of(labels))
    assert (found == labels).all()


def test_samples_mark_clipped_channels() -> None:
    colours = SAMPLES.colours.copy()
    colours[3, 2] = [90, 255, 100]
    made = StickerSamples.of(
        colours, SAMPLES.visibility, SAMPLES.sticker_ids, [0] * 6, np.full((6, 3), 80.0)
    )
    assert np.argwhere(made.clipped[..., 1]).tolist() == [[3, 2]]
    assert made.image_index == (0,) * 6
    assert len(made.prior_log_gains) == 4
