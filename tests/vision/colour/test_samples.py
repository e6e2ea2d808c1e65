"""Labels with equally many stickers of each colour, and the masks of the centres.

Initial labels of well separated colours are the known ones. Lab values of known colours, and
distances in brightness and balance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.support.cases import for_each
from tests.support.sticker_samples import balance_and_brightness, samples_under, shuffled_labels
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import GAMMA, lab_from_bgr, lab_from_linear, squared_distance
from vision.colour.initial_clusters import MAX_CLUSTERINGS, initialisations
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile
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


def test_views_of_a_sticker_count_as_the_root_of_as_many_stickers() -> None:
    ids, table = SAMPLES.sticker_ids, log_probs_of(LABELS)
    assert SAMPLES.weighted(table) == pytest.approx(table)
    seen = np.ones((4 * 6, 9))
    seen[6:, 0] = 0  # under a finger in all views but one
    often = replace(SAMPLES, sticker_ids=np.concatenate([ids] * 4), visibility=seen)
    weighted = often.weighted(np.concatenate([table] * 4))
    together = weighted.reshape(4, 6, 9, 6).sum(axis=0)
    assert together[:, 1:] == pytest.approx(2 * table[:, 1:])
    assert weighted[:6, 0] == pytest.approx(table[:, 0])


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


SOLVED = np.repeat(np.arange(6), 9).reshape(6, 9)


@for_each("seed", range(4))
@for_each("profile", [None, DEFAULT_COLOURS])
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


# The primaries of sRGB in CIE Lab under D65, as BGR 0..1.
KNOWN_LAB = [
    ((0, 0, 0), (0, 0, 0)),
    ((1, 1, 1), (100, 0, 0)),
    ((0, 0, 1), (53.2, 80.1, 67.2)),
    ((0, 1, 0), (87.7, -86.2, 83.2)),
    ((1, 0, 0), (32.3, 79.2, -107.9)),
]


@pytest.mark.parametrize(("bgr", "lab"), KNOWN_LAB)
def test_known_colours_have_their_lab_values(
    bgr: tuple[float, ...], lab: tuple[float, ...]
) -> None:
    assert lab_from_bgr(255 * np.array(bgr, float)) == pytest.approx(np.array(lab), abs=0.2)
    assert lab_from_linear(np.array(bgr, float)) == pytest.approx(np.array(lab), abs=0.2)


def test_linear_light_has_the_lab_values_of_its_encoded_colour() -> None:
    colours = np.random.default_rng(1).uniform(0, 255, (2, 5, 3))
    lab = lab_from_linear((colours / 255) ** GAMMA)
    assert lab.shape == (2, 5, 3)
    assert lab == pytest.approx(lab_from_bgr(colours), abs=1e-3)


def test_colours_out_of_range_count_as_the_nearest_in_range() -> None:
    assert (
        lab_from_linear(np.array([-1.0, 9.0, 0.5])) == lab_from_linear(np.array([0, 2, 0.5]))
    ).all()
    assert (
        lab_from_bgr(np.array([-9.0, 300.0, 9.0])) == lab_from_bgr(np.array([0.0, 255, 9]))
    ).all()


def test_distance_is_in_standard_deviations_of_brightness_and_of_balance() -> None:
    residuals = np.array([[0.8, 0.8, 0.8], [0.1, -0.1, 0.0], [0.9, 0.7, 0.8], [0.0, 0.0, 0.0]])
    # two sigmas brighter; one sigma in two channels; both together; none
    assert squared_distance(residuals, (0.4, 0.1)) == pytest.approx(np.array([4.0, 2, 6, 0]))
