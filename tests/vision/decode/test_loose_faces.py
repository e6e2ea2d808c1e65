"""Faces that are not a whole cube: labelled, matched in parts, and with the colours of a camera."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cube import Cube
from tests.support.drawn_faces import hide, single
from tests.support.made_samples import NAMES, NOT_CLIPPED, PRIOR, face, light
from vision.colour.colour_belief import Sample
from vision.decode import loose_faces
from vision.decode.joint_estimation import fit_cube
from vision.decode.loose_faces import (
    FaceSamples,
    Labellings,
    PhotoFaces,
    label_photos,
    probable_labellings,
)
from vision.decode.observations import collect_observations
from vision.detect.face import ViewGroup
from vision.detect.photograph import ImageFaces
from vision.facelet_indices import facelet_indices
from vision.photo_reading import read_image_faces
from vision.reading_result import value_or_raise

# The faces U and F of a cube in the usual scheme; the last row of U meets the first of F.
UP_AND_FRONT = ViewGroup((0, 1), np.stack([facelet_indices(0, 0), facelet_indices(2, 0)]))


def best(labellings: Labellings, number: int) -> list[str]:
    return [NAMES[colour] for colour in labellings.of_face(number)[0].argmax(1)]


MIXED = "white red blue green white orange yellow red green"


def test_the_usual_colours_are_recognised() -> None:
    labellings = probable_labellings([face(MIXED)], (), PRIOR)
    assert best(labellings, 0) == MIXED.split()


def test_the_probabilities_of_each_sticker_are_shares_of_one() -> None:
    marginals, all_right = probable_labellings([face(MIXED)], (), PRIOR).of_face(0)
    assert marginals.sum(1) == pytest.approx(np.ones(9))
    assert all_right <= marginals.max(1).min() + 1e-9


def test_one_colour_between_red_and_orange_is_not_certain() -> None:
    between = (light("red") + light("orange")) / 2
    samples = tuple(Sample(between, NOT_CLIPPED, 0.002) for _ in range(9))
    marginals, all_right = probable_labellings([samples], (), PRIOR).of_face(0)
    red, orange = (marginals[:, NAMES.index(name)] for name in ("red", "orange"))
    assert red.min() > 0.02
    assert orange.min() > 0.02
    assert all_right < 0.99


def test_three_faces_of_one_photo_are_not_all_white() -> None:
    faces = [face(" ".join(9 * ["white"]), seed=seed) for seed in range(3)]
    labellings = probable_labellings(faces, (), PRIOR)
    for row in labellings.colours:
        assert len({*row[[4, 13, 22]]}) == 3
        assert np.bincount(row).max() <= 9


def test_stickers_of_one_edge_differ() -> None:
    up = "green white blue red white orange yellow orange red"
    front = "blue orange green red green white blue yellow green"
    # Both stickers of the edge UF look orange; the law gives one of them another colour.
    labellings = probable_labellings([face(up), face(front)], [UP_AND_FRONT], PRIOR)
    assert (labellings.colours[:, 7] != labellings.colours[:, 9 + 1]).all()
    apart = probable_labellings([face(up), face(front)], (), PRIOR)
    assert best(apart, 0)[7] == best(apart, 1)[1] == "orange"


def test_an_edge_hardly_shows_two_opposite_colours() -> None:
    up = "green white blue red white orange yellow white red"
    front = "blue {} green red green white blue yellow green"
    shown = face(front.format("white"))
    middle = Sample((light("white") + light("yellow")) / 2, NOT_CLIPPED, 0.002)
    doubtful = (shown[0], middle, *shown[2:])

    def yellow(groups: list[ViewGroup]) -> float:
        found = probable_labellings([face(up), doubtful], groups, PRIOR)
        return float(found.of_face(1)[0][1, NAMES.index("yellow")])

    assert yellow([UP_AND_FRONT]) < yellow([]) / 5 + 0.2


def test_a_hidden_sticker_says_nothing() -> None:
    first, *others = face(MIXED)
    hidden = (first._replace(outlier=0.99), *others)
    known = probable_labellings([face(MIXED)], (), PRIOR).of_face(0)[0][0].max()
    assert probable_labellings([hidden], (), PRIOR).of_face(0)[0][0].max() < known


def test_a_scale_of_the_noise_counts_by_how_probable_it_makes_the_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Two colours between red and orange, a little apart, on stickers that scatter little.
    rng = np.random.default_rng(3)
    middle, away = (light("red") + light("orange")) / 2, (light("orange") - light("red")) / 4
    samples = tuple(
        Sample(middle + (-1) ** number * away + rng.normal(0, 0.02, 3), NOT_CLIPPED, 0.002)
        for number in range(9)
    )

    def probability(*scales: float) -> float:
        monkeypatch.setattr(loose_faces, "NOISE_SCALES", scales)
        return probable_labellings([samples], (), PRIOR).of_face(0)[1]

    small, large, both = probability(0.35), probability(4.0), probability(0.35, 4.0)
    assert abs(small - both) < abs(small - large) / 10


def test_unusual_colours_are_recognised_on_a_clear_photo() -> None:
    # White stickers in the light of a blue sky, with neither blue nor yellow ones beside them.
    sky = np.array([0.5, 0.0, -0.45])
    names = ["red", "white", "green", "orange", "orange", "green", "white", "red", "orange"]
    samples = tuple(
        Sample(light(name) + sky * (name == "white"), NOT_CLIPPED, 0.002) for name in names
    )

    def probability(unusual: float) -> float:
        """Return that of the right labelling where covariances may be this factor larger."""
        found = probable_labellings([samples], (), PRIOR._replace(unusual=unusual))
        right = (found.colours == [NAMES.index(name) for name in names]).all(1)
        return float(found.probabilities[right].sum())

    assert PRIOR.unusual > 1
    assert probability(PRIOR.unusual) > max(probability(1.0), 0.9)


def test_a_face_of_one_colour_in_uneven_light_is_not_split_into_two() -> None:
    # From one side to the other a quarter of the way from red to orange.
    step = (light("orange") - light("red")) / 4
    samples = tuple(
        Sample(light("red") + step * (0.4 + number % 3 / 2), NOT_CLIPPED, 0.002)
        for number in range(9)
    )
    found = probable_labellings([samples], (), PRIOR)
    same = (found.colours == found.colours[:, :1]).all(1)
    assert found.probabilities[same].sum() > 0.9


# The stickers that are outside of a picture that shows a corner of a face, or two of its rows.
TOP_LEFT = (2, 5, 6, 7, 8)
BOTTOM_RIGHT = (0, 1, 2, 3, 6)
UPPER_ROWS = (6, 7, 8)
LOWER_ROWS = (0, 1, 2)


def parts(
    facelets: str, face: str, hidden: list[tuple[int, ...]], rng: np.random.Generator
) -> list[ImageFaces]:
    """Return a picture of each part of a face, the first upright and the others turned."""
    turned = [single(facelets, face, turns, rng) for turns in range(len(hidden))]
    return [hide(picture, stickers) for picture, stickers in zip(turned, hidden, strict=True)]


@pytest.mark.parametrize("hidden", [(UPPER_ROWS, LOWER_ROWS), (TOP_LEFT, BOTTOM_RIGHT)])
def test_two_parts_show_a_face(hidden: tuple[tuple[int, ...], ...]) -> None:
    facelets = Cube.random(1).facelets
    rng = np.random.default_rng(1)
    whole = [single(facelets, face, 0, rng) for face in "URDL"]
    both = [part for face in "FB" for part in parts(facelets, face, [*hidden], rng)]
    reading = read_image_faces([*whole, *both])
    assert reading.facelets == facelets
    assert reading.certain


@pytest.mark.thorough
def test_the_laws_decide_how_parts_are_turned_that_share_the_centre_only() -> None:
    """Corners of a face look alike in four rotations, of which the nearest one may be wrong."""
    decided = 0
    for seed in range(2):
        facelets = Cube.random(seed).facelets
        rng = np.random.default_rng(seed)
        pictures = [single(facelets, face, 0, rng) for face in "URFDL"]
        pictures += parts(facelets, "B", [TOP_LEFT, BOTTOM_RIGHT], rng)
        nearest = fit_cube(value_or_raise(collect_observations(pictures))).decoded
        reading = read_image_faces(pictures)
        assert reading.facelets == facelets
        decided += not nearest.is_certain and reading.certain
    assert decided


@pytest.mark.thorough
@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32))
def test_parts_are_never_matched_wrongly_with_certainty(seed: int) -> None:
    facelets = Cube.random(seed).facelets
    rng = np.random.default_rng(seed)
    pictures = [single(facelets, face, 0, rng) for face in "URFD"]
    for side in "LB":
        hidden = [tuple(rng.permutation([0, 1, 2, 3, 5, 6, 7, 8])[:5]) for _ in range(2)]
        pictures += parts(facelets, side, hidden, rng)
    reading = read_image_faces(pictures)
    assert not reading.certain or reading.facelets == facelets


BESIDE_RED = "white red blue orange white orange yellow red green"
ORANGES = "orange white blue green white orange yellow green blue"


def colours_of(labelled: Labellings) -> list[str]:
    return [NAMES[colour] for colour in labelled.of_face(0)[0].argmax(1)]


def changed(samples: FaceSamples, by: dict[int, float]) -> FaceSamples:
    """Return samples with some stickers brighter, by their number, in natural logarithms."""
    return tuple(
        sample._replace(light=sample.light + by.get(index, 0.0))
        for index, sample in enumerate(samples)
    )


def alone_and_together(photos: list[PhotoFaces]) -> tuple[list[str], list[str]]:
    """Return the colours of the last photo, alone and together with the others."""
    return colours_of(label_photos(photos[-1:], PRIOR)[0]), colours_of(
        label_photos(photos, PRIOR)[-1]
    )


@pytest.mark.thorough
def test_other_photos_show_which_colour_is_orange() -> None:
    # This camera shows orange as others show red; beside red it is seen which is which.
    reddish = 0.6 * (light("red") - light("orange"))
    darker_red = np.array([-0.6, -0.6, -0.4])

    def seen(names: str, seed: int) -> PhotoFaces:
        shift = {"orange": reddish, "red": darker_red}
        samples = tuple(
            Sample(sample.light + shift.get(name, 0.0), NOT_CLIPPED, 0.002)
            for name, sample in zip(names.split(), face(names, seed), strict=True)
        )
        return PhotoFaces([samples], (), [0])

    beside_red = [seen(BESIDE_RED, seed) for seed in range(5)]
    alone, together = alone_and_together([*beside_red, seen(ORANGES, 9)])
    assert alone != ORANGES.split()
    assert together == ORANGES.split()


def test_a_shade_in_the_same_place_of_all_photos_is_not_a_colour() -> None:
    shade = {1: -1.5, 4: -1.5, 7: -1.5}
    shown = [
        "red green blue yellow white red orange blue white",
        "white yellow green blue red orange white white red",
        "orange white red green blue yellow red yellow blue",
        "blue red white orange yellow green white green yellow",
        "yellow blue orange white green red blue red orange",
        "red orange white blue orange green red orange yellow",
    ]
    photos = [
        PhotoFaces([changed(face(names, seed), shade)], (), [0]) for seed, names in enumerate(shown)
    ]
    alone, together = alone_and_together(photos)
    assert alone != shown[-1].split()
    assert together == shown[-1].split()
