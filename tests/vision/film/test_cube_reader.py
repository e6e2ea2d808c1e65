"""A cube that is turned as a whole is read, and where it is not certain it is read again later."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from tests.support.drawn_films import ALL_SIDES, Image, film_of
from vision.facelet_indices import CUBE_ROTATIONS
from vision.film.cube_reader import READ_AGAIN, READ_EVERY, CubeReader
from vision.film.film_frame import FilmFrame

SCRAMBLED = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"  # after R


def with_stripes(picture: Image) -> Image:
    """Return a picture with stripes before one sticker of the face in front."""
    striped = picture.copy()
    striped[158:184, 116:146:4], striped[158:184, 118:146:4] = 255, 0
    return striped


def without_the_left_layer(picture: Image) -> Image:
    """Return the part of a picture right of the left layer of the cube."""
    return np.ascontiguousarray(picture[:, 144:])


def unchanged(picture: Image) -> Image:
    return picture


@pytest.mark.parametrize("held", [unchanged, with_stripes])
@pytest.mark.parametrize("start", [SOLVED, SCRAMBLED])
def test_a_cube_that_is_shown_from_all_sides_is_read(
    start: str, held: Callable[[Image], Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.drawn_films.with_fingers", held)
    reader = CubeReader(900)
    for k, picture in enumerate(film_of(ALL_SIDES, start)):
        reader.see(FilmFrame(picture), k / 30)
    found = reader.read()
    assert found is not None
    rotated = {"".join(FACES[each] for each in found[rotation]) for rotation in CUBE_ROTATIONS}
    assert start in rotated


def test_a_cube_of_which_a_layer_is_never_seen_is_read_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.support.drawn_films.with_fingers", without_the_left_layer)
    reader = CubeReader(900)
    pictures = list(film_of(ALL_SIDES))
    for k, picture in enumerate(pictures):
        reader.see(FilmFrame(picture), k / 30)
    assert reader.is_due
    assert reader.read() is None
    due = []
    for k in range(READ_AGAIN):
        reader.see(FilmFrame(pictures[-1]), (len(pictures) + k) / 30)
        due.append(reader.is_due)
    # Later than where not all faces were seen.
    assert due.index(True) + 1 == READ_AGAIN > READ_EVERY
