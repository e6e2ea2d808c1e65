"""A scramble that is done turn by turn, rightly and wrongly.

The distance between turns that were watched and turns that were made.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS, Turn, cancel_turns, parse_turns, random_turns
from solver.cube import Cube
from solver.scramble_check import ScrambleCheck
from solver.turn_distance import (
    TimedTurn,
    by_colour,
    distance,
    quarter_turns,
)
from tests.support.benchmarks import share_of_right_orientations
from tests.support.cases import for_each

SCRAMBLE = "R U2 L2 R' F B2 D"


def after(scramble: str, made: str) -> ScrambleCheck:
    return ScrambleCheck.of(parse_turns(scramble)).after(parse_turns(made))


@for_each(
    ("made", "done"),
    [
        ("", 0),
        ("R", 1),
        ("R U", 1),
        ("R U'", 1),
        ("R U' U'", 2),
        ("R U2 R'", 2),  # the opposite face first
        ("R U2 R' L L", 4),
        ("R U2 L' L' R' F B", 5),
        ("R U2 L2 R' F B2 D", 7),
    ],
)
def test_what_is_right_counts_the_turns_that_are_done(made: str, done: int) -> None:
    check = after(SCRAMBLE, made)
    assert (check.wrong, check.done) == ((), done)
    assert check.is_done is (done == 7)


@pytest.mark.parametrize(
    ("made", "done", "undoing"),
    [("L", 0, "L'"), ("R U D", 1, "D'"), ("R U2 L2 R F", 3, "F' R'"), (SCRAMBLE + " U", 7, "U'")],
)
def test_what_is_wrong_is_undone_by_the_turns_that_are_said(
    made: str, done: int, undoing: str
) -> None:
    check = after(SCRAMBLE, made)
    assert check.done == done
    assert check.undoing == parse_turns(undoing)
    assert not check.is_done
    assert not check.after(check.undoing).wrong


@given(st.integers(0, 10**6), st.data())
def test_whatever_is_made_undoing_it_leads_back_to_the_scramble(
    seed: int, data: st.DataObject
) -> None:
    scramble = cancel_turns(random_turns(Random(seed), 12))
    begun = data.draw(st.integers(0, len(scramble)))
    check = ScrambleCheck.of(scramble)
    for turn in scramble[:begun]:
        check = check.after([turn])
        assert not check.wrong
    assert check.done == begun
    cube = Cube.solved().apply(scramble[:begun])
    for turn in data.draw(st.lists(st.sampled_from(ALL_TURNS), max_size=5)):
        check, cube = check.after([turn]), cube.turn(turn)
    cube = cube.apply(check.undoing)
    check = check.after(check.undoing)
    assert not check.wrong
    if cube == Cube.solved().apply(scramble):
        assert check.is_done


@given(st.integers(0, 10**6))
def test_a_scramble_in_quarter_turns_is_done_and_then_next_is_none(seed: int) -> None:
    scramble = cancel_turns(random_turns(Random(seed), 20))
    check = ScrambleCheck.of(scramble)
    for turn in scramble:
        assert check.next == turn
        quarters = [Turn(turn.face, 1)] * 2 if turn.quarter_turns == 2 else [turn]
        for quarter in quarters:
            check = check.after([quarter])
            assert not check.wrong
    assert check.is_done
    assert check.next is None


def timed(text: str) -> list[TimedTurn]:
    return [TimedTurn(turn, float(second)) for second, turn in enumerate(text.split())]


def names(text: str) -> str:
    return " ".join(each.turn for each in by_colour(timed(text)))


@for_each(
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
    assert share_of_right_orientations([], [], 0.2) == 1
