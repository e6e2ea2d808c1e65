"""mmays (2014): the list of 48 colours and the list of 48 numbers."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver.core.errors import FaceletError, FaultKind, IllegalCubeError
from solver.core.legality import numbers_from_colours
from solver.core.numbers import (
    colours_from_facelets,
    colours_from_numbers,
    facelets_from_colours,
    match_pieces,
)
from solver.cube import Cube
from tests.support import mmays
from tests.support.cases import for_each
from tests.support.strategies import cubes

SOLVED = tuple(range(1, 49))
RIGHT = list(mmays.RIGHT_COLOURS)
PIECES = [*mmays.CORNERS.items(), *mmays.EDGES.items()]


def with_colours(place: tuple[int, ...], letters: str) -> list[str]:
    """Return the solved cube's colours with other ones at a place."""
    colours = list(mmays.SOLVED_COLOURS)
    for number, letter in zip(place, letters, strict=True):
        colours[number - 1] = letter
    return colours


def test_the_first_example_of_mmays() -> None:
    assert numbers_from_colours(mmays.SOLVED_COLOURS) == SOLVED


def test_the_second_example_of_mmays() -> None:
    assert numbers_from_colours(RIGHT) == mmays.RIGHT_NUMBERS
    assert Cube.from_numbers(mmays.RIGHT_NUMBERS) == Cube.solved().apply("R")
    assert colours_from_facelets(Cube.solved().apply("R").facelets) == tuple(RIGHT)


@for_each(("stickers", "letters"), PIECES)
def test_each_piece_of_mmays_is_matched_in_each_place_and_rotation(
    stickers: tuple[int, ...], letters: str
) -> None:
    for place, _ in PIECES:
        if len(place) == len(stickers):
            for numbers, seen in mmays.rotations(stickers, letters):
                matched = match_pieces(facelets_from_colours(with_colours(place, seen)))
                assert tuple(matched[number - 1] for number in place) == numbers


@given(cubes)
def test_every_cube_has_the_numbers_of_mmays(cube: Cube) -> None:
    assert list(cube.numbers) == mmays.numbers_of(colours_from_facelets(cube.facelets))


@given(cubes)
def test_numbers_are_converted_back(cube: Cube) -> None:
    numbers = cube.numbers
    assert Cube.from_numbers(numbers) == cube
    assert numbers_from_colours(colours_from_numbers(numbers)) == numbers
    assert Cube.from_facelets(cube.facelets) == cube


@pytest.mark.parametrize(
    ("place", "letters", "message"),
    [
        ((1, 9, 35), "udb", "the corner at ULB is U-D-B, and no piece has these colours"),
        ((31, 45), "rl", "the edge at DR is L-R, and no piece has these colours"),
    ],
)
def test_a_corner_or_an_edge_that_matches_no_piece_is_named(
    place: tuple[int, ...], letters: str, message: str
) -> None:
    colours = with_colours(place, letters)
    matched = match_pieces(facelets_from_colours(colours))
    assert [at for at, number in enumerate(matched, start=1) if number is None] == sorted(place)
    with pytest.raises(IllegalCubeError) as error:
        numbers_from_colours(colours)
    faults = {fault.kind: str(fault) for fault in error.value.faults}
    assert faults[FaultKind.NO_SUCH_PIECE] == message


def test_a_wrong_count_of_colours_is_reported() -> None:
    with pytest.raises(FaceletError, match="47 colours"):
        numbers_from_colours(RIGHT[1:])
    with pytest.raises(FaceletError, match=r"\['x'\]"):
        numbers_from_colours(["x", *RIGHT[1:]])


def test_repeated_numbers_are_reported() -> None:
    with pytest.raises(FaceletError, match=r"lack \[1\]"):
        Cube.from_numbers((2, *SOLVED[1:]))


def test_stickers_separated_from_their_piece_are_reported() -> None:
    # 1 and 3 are both white: the colours are right, but each corner has another's sticker.
    with pytest.raises(IllegalCubeError, match="3 at 1, 1 at 3"):
        Cube.from_numbers((3, 2, 1, *SOLVED[3:]))
