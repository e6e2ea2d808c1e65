"""Turns that overlap: each begins as early as the table of corner cutting says, and no earlier."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from robot.errors import RigError
from robot.planning.fastest_solution import fastest_solution
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.planning.turn_schedule import ScheduledTurn, schedule_of, seconds_of
from robot.rigs.mechanisms.six_axis import SixAxis, SixAxisDurations
from robot.rigs.motors import CuttingTable, Motors
from robot.rigs.rig import FaceTurn
from robot.rigs.rig_files import read_rig, rig_text
from solver.core.geometry import OPPOSITE
from solver.core.turn import parse_turns, random_turns
from solver.cube import Cube
from tests.support.cases import for_each

HALF = SixAxisDurations(half=0.0141)
TABLE = CuttingTable(same=((30.0, 5.0), (20.0, 15.0), (10.0, 40.0)), opposite=((15.0, 45.0),))
CUTTING = SixAxis(durations=HALF, motors=Motors(cutting=TABLE))
MOTOR = Motors(motor="nema17-0.3", cutting=TABLE)
HEADER = 'mechanism = "six-axis"\n'


def read(folder: Path, text: str) -> SixAxis:
    path = folder / "mine.toml"
    path.write_text(text)
    rig = read_rig(path).rig
    assert isinstance(rig, SixAxis)
    return rig


def turn(face: str, degrees: float) -> FaceTurn:
    return FaceTurn(face, face, degrees)


def plan_of(rig: SixAxis, moves: str) -> Plan:
    return plan_turns(rig, parse_turns(moves), home_state(rig))


def most_allowed(rig: SixAxis, before: ScheduledTurn, after: ScheduledTurn, time: float) -> float:
    """Return how far a turn may be at a time while the one before it is on its way."""
    way = abs(before.turn.degrees)
    done = rig.law(before.turn.axis).course(way).angle_at(time - before.start)
    if done >= way - 1e-9:
        return 180.0
    is_same = (before.turn.degrees > 0) == (after.turn.degrees > 0)
    rows = rig.motors.cutting_rows(is_same)
    return max((into for left, into in rows if way - done <= left + 1e-9), default=0.0)


def check_never_beyond(rig: SixAxis, schedule: tuple[ScheduledTurn, ...]) -> None:
    for number, after in enumerate(schedule):
        for before in schedule[:number]:
            if OPPOSITE[before.turn.axis] == after.turn.axis:
                continue
            for step in range(200):
                time = after.start + after.seconds * step / 200
                course = rig.law(after.turn.axis).course(abs(after.turn.degrees))
                into = course.angle_at(time - after.start)
                assert into <= most_allowed(rig, before, after, time) + 0.01


@pytest.mark.parametrize("rig", [CUTTING, replace(CUTTING, durations=HALF, motors=MOTOR)])
def test_no_turn_is_ahead_of_the_table(rig: SixAxis) -> None:
    rng = Random(3)
    for _ in range(20):
        motions = [
            [turn(each.face, {1: 90, 2: 180, 3: -90}[each.quarter_turns])]
            for each in random_turns(rng, 10)
        ]
        schedule = schedule_of(rig, motions)
        assert [timed.turn.axis for timed in schedule] == [m[0].axis for m in motions]
        check_never_beyond(rig, schedule)
        alone = replace(rig, motors=replace(rig.motors, cutting=None))
        assert seconds_of(schedule) < sum(alone.turn_seconds(each) for (each,) in motions)


def test_a_turn_begins_at_the_angle_of_the_table() -> None:
    rig = replace(CUTTING, motors=Motors(cutting=CuttingTable(same=((20.0, 45.0),))))
    first, second = schedule_of(rig, [[turn("R", 90)], [turn("U", 90)]])
    course = rig.law("R").course(90)
    assert course.angle_at(second.start) == pytest.approx(70)
    assert first.start == 0
    waits = schedule_of(rig, [[turn("R", 90)], [turn("U", -90)]])
    assert waits[1].start == pytest.approx(0.01)


def test_the_directions_of_half_turns_are_the_best() -> None:
    motions = [[turn("R", 90)], [turn("U", 180)], [turn("F", 180)], [turn("L", 180)]]
    found = seconds_of(schedule_of(CUTTING, motions))
    every = [
        [[turn("R", 90)], [turn("U", u)], [turn("F", f)], [turn("L", left)]]
        for u, f, left in product((180, -180), repeat=3)
    ]
    # A way that is given as it is here may be turned round by the schedule: so it is no longer.
    assert found == pytest.approx(min(seconds_of(schedule_of(CUTTING, each)) for each in every))
    fixed = [_fixed_seconds(each) for each in every]
    assert found == pytest.approx(min(fixed))
    assert found < max(fixed)


def _fixed_seconds(motions: list[list[FaceTurn]]) -> float:
    """Return the seconds of turns in their own directions, one after the other."""
    starts: list[tuple[float, FaceTurn]] = []
    for (each,) in motions:
        delays = [start + CUTTING.turn_delay(made, each) for start, made in starts]
        starts.append((max(delays, default=0.0), each))
    return max(start + CUTTING.turn_seconds(each) for start, each in starts)


def test_opposite_faces_turn_together_each_in_its_own_time() -> None:
    plan = plan_of(CUTTING, "R L2 U")
    starts = [(str(command.turns[0]), command.start) for command in plan.commands]
    assert plan.commands[0].start == 0.0
    assert {name for name, start in starts if start == 0.0} & {"R", "L2"}
    assert plan.seconds < 0.0141 + 0.01
    assert Cube.solved().apply(plan.turns) == Cube.solved().apply(parse_turns("R L2 U"))


def test_without_a_table_plans_are_those_of_commands_one_after_the_other() -> None:
    rig = SixAxis(durations=HALF)
    plan = plan_of(rig, "R U2 F' B")
    assert plan.seconds == pytest.approx(0.01 + 0.0141 + 0.01)
    ends = [command.start + command.seconds for command in plan.commands]
    assert [c.start for c in plan.commands[1:]] == pytest.approx(ends[:-1])


def test_a_pause_comes_between_turns() -> None:
    rig = SixAxis(durations=HALF, motors=Motors(pause=0.005))
    assert plan_of(rig, "R U F").seconds == pytest.approx(3 * 0.01 + 2 * 0.005)


def test_the_fastest_solution_counts_the_delays() -> None:
    cube = Cube.random(Random(5))
    start = home_state(CUTTING)
    by_table = plan_turns(CUTTING, fastest_solution(CUTTING, cube, start, 0.5), start)
    plain = SixAxis(durations=HALF)
    other = fastest_solution(plain, cube, home_state(plain), 0.5)
    assert cube.apply(by_table.turns).is_solved()
    assert by_table.seconds < plan_turns(plain, other, home_state(plain)).seconds


def test_a_file_keeps_what_it_says_of_motors(tmp_path: Path) -> None:
    rig = read(
        tmp_path,
        HEADER + '[motors]\nmotor = ["17hs4401", "17hs4401", "17hs4401", "17hs4401", "17hs4401", '
        '"nema17-0.3"]\nvolts = 36\n[motors.cutting]\nsame = [[20, 10]]\n',
    )
    assert read(tmp_path, rig_text(rig)) == rig
    assert rig.turn_seconds(turn("B", 90)) > rig.turn_seconds(turn("U", 90))
    assert rig.durations.half < 2 * rig.durations.quarter
    measured = replace(rig, durations=SixAxisDurations(0.05, 0.08))
    assert measured.turn_seconds(turn("B", 90)) == 0.05


@for_each(
    ("text", "words"),
    [
        ("[durations]\nquarter = 0\n", "line 3: .*quarter = 0 must be a finite number"),
        ("[durations]\nhalf = -1\n", "line 3: .*half = -1 must be"),
        ("\n[durations]\nquarter = nan\n", "line 4: .*quarter = nan must be a finite number"),
        ('[motors]\nmotor = "17hs4401"\n[durations]\nquarter = 0.01\n', "line 5: .*needs .* N m"),
        (
            '[motors]\nmotor = "17hs4401"\n[motors.profile]\nspeed = 9000\nacceleration = 4e6\n',
            r"line 6: \[motors.profile\] acceleration = 4e\+06: .*needs .* where the motor has",
        ),
        ("[motors.cutting]\nsame = [[30, 10], [20, 5]]\n", "line 3: .*must be monotonic"),
        ("[motors.cutting]\nopposite = [[20, 5], [30, 10]]\n", "line 3: .*must be monotonic"),
        ("[motors.cutting]\nsame = [[46, 5]]\n", "line 3: .*from 0 to 45"),
        ("[motors.cutting]\nsame = [[20, 46]]\n", "line 3: .*from 0 to 45"),
        ("[motors.cutting]\nsame = [[0, 5]]\n", "line 3: .*above 0"),
        ("[motors.cutting]\nsame = [[20, nan]]\n", "line 3: .*from 0 to 45"),
        ("[motors.cutting]\nopposite = [[20, -5]]\n", "line 3: .*from 0 to 45"),
        ("[motors.profile]\nspeed = nan\nacceleration = 1e6\n", "line 3: .*speed = nan must be"),
        ("[motors.profile]\nspeed = 9000\nacceleration = 0\n", "line 4: .*acceleration = 0 must"),
        ("[motors]\npause = -1\n", "line 3: .*pause = -1 must be"),
        ('[motors]\nmotor = "nema99"\n', "line 3: .*no motor that is known"),
        ('[motors]\nmotor = ["17hs4401"]\n', "line 3: .*one for each of URFDLB"),
        ("[motors]\nsteps = 201\n", "line 3: .*multiple of 4"),
        ("[motors.curve]\nrpm = [0, 9]\ntorque = [1, 2]\n", "line 4: .*must not rise"),
        ("[motors.curve]\nrpm = [1, 9]\ntorque = [2, 1]\n", "line 3: .*must begin at 0"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RigError, match=words):
        read(tmp_path, HEADER + text)
