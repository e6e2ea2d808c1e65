"""The distance between turns that were watched and turns that were made."""

from __future__ import annotations

import pytest

from solver.turn_distance import (
    TimedTurn,
    by_colour,
    distance,
    quarter_turns,
)
from tests.support.benchmarks import share_of_right_orientations


def timed(text: str) -> list[TimedTurn]:
    return [TimedTurn(turn, float(second)) for second, turn in enumerate(text.split())]


def names(text: str) -> str:
    return " ".join(each.turn for each in by_colour(timed(text)))


@pytest.mark.parametrize(
    ("turns", "named"),
    [
        ("x U", "F"),  # x turns like R: the front comes up
        ("y F y' F", "R F"),
        ("z2 U R'", "D L'"),
        ("U2 F", "U U F"),
        ("D U", "U D"),
        ("U' D U'", "U U D"),
        ("U' R U'", "U' R U'"),
        ("U' y U'", "U U"),
    ],
)
def test_quarter_turns_are_named_by_the_centre_that_turns(turns: str, named: str) -> None:
    assert names(turns) == named


def test_a_half_turn_is_two_quarter_turns() -> None:
    assert [each.turn for each in quarter_turns(timed("U2 x2 R'"))] == ["U", "U", "x", "x", "R'"]


@pytest.mark.parametrize(
    ("made", "watched", "changes"),
    [
        ("R U F", "R U F", 0),
        ("R U F", "R F", 1),
        ("R U F", "R U' F", 1),
        ("R U F", "", 3),
        ("", "R", 1),
        ("R U R' U'", "U R R' U'", 2),
    ],
)
def test_the_distance_counts_changes(made: str, watched: str, changes: int) -> None:
    assert distance(timed(made), timed(watched)).changes == changes


def test_delays_are_those_of_the_matches() -> None:
    late = [TimedTurn(each.turn, each.end + 0.5) for each in timed("R F")]
    found = distance(timed("R U F"), late)
    assert found.delays == (0.5, -0.5)
    assert found.offset == 0


def test_an_orientation_that_was_missed_is_wrong_until_it_is_made_good() -> None:
    made = timed("x U x' U")
    assert share_of_right_orientations(made, timed("x U x' U"), 0.2) == 1
    assert share_of_right_orientations(made, [], 0.2) == 0.5
