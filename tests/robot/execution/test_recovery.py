"""Recovery from jams and slips: retries, giving up, and how many jams of a plan are too many."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import TOO_MANY_JAMS, JamError
from robot.execution.events import CommandFailed, Done, GaveUp, Outcome, RunEvent, report
from robot.execution.executor import Executor, FailureCounts, JamHistory
from robot.execution.journal import Journal, read_journal
from robot.execution.recovery import (
    FailedAttempt,
    attempts,
    clear_and_home,
    return_to_last_state,
)
from robot.execution.retry_steps import RETRY_STEPS
from robot.link.arrival import Agrees, Observation, Stuck
from robot.link.session import Link
from robot.planning.motion_plan import plan_from_steps
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Arrival, Command, Grip, Load, Move, Pose, moved_by
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import RIGS
from robot.servos import servo_pulses
from solver.core.turn import Turn, parse_turns, random_turns
from solver.cube import Cube
from tests.support.simulated_rig import SimulatedRig
from tests.support.variants import thorough_but

Make = Callable[..., SimulatedRig]
BACKING_OFF = tuple(step for step in RETRY_STEPS if not step.is_in_place)


def execute_all(
    robot: SimulatedRig, sequence: tuple[Turn, ...], folder: Path
) -> tuple[Executor, list[RunEvent]]:
    """Home and make all turns; return the executor and its events."""
    executor, events, outcome = execute_turns(robot, sequence, folder)
    assert isinstance(outcome, Done)
    return executor, events


def execute_turns(
    robot: SimulatedRig, sequence: tuple[Turn, ...], folder: Path
) -> tuple[Executor, list[RunEvent], Outcome]:
    """Home and make turns as far as possible; return the executor, its events and the outcome."""
    events: list[RunEvent] = []
    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        journal.write("begin")
        executor = Executor(link, journal)
        clear_and_home(link)
        plan = plan_turns(link.rig, sequence, home_state(link.rig))
        outcome = report(executor.execute(plan), events.append)
    return executor, events, outcome


def execute_until_abandoned(
    robot: SimulatedRig, sequence: tuple[Turn, ...], folder: Path
) -> GaveUp:
    """Home and make turns until the plan is abandoned."""
    _, _, outcome = execute_turns(robot, sequence, folder)
    assert isinstance(outcome, GaveUp)
    return outcome


def test_a_turn_that_jams_once_is_made_once(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("faults=jam_once@1")
    executor, events = execute_all(robot, parse_turns("L U"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply("L U")
    assert (executor.failures.jams, executor.failures.retries) == (1, 1)
    (failure,) = [event for event in events if isinstance(event, CommandFailed)]
    assert failure.action.turns == parse_turns("L")
    assert failure.next_step == BACKING_OFF[0]


def test_the_second_retry_step_has_less_speed_and_more_torque(
    simulated: Make, tmp_path: Path
) -> None:
    robot = simulated("faults=jam_n@1x2")
    executor, _ = execute_all(robot, parse_turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply("L")
    assert (executor.failures.jams, executor.failures.retries) == (2, 2)
    assert BACKING_OFF[1].speed < BACKING_OFF[0].speed
    assert BACKING_OFF[1].torque > BACKING_OFF[0].torque


def test_a_turn_that_always_jams_is_abandoned(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("jam=1")
    abandoned = execute_until_abandoned(robot, parse_turns("L"), tmp_path)
    assert str(abandoned.error).startswith("left wrist to +90° failed in 4 attempts")
    assert isinstance(abandoned.error.__cause__, JamError)
    (failed,) = abandoned.failed
    assert failed.command.turns == parse_turns("L")
    assert abandoned.state == home_state(RIG)
    assert robot.accidents() == ()
    truth = robot.truth()
    assert not truth.dropped
    records = [record["record"] for record in read_journal(tmp_path / "run.jsonl")]
    assert records.count("failed") == 4
    assert records[-1] == "failed"


def test_homing_after_a_jam_realigns_the_layer(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("jam=1")
    execute_until_abandoned(robot, parse_turns("L"), tmp_path)
    with Link(robot.url) as link:
        assert clear_and_home(link) == RIG.home
    assert robot.truth().cube.is_solved()
    assert robot.truth().layers == ()


@pytest.mark.thorough
def test_jams_do_not_change_the_resulting_cube(simulated: Make, tmp_path: Path) -> None:
    abandoned_seeds: list[int] = []

    @settings(max_examples=15, deadline=None)
    @given(seed=st.integers(0, 10_000))
    def turns_are_made(seed: int) -> None:
        robot = simulated(f"seed={seed}&jam=0.1")
        sequence = random_turns(Random(seed), 10)
        _, _, outcome = execute_turns(robot, sequence, tmp_path)
        if isinstance(outcome, GaveUp):
            abandoned_seeds.append(seed)
        else:
            assert robot.truth().cube == Cube.solved().apply(sequence)
        assert robot.accidents() == ()

    turns_are_made()
    # One in thirty sequences has three jams within 45 seconds.
    assert len(abandoned_seeds) <= 3


def test_every_command_is_in_the_journal_before_it_moves(simulated: Make, tmp_path: Path) -> None:
    execute_all(simulated(""), parse_turns("L U2"), tmp_path)
    records = read_journal(tmp_path / "run.jsonl")
    commands = [record for record in records if record["record"] == "command"]
    done = [record for record in records if record["record"] == "done"]
    assert len(commands) == len(done)
    assert [record["turn"] for record in done if record["turn"]] == ["L", "U2"]


@pytest.mark.parametrize("name", thorough_but(["two-gripper", "flipper"], RIGS))
def test_every_rig_recovers_from_jams(simulated: Make, tmp_path: Path, name: str) -> None:
    completed = 0
    for seed in range(6):
        # Face motors make many turns within the time window in which three jams are too many.
        robot = simulated(f"seed={seed}&jam=0.04", name)
        sequence = random_turns(Random(seed), 12)
        _, _, outcome = execute_turns(robot, sequence, tmp_path)
        if isinstance(outcome, Done):
            completed += 1
            assert robot.truth().cube == Cube.solved().apply(sequence)
        assert robot.accidents() == ()
        with Link(robot.url) as link:
            assert clear_and_home(link) == link.rig.home
        assert robot.accidents() == ()
        assert robot.truth().layers == ()
    assert completed >= 3


def test_the_third_retry_step_wiggles_and_is_the_slowest(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("faults=jam_n@1x3")
    executor, events = execute_all(robot, parse_turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply("L")
    assert (executor.failures.jams, executor.failures.retries) == (3, 3)
    assert [event.next_step for event in events if isinstance(event, CommandFailed)] == list(
        BACKING_OFF
    )
    assert BACKING_OFF[2].wiggle
    assert BACKING_OFF[2].speed < BACKING_OFF[1].speed


def test_a_slip_during_a_re_grip_is_repaired_before_the_turn(
    simulated: Make, tmp_path: Path
) -> None:
    robot = simulated("faults=jam_once@1,grip_miss@1")
    executor, _ = execute_all(robot, parse_turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply("L")
    assert (executor.failures.jams, executor.failures.slips) == (1, 1)


@pytest.mark.parametrize(
    ("faults", "sequence", "message"),
    [
        (
            "jam_once@1,jam_once@2,jam_once@3",
            "L U L U",
            "too many jams: 3 within 45 s, the last one of the left wrist",
        ),
        (
            ",".join(f"jam_once@{n}" for n in range(1, 60, 7)),
            "L U R F " * 14,
            "too many jams: 8 in one plan",
        ),
    ],
)
def test_a_plan_with_too_many_jams_is_abandoned_after_a_completed_turn(
    simulated: Make, tmp_path: Path, faults: str, sequence: str, message: str
) -> None:
    robot = simulated(f"faults={faults}")
    abandoned = execute_until_abandoned(robot, parse_turns(sequence), tmp_path)
    assert abandoned.error.code == TOO_MANY_JAMS
    assert str(abandoned.error).startswith(message)
    assert abandoned.failed == ()
    done = [r["turn"] for r in read_journal(tmp_path / "run.jsonl") if r["record"] == "done"]
    turns = " ".join(turn for turn in done if turn)
    assert robot.truth().cube == Cube.solved().apply(turns)


def test_the_retreat_undoes_the_abandoned_turn(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("faults=jam_n@2x4")
    with Link(robot.url) as link, Journal(tmp_path / "run.jsonl") as journal:
        executor = Executor(link, journal)
        clear_and_home(link)
        plan = plan_turns(link.rig, parse_turns("L U"), home_state(link.rig))
        outcome = report(executor.execute(plan))
        assert isinstance(outcome, GaveUp)
        state = return_to_last_state(link, outcome.state, outcome.failed)
        assert robot.truth().cube == Cube.solved().apply("L")
        assert robot.truth().orientation == state.orientation
        assert robot.truth().pose == state.pose


class LateEye:
    """Sees only after the motion that follows the turn L that the left wrist has not made it."""

    def __init__(self) -> None:
        # The first one turns the whole cube.
        self._moves = iter((False, True))
        self._turned = False

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        """Return once that the left wrist is elsewhere."""
        assert isinstance(command, Move | Grip)
        if isinstance(command, Move) and "L" in moved_by(command):
            self._turned = next(self._moves, False)
        elif self._turned:
            self._turned = False
            return Stuck("axis", "L", -90.0)
        return Agrees()


def test_a_turn_that_is_seen_late_to_have_failed_is_taken_back_at_once(
    simulated: Make, tmp_path: Path
) -> None:
    robot = simulated("")
    with Link(robot.url) as link, Journal(tmp_path / "run.jsonl") as journal:
        executor = Executor(link, journal)
        clear_and_home(link)
        plan = plan_turns(link.rig, parse_turns("L U"), home_state(link.rig))
        with link.observed_by(LateEye()):
            outcome = report(executor.execute(plan))
            assert isinstance(outcome, GaveUp)
            assert "cannot be done: the camera sees the left wrist at about -90°" in str(
                outcome.error
            )
            # Nothing was pressed again against what is askew.
            assert executor.failures == FailureCounts(jams=1)
            assert robot.truth().cube == Cube.solved().apply("L U")
            state = return_to_last_state(link, outcome.state, outcome.failed)
        assert robot.truth().cube.is_solved()
        assert robot.truth().pose == state.pose
        assert robot.accidents() == ()


class KeenEye:
    """Sees where the wrists of a robot stand, to two degrees."""

    def __init__(self, robot: SimulatedRig) -> None:
        self._robot = robot

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        """Return the first wrist that is elsewhere than in a pose."""
        for axis, at, due in zip(RIG.axes, self._robot.truth().angles, pose.angles, strict=True):
            if abs(at - due) > 2:
                return Stuck("axis", axis, at)
        return Agrees()


def test_soft_servos_that_stay_short_of_their_target_turn_a_stiff_cube(
    simulated: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They stay short by more than pulses allow for.
    monkeypatch.setattr(servo_pulses, "BEYOND_DEGREES", 0.0)
    robot = simulated("ideal=false&feedback=false&servos=ds3218&stiffness=15&cube=stiff")
    pose, steps = RIG.home, []
    for axis, degrees in (("L", 90), ("L", 0), ("R", 90), ("R", 0)):
        steps.append(RIG.step(pose, Move(((axis, degrees),))))
        pose = steps[-1].after
    plan = plan_from_steps(RIG, home_state(RIG), steps)
    events: list[RunEvent] = []
    with Link(robot.url) as link, Journal(tmp_path / "run.jsonl") as journal:
        clear_and_home(link)
        with link.observed_by(KeenEye(robot)):
            outcome = report(Executor(link, journal).execute(plan), events.append)
    assert isinstance(outcome, Done)
    assert robot.truth().is_solved()
    assert robot.accidents() == ()
    failures = [event for event in events if isinstance(event, CommandFailed)]
    assert all(each.next_step and each.next_step.is_in_place for each in failures)
    # At its last detent a wrist cannot turn on; back at 0 it can, and then all others do at once.
    tried = [(each.action.turns, each.next_step.beyond) for each in failures if each.next_step]
    assert tried == [
        (parse_turns("L"), 0),
        (parse_turns("L'"), 4),
        (parse_turns("L'"), 6),
        (parse_turns("B"), 0),
    ]


def test_a_jam_that_the_robot_has_felt_is_backed_off_from_at_once(simulated: Make) -> None:
    robot = simulated("faults=jam_once@2&seed=1")
    with Link(robot.url) as link:
        clear_and_home(link)
        before = link.execute(Move((("L", 90),))).pose
        with link.observed_by(KeenEye(robot)):
            felt, arrival = attempts(link, Move((("L", 0),)), before)
    assert isinstance(felt, FailedAttempt)
    assert felt.next_step == BACKING_OFF[0]
    # So near that one which a camera had seen would be turned on.
    assert felt.error.at is not None
    assert abs(felt.error.at) <= 25
    assert isinstance(arrival, Arrival)


def test_each_failed_attempt_is_reported_before_the_next_begins(simulated: Make) -> None:
    robot = simulated("faults=jam_n@1x2")
    with Link(robot.url) as link:
        clear_and_home(link)
        results = attempts(link, Move((("L", 90),)), RIG.home)
        first = next(results)
        assert isinstance(first, FailedAttempt)
        assert first.next_step == BACKING_OFF[0]
        assert 0 < link.pose().angles[0] < 90
        second = next(results)
        assert isinstance(second, FailedAttempt)
        assert second.next_step == BACKING_OFF[1]
        (arrival,) = results
        assert isinstance(arrival, Arrival)
        assert arrival.pose.angles == (90, 0)


def history(*seconds: float) -> JamHistory:
    return list(accumulate(seconds, JamHistory.add, initial=JamHistory()))[-1]


@pytest.mark.parametrize(
    ("seconds", "turn_seconds", "excess"),
    [
        ((1.0,), 1.0, ""),
        ((1.0, 20.0), 1.0, ""),
        ((1.0, 20.0, 46.0), 1.0, "3 within 45 s"),
        ((1.0, 20.0, 46.1), 1.0, ""),
        ((1.0, 2.0, 3.0), 0.02, ""),
        ((1.0, 1.4, 1.9), 0.02, "3 within 0.9 s"),
        (tuple(range(0, 700, 100)), 1.0, ""),
        (tuple(range(0, 800, 100)), 1.0, "8 in one plan"),
    ],
)
def test_jams_are_counted_in_a_time_window_and_in_total(
    seconds: tuple[float, ...], turn_seconds: float, excess: str
) -> None:
    assert history(*seconds).excess(turn_seconds) == excess


def test_adding_a_jam_leaves_the_history_unchanged() -> None:
    empty = JamHistory()
    assert empty.add(1.0) == history(1.0)
    assert empty == JamHistory()
