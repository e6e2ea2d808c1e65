"""The prices are those of the plans, and the solution found is no slower than others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from robot.fastest import fastest_solution, quickest
from robot.motion import Holding, holding_at_home
from robot.planner import plan_turns
from robot.pricing import prices_of
from robot.rig import RIGS, Rig, load_rig
from robot.scan import plan_scan
from solver.cube import Cube
from solver.fastest.prices import PER_SECOND
from solver.fastest.search import Space
from solver.orientation import ORIENTATIONS
from solver.scramble import random_cube, random_turns
from solver.turn import Turn, cancel, turns
from solver.two_phase import solve

FAST_RIGS = [name for name in RIGS if name != "four-gripper"]


def seconds(rig: Rig, sequence: tuple[Turn, ...], start: Holding) -> float:
    return plan_turns(rig, sequence, start, rig.rests).seconds


def starts(rig: Rig) -> Iterator[Holding]:
    """Give a start at home, one the other way up, and the one after a scan."""
    yield holding_at_home(rig)
    yield Holding(ORIENTATIONS[17], rig.home)
    yield plan_scan(rig, holding_at_home(rig))[-1].stop.holding


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_price_of_turns_is_the_time_of_their_plan(name: str) -> None:
    rig, rng = load_rig(name), Random(name)
    for start in starts(rig):
        space = Space.of(*prices_of(rig, [rig.like(start.pose)]))
        for length in (1, 2, 3, 12):
            made = cancel(rig.spelled(random_turns(rng, length), start.orientation))
            price = space.price(made, start.orientation) / PER_SECOND
            assert price == pytest.approx(seconds(rig, made, start), abs=1e-3)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_fastest_solution_solves_and_is_faster_than_a_short_one(name: str) -> None:
    rig, cube = load_rig(name), random_cube(Random(3))
    start = holding_at_home(rig)
    found = fastest_solution(rig, cube, start, 0.5)
    assert cube.apply(found).is_solved
    assert rig.spelled(found, start.orientation) == found
    short = rig.spelled(solve(cube).moves, start.orientation)
    assert seconds(rig, found, start) <= seconds(rig, short, start)


def test_a_face_without_a_motor_is_done_without() -> None:
    five, cube = load_rig("five-axis"), random_cube(Random(5))
    start = holding_at_home(five)
    found = fastest_solution(five, cube, start, 5.0)
    assert all(turn.face != "U" for turn in found)
    # Spelling the missing face's turns out takes half as long again.
    spelled = five.spelled(solve(cube).moves, start.orientation)
    assert seconds(five, found, start) < 0.9 * seconds(five, spelled, start)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_a_solved_cube_needs_nothing(name: str) -> None:
    rig = load_rig(name)
    assert fastest_solution(rig, Cube.solved(), holding_at_home(rig), 0.1) == ()


def test_a_cube_a_turn_from_solved_gets_that_turn() -> None:
    rig = load_rig("two-gripper")
    cube = Cube.solved().apply(turns("L"))
    assert fastest_solution(rig, cube, holding_at_home(rig), 0.1) == turns("L'")


def test_the_quickest_of_some_solutions_is_chosen() -> None:
    rig = load_rig("two-gripper")
    # The left hand holds L: the others have to be brought to a hand first.
    assert quickest(rig, [turns("F"), turns("L"), turns("U2")], holding_at_home(rig)) == 1
