"""Each frame of a film is searched once, however many trackers follow it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from solver.core.facelets import SOLVED
from tests.support.drawn_films import Image, draw_cube
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import find_faces
from vision.film.film_frame import LARGEST_SIDE, SMALLEST_SIDE, FilmFrame
from vision.film.film_watcher import FilmWatcher


def test_the_faces_of_a_frame_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Image] = []

    def find(image: Image) -> Sequence[FaceView]:
        searched.append(image)
        return find_faces(image)

    monkeypatch.setattr("vision.film.film_frame.find_faces", find)
    # While the start is read a second tracker follows the cube.
    watcher = FilmWatcher()
    picture = draw_cube(SOLVED)
    for number in range(6):
        watcher.see(Frame(picture.copy(), number / 30, ""))
    # Each of them searches at least every third frame.
    assert len(searched) >= 2
    assert len({id(image) for image in searched}) == len(searched)


def test_the_brightest_channel_counts() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (6, 3))
    # Columns of one colour, wide enough that their middles are not blurred.
    picture: Image = np.repeat(np.repeat(colours[None], 70, 1), 300, 0).astype(np.uint8)
    brightest = FilmFrame(picture).brightest
    assert brightest.shape == picture.shape[:2]
    assert (brightest[150, 35::70] == colours.max(1)).all()


@pytest.mark.parametrize("shape", [(45, 90), (300, 400), (480, 640), (1080, 1920), (1, 2000)])
def test_frames_are_searched_at_a_fit_size(shape: tuple[int, int]) -> None:
    image = FilmFrame(np.zeros((*shape, 3), np.uint8)).image
    longer = max(image.shape[:2])
    assert min(max(shape), SMALLEST_SIDE) <= longer <= max(LARGEST_SIDE, SMALLEST_SIDE)
    if SMALLEST_SIDE <= max(shape) <= LARGEST_SIDE:
        assert image.shape[:2] == shape
