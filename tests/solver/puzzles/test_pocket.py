"""The 2x2x2: complete tables, positions as text, and errors of bad ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import CubeError, FaceletError, IllegalCubeError, NotationError
from solver.core.turn import inverse, parse_turns, qtm
from solver.puzzles.pocket_state import (
    as_held,
    facelets_after,
    from_facelets,
    metric,
    optimal_turns,
    read,
    scramble_turns,
)
from solver.puzzles.registry import load_puzzle
from tests.support.cases import for_each
from tests.support.strategies import sequences

# The numbers of positions at each distance (Jaap Scherphuis, jaapsch.net/puzzles/cube2.htm).
KNOWN = {
    "htm": [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644],
    "qtm": [
        *(1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536),
        *(90280, 276),
    ],
}
SOLVED = "UUUURRRRFFFFDDDDLLLLBBBB"


@pytest.mark.parametrize("name", ["htm", "qtm"])
def test_the_distances_of_all_positions_are_the_known_ones(name: str) -> None:
    assert np.bincount(metric(name).distances).tolist() == KNOWN[name]


@pytest.mark.parametrize(("method", "count"), [("optimal", len), ("optimal-qtm", qtm)])
@given(sequence=sequences)
def test_a_solution_solves_and_is_no_longer_than_the_scramble(
    method: str, count: object, sequence: tuple[object, ...]
) -> None:
    text = " ".join(map(str, sequence)) or "U U'"
    solution = load_puzzle("2x2x2").solve(text, method)
    after = facelets_after(scramble_turns(f"{text} {solution.moves}"))
    assert all(len(set(after[face : face + 4])) == 1 for face in range(0, 24, 4))
    assert callable(count)
    assert solution.length == count(parse_turns(solution.moves))
    assert solution.length <= count(parse_turns(text))
    assert solution.length <= (11 if method == "optimal" else 14)


@given(sequence=sequences, letters=st.permutations("abcdefg"))
def test_facelets_are_read_in_any_six_letters(
    sequence: tuple[object, ...], letters: list[str]
) -> None:
    text = facelets_after(scramble_turns(" ".join(map(str, sequence))))
    renamed = text.translate(str.maketrans("URFDLB", "".join(letters[:6])))
    assert from_facelets(renamed) == from_facelets(text)


@given(order=st.integers(0, 5039), twist=st.integers(0, 728))
def test_numbers_and_positions_are_one_to_one(order: int, twist: int) -> None:
    turns = optimal_turns((order, twist), "htm")
    assert from_facelets(facelets_after(inverse(turns))) == (order, twist)


def test_a_rotated_puzzle_is_read() -> None:
    assert read("x y' z2") == read("R R'")
    assert read("R") == read("L x")
    # Its second layer is the opposite one.
    assert read("2R . 2Uw’") == read("L' y'")
    assert read("R") != read("R'")


def test_a_scramble_is_the_same_for_the_same_seed() -> None:
    puzzle = load_puzzle("2x2x2")
    assert puzzle.scramble(5) == puzzle.scramble(5)
    drawn = puzzle.scramble(5)
    assert puzzle.solve(drawn, "optimal").length == len(drawn.split())


def swapped(text: str, first: int, second: int) -> str:
    letters = list(text)
    letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


@for_each(
    ("text", "error", "words"),
    [
        (SOLVED[:-1], FaceletError, "has 23 facelets; a 2x2x2 has 24"),
        (SOLVED.replace("B", "L"), FaceletError, "5 letters"),
        (swapped(SOLVED, 3, 4), IllegalCubeError, "mirror"),
        (swapped(SOLVED, 3, 20), IllegalCubeError, "no piece has these colours"),
        ("UUUUURRRFFFFDDDDLLLLBBBB", IllegalCubeError, "5 U stickers"),
        ("R Uw", NotationError, "middle layer"),
        ("R Q", NotationError, "Q"),
        ("3R", NotationError, "has layers 1 to 2"),
        ("M", NotationError, "middle layer"),
    ],
)
def test_a_bad_position_is_reported(text: str, error: type[CubeError], words: str) -> None:
    with pytest.raises(error, match=words):
        read(text)


def test_a_twisted_corner_is_named() -> None:
    # The corner at URF, with U4, R1 and F2 cycled.
    twisted = list("WWWWRRRRGGGGYYYYOOOOBBBB")
    twisted[3], twisted[4], twisted[9] = twisted[9], twisted[3], twisted[4]
    with pytest.raises(IllegalCubeError, match="the corner at URF is twisted"):
        read("".join(twisted))


@settings(max_examples=5)
@given(sequence=sequences)
def test_the_steps_take_a_position_as_it_is_held(sequence: tuple[object, ...]) -> None:
    """Not another sequence that leads there up to a rotation: other colours would be below."""
    text = " ".join(map(str, sequence)) or "U U'"
    steps = load_puzzle("2x2x2").solve(text, "tsukuda-steps")
    facelets = facelets_after(scramble_turns(text))
    assert load_puzzle("2x2x2").solve(facelets, "tsukuda-steps").moves == steps.moves


def test_facelets_in_other_letters_are_held_with_dbl_at_home() -> None:
    renamed = SOLVED.translate(str.maketrans("URFDLB", "wabcde"))
    assert as_held(renamed) == SOLVED
    assert as_held("x") == "R L'"
    # Turned as a whole, in face letters: the colours stay those that they are.
    turned = facelets_after(scramble_turns("x y"))
    assert as_held(turned) == turned != SOLVED
