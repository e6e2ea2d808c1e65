"""Parts of faces that several photographs show, matched by the laws of the cube."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cube import Cube
from tests.support.drawn_faces import hide, single
from vision.decode.joint_estimation import fit_cube
from vision.decode.observations import collect_observations
from vision.detect.photograph import ImageFaces
from vision.photo_reading import read_image_faces
from vision.reading_result import value_or_raise

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
    for face in "LB":
        hidden = [tuple(rng.permutation([0, 1, 2, 3, 5, 6, 7, 8])[:5]) for _ in range(2)]
        pictures += parts(facelets, face, hidden, rng)
    reading = read_image_faces(pictures)
    assert not reading.certain or reading.facelets == facelets
