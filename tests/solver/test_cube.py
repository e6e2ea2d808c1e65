"""The cube group: turns, orders of elements, and the two representations."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from solver.core.facelets import SOLVED
from solver.core.turn import (
    ALL_TURNS,
    TURN_PERMUTATIONS,
    Turn,
    cancel_turns,
    htm,
    inverse,
    parse_turns,
    qtm,
    random_turns,
)
from solver.cube import Cube
from tests.support.strategies import cubes, sequences


def order(sequence: tuple[Turn, ...]) -> int:
    cube = Cube.solved().apply(sequence)
    count = 1
    while not cube.is_solved():
        cube = cube.apply(sequence)
        count += 1
    return count


@pytest.mark.parametrize(
    ("sequence", "expected"),
    # Orders of well-known elements (Singmaster, Notes on Rubik's Magic Cube, 1981).
    [
        ("R", 4),
        ("R2", 2),
        ("R U", 105),
        ("R U'", 63),
        ("R2 U2", 6),
        ("R U R' U'", 6),
        ("R L' F2 B2 R L' U2 D2", 2),
        ("R U2 D' B D'", 1260),
    ],
)
def test_elements_have_their_known_orders(sequence: str, expected: int) -> None:
    assert order(parse_turns(sequence)) == expected


def test_a_right_turn_moves_the_stickers_of_the_real_cube() -> None:
    assert Cube.solved().turn(Turn("R", 1)).facelets == (
        "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    )


def test_the_superflip_flips_all_edges_and_nothing_else() -> None:
    # A superflip of 20 turns (Reid 1995).
    superflip = Cube.solved().apply(
        parse_turns("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    )
    assert superflip.edge_flips == (1,) * 12
    assert superflip.edges == tuple(range(12))
    assert superflip.corners == tuple(range(8))
    assert superflip.corner_twists == (0,) * 8


@given(cubes, sequences)
def test_a_sequence_and_its_inverse_cancel(cube: Cube, sequence: tuple[Turn, ...]) -> None:
    assert cube.apply(sequence).apply(inverse(sequence)) == cube


@given(cubes)
def test_every_turn_has_its_inverse(cube: Cube) -> None:
    for turn in ALL_TURNS:
        assert cube.turn(turn).turn(turn.inverse()) == cube
        assert cube.turn(turn) != cube


@given(cubes, sequences, sequences)
def test_two_sequences_in_turn_equal_their_concatenation(
    cube: Cube, first: tuple[Turn, ...], second: tuple[Turn, ...]
) -> None:
    assert cube.apply(first).apply(second) == cube.apply(first + second)


@given(sequences, sequences)
def test_cubes_follow_one_another_as_their_turns_do(
    first: tuple[Turn, ...], second: tuple[Turn, ...]
) -> None:
    solved = Cube.solved()
    both = solved.apply(first).followed_by(solved.apply(second))
    assert both.facelets == solved.apply(first + second).facelets


@given(sequences)
def test_turns_of_cubies_agree_with_turns_of_stickers(sequence: tuple[Turn, ...]) -> None:
    stickers = tuple(SOLVED)
    for turn in sequence:
        stickers = TURN_PERMUTATIONS[turn].act(stickers)
    assert Cube.solved().apply(sequence).facelets == "".join(stickers)


@given(cubes)
def test_facelets_are_converted_back(cube: Cube) -> None:
    assert Cube.from_facelets(cube.facelets) == cube


@given(sequences)
def test_cancelling_keeps_the_effect_and_leaves_nothing_to_cancel(
    sequence: tuple[Turn, ...],
) -> None:
    short = cancel_turns(sequence)
    assert Cube.solved().apply(short) == Cube.solved().apply(sequence)
    assert cancel_turns(short) == short
    assert not any(a.face == b.face for a, b in pairwise(short))


def test_cancelling_reaches_across_the_opposite_face() -> None:
    assert cancel_turns(parse_turns("R L R' F F2")) == parse_turns("L F'")
    assert cancel_turns(parse_turns("U U' R")) == parse_turns("R")


def test_the_two_metrics_count_a_half_turn_as_one_or_two() -> None:
    assert htm(parse_turns("R U2 F'")) == 3
    assert qtm(parse_turns("R U2 F'")) == 4


def test_random_cubes_are_legal_and_cover_both_parities() -> None:
    rng = Random(5)
    drawn = [Cube.random(rng) for _ in range(200)]
    assert all(Cube.from_facelets(cube.facelets) == cube for cube in drawn)
    assert len(set(drawn)) == 200
    # Each corner is in each place about one time in eight.
    home = sum(cube.corners[0] == 0 for cube in drawn)
    assert 8 <= home <= 50


def test_random_turns_never_turn_a_face_twice_in_a_row() -> None:
    drawn = random_turns(Random(1), 100)
    assert len(drawn) == 100
    assert not any(a.face == b.face for a, b in pairwise(drawn))
