"""A cube that is turned as a whole is read, also where a sticker is never seen in one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from tests.support.drawn_films import ALL_SIDES, Image, film_of
from vision.facelet_indices import CUBE_ROTATIONS
from vision.film.cube_reader import CubeReader
from vision.film.film_frame import FilmFrame

SCRAMBLED = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"  # after R


def with_stripes(picture: Image) -> Image:
    """Return a picture with stripes before one sticker of the face in front."""
    striped = picture.copy()
    striped[158:184, 116:146:4], striped[158:184, 118:146:4] = 255, 0
    return striped


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
