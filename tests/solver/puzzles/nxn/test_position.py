"""Positions as facelets: reading, writing, and the reasons why one is impossible."""

from __future__ import annotations

from random import Random

import pytest

from solver.core.errors import IllegalCubeError, PuzzleError
from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.position import is_solved, read, write
from tests.support.cases import for_each


def scrambled(n: int, seed: int = 0) -> str:
    cube = geometry(n)
    return write(cube.apply(cube.solved, random_turns(Random(seed), n, 60)))


@for_each("n", [2, 3, 4, 5, 6])
@for_each("seed", range(5))
def test_a_scrambled_cube_is_read_back(n: int, seed: int) -> None:
    text = scrambled(n, seed)
    assert write(read(text, n)) == text
    coloured = text.translate(str.maketrans("URFDLB", "WRGYOB"))
    assert write(read(coloured, n)) == text


def test_turns_are_accepted_as_a_position() -> None:
    assert is_solved(read("", 4), 4)
    assert is_solved(read("2R 2R'", 4), 4)
    assert not is_solved(read("2R", 4), 4)


def swapped(text: str, *pairs: tuple[int, int]) -> str:
    letters = list(text)
    for one, other in pairs:
        letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)


def sticker(n: int, face: int, row: int, column: int) -> int:
    return face * n * n + row * n + column


SOLVED = {n: write(geometry(n).solved) for n in range(2, 7)}


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_twisted_corner_is_reported(n: int) -> None:
    last = n - 1
    above, right, front = (
        sticker(n, 0, last, last),
        sticker(n, 1, 0, 0),
        sticker(n, 2, 0, last),
    )
    with pytest.raises(IllegalCubeError, match="one corner is twisted"):
        read(swapped(SOLVED[n], (above, right), (right, front)), n)


@pytest.mark.parametrize("n", [3, 5])
def test_a_flipped_central_edge_is_reported(n: int) -> None:
    pair = (sticker(n, 0, n - 1, n // 2), sticker(n, 2, 0, n // 2))
    with pytest.raises(IllegalCubeError, match="one central edge is flipped"):
        read(swapped(SOLVED[n], pair), n)


@pytest.mark.parametrize("n", [3, 5])
def test_two_swapped_edges_are_reported(n: int) -> None:
    middle, last = n // 2, n - 1
    front = (sticker(n, 0, last, middle), sticker(n, 2, 0, middle))
    right = (sticker(n, 0, middle, last), sticker(n, 1, 0, middle))
    with pytest.raises(IllegalCubeError, match="swapped"):
        read(swapped(SOLVED[n], (front[0], right[0]), (front[1], right[1])), n)


def test_two_swapped_wings_are_possible() -> None:
    # The two wings of the edge UF are swapped: this is known as OLL parity.
    flipped = swapped(
        SOLVED[4],
        (sticker(4, 0, 3, 1), sticker(4, 2, 0, 1)),
        (sticker(4, 0, 3, 2), sticker(4, 2, 0, 2)),
    )
    assert not is_solved(read(flipped, 4), 4)


def test_inner_pieces_of_the_wrong_kind_are_reported() -> None:
    # A piece beside the middle of U and one at the corner of R's inner pieces, of other orbits.
    text = swapped(SOLVED[5], (sticker(5, 0, 1, 1), sticker(5, 1, 1, 2)))
    with pytest.raises(IllegalCubeError, match="four of each colour") as raised:
        read(text, 5)
    # Row 2, column 3 and row 3, column 2 have the same pieces, and are named once.
    assert [str(fault)[:43] for fault in raised.value.faults] == [
        "of the inner pieces that can be in row 2, c",
        "of the inner pieces that can be in row 2, c",
    ]


def test_wrong_counts_are_reported() -> None:
    text = SOLVED[4][:37] + "U" + SOLVED[4][38:]
    with pytest.raises(IllegalCubeError, match="17 U and 15 F stickers where there must be 16"):
        read(text, 4)
    with pytest.raises(IllegalCubeError, match="17 white and 15 green stickers"):
        read(text.translate(str.maketrans("URFDLB", "WRGYOB")), 4)
    with pytest.raises(PuzzleError, match="95 facelets"):
        read(SOLVED[4][:-1], 4)


def test_centres_of_a_mirror_image_are_reported() -> None:
    mirrored = SOLVED[3].translate(str.maketrans("RL", "LR"))
    with pytest.raises(IllegalCubeError, match="middles"):
        read(mirrored, 3)


def stickers_at(n: int, cells: list[tuple[str, int, int]]) -> list[int]:
    return ["URFDLB".index(face) * n * n + row * n + column for face, row, column in cells]


@pytest.mark.parametrize("n", [4, 5, 8])
def test_each_piece_that_cannot_be_is_named(n: int) -> None:
    last = n - 1
    solved = [face for face in "URFDLB" for _ in range(n * n)]
    right, front = stickers_at(n, [("R", 0, 0), ("F", 0, last)])
    mirrored = solved.copy()
    mirrored[right], mirrored[front] = "F", "R"
    with pytest.raises(IllegalCubeError, match="U-R-F is missing and none is U-F-R"):
        read("".join(mirrored), n)
    other = stickers_at(n, [("U", last, 0), ("F", 0, 0), ("L", 0, last)])
    doubled = solved.copy()
    for place, face in zip(other, "UFL", strict=True):
        doubled[place] = {"U": "U", "F": "R", "L": "F"}[face]
    with pytest.raises(IllegalCubeError, match="U-R-F is there 2 times and U-F-L is missing"):
        read("".join(doubled), n)
    wing = solved.copy()
    own, partner = stickers_at(n, [("U", last, 1), ("F", 0, 1)])
    wing[own], wing[partner] = wing[partner], wing[own]
    with pytest.raises(IllegalCubeError, match=r"1 from the corners .* is missing") as raised:
        read("".join(wing), n)
    # The wing that is turned over in its place is the other one of its edge.
    assert "is there 2 times" in str(raised.value)
    wing[own], wing[partner] = "U", "D"
    with pytest.raises(IllegalCubeError, match=r"1 from the corners .*none is (U-D|D-U)"):
        read("".join(wing), n)


def test_a_central_edge_that_cannot_be_is_named() -> None:
    cube = [face for face in "URFDLB" for _ in range(25)]
    (below,) = stickers_at(5, [("F", 0, 2)])
    (opposite,) = stickers_at(5, [("D", 0, 2)])
    cube[below], cube[opposite] = "D", "F"
    with pytest.raises(IllegalCubeError, match="U-F is missing, none is U-D"):
        read("".join(cube), 5)
