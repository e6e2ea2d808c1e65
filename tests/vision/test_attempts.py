"""What is tried to read a cube from photos, in which order, and which outcome counts."""

from collections.abc import Sequence

import numpy as np
import pytest

from solver.cube import Cube
from tests.support.drawn_faces import corner, mirrored, single
from vision.attempts import Attempt, Outcome, Read, face_attempts, photo_attempts
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile
from vision.detect.photograph import ImageFaces
from vision.errors import MIRRORED, ImageSetError, MissingFacesError
from vision.photo_reading import carry_out, read_once
from vision.photos import Photos, Shown
from vision.reading import read_with_profile

CUBE = Cube.random(3).facelets


class Found:
    """A reading of which only the certainty matters."""

    def __init__(self, certain: bool) -> None:
        self.certain = certain


def six_faces() -> list[ImageFaces]:
    rng = np.random.default_rng(1)
    return [single(CUBE, face, 0, rng) for face in "URFDLB"]


def attempts_at(images: Sequence[ImageFaces], refused: int = 0) -> tuple[list[Attempt], Outcome]:
    """Return the attempts at photos of which the first few fail, and the outcome that counts."""
    made: list[Attempt] = []

    def read(attempt: Attempt) -> Outcome:
        made.append(attempt)
        refusal = ImageSetError("the photos show more than one cube")
        return refusal if len(made) <= refused else read_once(attempt)

    return made, carry_out(photo_attempts(Photos(images), None), read)


@pytest.mark.parametrize(
    ("without", "told", "is_told"),
    [(True, True, False), (False, True, True), (False, False, False), (None, True, True)],
)
def test_a_profile_counts_only_where_nothing_is_certain_without_it(
    without: bool | None, told: bool, is_told: bool
) -> None:
    asked = []

    def read(profile: ColourProfile | None) -> Found | ImageSetError:
        asked.append(profile)
        certain = without if profile is None else told
        return MissingFacesError("no face") if certain is None else Found(certain)

    found = read_with_profile(read, DEFAULT_COLOURS)
    assert isinstance(found, Found)
    assert found.certain == (told if is_told else without)
    assert (DEFAULT_COLOURS in asked) == (without is not True)


def test_clear_photos_take_one_attempt() -> None:
    made, outcome = attempts_at(six_faces())
    assert len(made) == 1
    assert not isinstance(outcome, ImageSetError)
    assert outcome.reading.facelets == CUBE


def test_the_faces_beside_the_main_ones_are_read_where_these_are_not_certain() -> None:
    beside = corner(CUBE, "URF", 20, np.random.default_rng(2))
    made, outcome = attempts_at([*six_faces(), beside], refused=1)
    assert len(made) == 2
    assert [each.shown for each in made] == [Shown.MAIN, Shown.ALL]
    assert not isinstance(outcome, ImageSetError)
    assert outcome.reading.certain


def test_one_mirrored_photo_takes_two_attempts() -> None:
    images = six_faces()
    images[2] = mirrored(images[2])
    made, outcome = attempts_at(images)
    assert len(made) == 2
    assert not isinstance(outcome, ImageSetError)
    assert repr(images[2].name) in outcome.reading.advice


@pytest.mark.parametrize("seed", [6, 7])
def test_a_photo_of_another_cube_beside_a_right_one_of_the_same_face_is_left_out(seed: int) -> None:
    rng = np.random.default_rng(5)
    stranger = single(Cube.random(seed).facelets, "F", 1, rng)
    _, outcome = attempts_at([stranger, *six_faces()])
    assert isinstance(outcome, Read)
    assert (outcome.reading.facelets, outcome.certain) == (CUBE, True)
    assert outcome.attempt.photos.left_out == (0,)


def test_the_cause_that_is_named_is_that_of_the_photos_as_they_are() -> None:
    """Three faces are missing; that five faces are too few as well is not the cause."""
    _, outcome = attempts_at([corner(CUBE, "URF", 0, np.random.default_rng(4))])
    assert isinstance(outcome, MissingFacesError)
    assert "six are needed" in str(outcome)


def test_no_photo_is_called_mirrored_where_flipping_each_of_two_is_certain() -> None:
    images = six_faces()
    made: list[Attempt] = []

    def read(attempt: Attempt) -> Outcome:
        made.append(attempt)
        is_flipped = attempt.photos.images[0] is not images[0]
        is_other = attempt.photos.images[1] is not images[1]
        if is_flipped or is_other:
            return read_once(Attempt(Photos(images), attempt.shown, None))
        return ImageSetError("the faces do not fit together")

    outcome = carry_out(face_attempts(Photos(images), None), read)
    assert len(made) == 1 + len(images)
    assert isinstance(outcome, ImageSetError)
    assert outcome.code != MIRRORED
