import numpy as np
import pytest

from tests.vision.conftest import PhotographedCube
from vision.explain import COLOURS, DOUBT, SURE, explain
from vision.reading import read_cube

Cubes = dict[str, PhotographedCube]


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(2).sum())


def test_a_certain_reading_shows_no_doubt_but_in_the_legend(cubes: Cubes) -> None:
    frames = cubes["cube08"].frames
    picture = explain(frames, read_cube(frames))
    assert count(picture[:6], SURE) == 6 * picture.shape[1]
    legend = 400
    assert count(picture, DOUBT) < legend


def test_stickers_in_doubt_are_marked_in_the_photograph_and_in_the_net(cubes: Cubes) -> None:
    frames = cubes["cube13"].frames
    reading = read_cube(frames)
    picture = explain(frames, reading)
    assert count(picture[:6], DOUBT) == 6 * picture.shape[1]
    assert count(picture[104:], DOUBT) > 400 + 300 * len(reading.ambiguous)


@pytest.mark.parametrize("name", ["cube08", "cube13"])
def test_all_nine_colours_of_each_face_are_shown_in_the_unfolded_cube(
    cubes: Cubes, name: str
) -> None:
    frames = cubes[name].frames
    picture = explain(frames, read_cube(frames))
    net = picture[104:428, -480:]
    for colour in COLOURS.values():
        assert count(net, colour) > 9 * 500
