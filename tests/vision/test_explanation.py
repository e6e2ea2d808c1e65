"""The picture that explains a reading: colours, doubts and the unfolded cube."""

from collections.abc import Callable

import numpy as np
import pytest

from drawing.palette import WESTERN
from tests.support.photographs import PhotographedCube
from tests.vision.conftest import GLARE
from vision.explanation import CERTAIN_COLOUR, COLOURS, UNCERTAIN_COLOUR, draw_reading
from vision.reading_result import Reading

Cubes = dict[str, PhotographedCube]
ReadingOf = Callable[[str], Reading]


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(2).sum())


def test_a_certain_reading_has_no_doubts_drawn_outside_the_legend(
    cubes: Cubes, reading_of: ReadingOf
) -> None:
    picture = draw_reading(cubes["cube08"].frames, reading_of("cube08"))
    assert count(picture[:6], CERTAIN_COLOUR) == 6 * picture.shape[1]
    legend = 400
    assert count(picture, UNCERTAIN_COLOUR) < legend


def test_stickers_in_doubt_are_marked_in_the_photograph_and_in_the_net(
    cubes: Cubes, reading_of: ReadingOf
) -> None:
    reading = reading_of(GLARE)
    picture = draw_reading(cubes[GLARE].frames, reading)
    assert count(picture[:6], UNCERTAIN_COLOUR) == 6 * picture.shape[1]
    assert count(picture[104:], UNCERTAIN_COLOUR) > 400 + 300 * len(reading.ambiguous)


@pytest.mark.parametrize("name", ["cube08", "cube13"])
def test_all_nine_colours_of_each_face_are_shown_in_the_unfolded_cube(
    cubes: Cubes, reading_of: ReadingOf, name: str
) -> None:
    picture = draw_reading(cubes[name].frames, reading_of(name))
    net = picture[104:428, -480:]
    for colour in (COLOURS[name] for name in WESTERN.values()):
        assert count(net, colour) > 9 * 500
