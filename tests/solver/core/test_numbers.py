"""mmays (2014): the list of 48 colours and the list of 48 numbers."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver.core.cube import Cube
from solver.core.errors import FaceletError, IllegalCubeError
from solver.core.numbers import (
    colours_from_numbers,
    cube_from_numbers,
    numbers_from_colours,
    numbers_from_cube,
)
from solver.core.turn import parse_turns
from tests.support.strategies import cubes

SOLVED = tuple(range(1, 49))
# The source's second example, the right face turned by 90 degrees.
RIGHT_COLOURS = list("uufufuufllllllllffdfdffdrrrrrrrrubbububbddbdbddb")
RIGHT_NUMBERS = (
    *(1, 2, 19, 4, 21, 6, 7, 24),
    *(9, 10, 11, 12, 13, 14, 15, 16),
    *(17, 18, 43, 20, 45, 22, 23, 48),
    *(30, 28, 25, 31, 26, 32, 29, 27),
    *(8, 34, 35, 5, 37, 3, 39, 40),
    *(41, 42, 38, 44, 36, 46, 47, 33),
)


def test_the_first_example_of_mmays() -> None:
    colours = [letter for letter in "ulfrbd" for _ in range(8)]
    assert numbers_from_colours(colours) == SOLVED


def test_the_second_example_of_mmays() -> None:
    assert numbers_from_colours(RIGHT_COLOURS) == RIGHT_NUMBERS
    assert cube_from_numbers(RIGHT_NUMBERS) == Cube.solved().apply(parse_turns("R"))


@given(cubes)
def test_numbers_are_converted_back(cube: Cube) -> None:
    numbers = numbers_from_cube(cube)
    assert cube_from_numbers(numbers) == cube
    assert numbers_from_colours(colours_from_numbers(numbers)) == numbers


def test_a_wrong_count_of_colours_is_reported() -> None:
    with pytest.raises(FaceletError, match="47 colours"):
        numbers_from_colours(RIGHT_COLOURS[1:])
    with pytest.raises(FaceletError, match=r"\['x'\]"):
        numbers_from_colours(["x", *RIGHT_COLOURS[1:]])


def test_repeated_numbers_are_reported() -> None:
    with pytest.raises(FaceletError, match=r"lack \[1\]"):
        cube_from_numbers((2, *SOLVED[1:]))


def test_stickers_separated_from_their_piece_are_reported() -> None:
    # 1 and 3 are both white: the colours are right, but each corner has another's sticker.
    with pytest.raises(IllegalCubeError, match="3 at 1, 1 at 3"):
        cube_from_numbers((3, 2, 1, *SOLVED[3:]))
