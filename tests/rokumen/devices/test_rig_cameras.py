"""A picture is taken once the cube stands still."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from rokumen.devices.cameras import MAX_SETTLING_SECONDS, settled_frame
from tests.support.videos import draw_face
from vision.arrays import Image
from vision.capture.frame import Frame

FACE = draw_face("U" * 9 + "RFDLB" * 9, "R")
PERIOD_SECONDS = 0.04


class Film:
    """A camera that gives these images, 25 a second."""

    name = "film"

    def __init__(self, images: Iterable[Image]) -> None:
        self._frames = (
            Frame(image, PERIOD_SECONDS * number, self.name) for number, image in enumerate(images)
        )

    def read(self) -> Frame:
        return next(self._frames)

    def read_after(self, time: float) -> Frame:
        return next(frame for frame in self._frames if frame.time > time)

    def close(self) -> None: ...

    def __enter__(self) -> Film:
        return self

    def __exit__(self, *_: object) -> None: ...


def test_a_picture_is_taken_when_the_cube_has_come_to_rest() -> None:
    swaying = [np.roll(FACE, shift, 1) for shift in (12, -9, 6, -4)]
    film = Film([*swaying, FACE, FACE, FACE])
    frame = settled_frame(film, film.read())
    assert np.array_equal(frame.image, FACE)
    assert frame.time == pytest.approx(5 * PERIOD_SECONDS)


def test_a_cube_that_never_rests_is_taken_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    film = Film(np.roll(FACE, 12 * (number % 2), 1) for number in range(1000))
    frame = settled_frame(film, film.read())
    assert frame.time == pytest.approx(MAX_SETTLING_SECONDS, abs=PERIOD_SECONDS)
    assert "something still moves in the picture" in caplog.text
