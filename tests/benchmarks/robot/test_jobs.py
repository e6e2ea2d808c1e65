"""The benchmark `jobs`: whole jobs under conditions, and what is not as wanted of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.robot import paced_plans, solves
from benchmarks.robot.conditions import CONDITIONS, Condition, JobTrial, _pace_of
from benchmarks.robot.jobs import Jobs, growth, try_all
from benchmarks.robot.paced_plans import PacedPlan, PlanTrial, plan_figures
from benchmarks.robot.solves import Solve, resumed
from calibration.gripper_timings import RigProfile
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.errors import JournalError
from robot.rigs.durations import SettlingTimes
from rokumen import Result
from tests.support.command_line import Rokumen

CALM = Solve(says_solved=True, is_solved=True, seconds=200.0, turns=20, commands=100)
JAMMED = replace(CALM, seconds=210.0, done_until_found=0, way="the command")
(SILENT,), (STALLS,), (SERVOS,), (HOURS,) = (
    CONDITIONS[name] for name in ("silent-jams", "stalls", "servos", "hours")
)


@pytest.mark.thorough
@pytest.mark.parametrize("rig", SILENT.rigs)
def test_silent_jams_are_found_soon_and_cost_little(rig: str) -> None:
    for trial in try_all(SILENT, rig, cubes=2, seed=50):
        assert trial.calm is not None
        assert not trial.calm.alarms
        assert trial.disturbed.is_solved
        assert trial.disturbed.done_until_found is not None
        # Of about a hundred commands; the rest of the solution is planned anew.
        assert trial.disturbed.done_until_found <= 60
        assert 1 < trial.disturbed.seconds / trial.calm.seconds < 2


@pytest.mark.slow
def test_a_stall_is_seen_and_the_cube_solved() -> None:
    record = Jobs.of(STALLS, "two-gripper", try_all(STALLS, "two-gripper", cubes=1, seed=0))
    assert record.is_good
    assert (record.solved, record.at_once, record.alarms) == (1, 1, 0)


@pytest.mark.thorough
def test_a_stall_is_seen_while_another_gripper_comes_to_a_place_that_is_new() -> None:
    # Of this cube it was missed, and the cube dropped, where opposite grippers never moved apart.
    trials = try_all(STALLS, "four-gripper", cubes=1, seed=6057)
    record = Jobs.of(STALLS, "four-gripper", trials)
    assert (record.solved, record.at_once, record.dropped, record.alarms) == (1, 1, 0, 0)


@pytest.mark.thorough
def test_a_cube_is_solved_on_usual_servos_and_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    # As measured with `rokumen calibrate grippers`; the durations are the rig's own.
    learnt = RigProfile("flipper", {}, {}, 0, SettlingTimes(others=0.12))
    monkeypatch.setattr(solves, "learnt", lambda rig: learnt)
    record = Jobs.of(SERVOS, "flipper", try_all(SERVOS, "flipper", 1, seed=3))
    assert record.is_good
    assert 0.05 < (record.longer or 0) < 0.3


def test_without_settling_times_it_is_not_solved_and_not_called_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Softer than a DS3218, which at the usual durations arrives in time.
    monkeypatch.setattr(solves, "HOBBY_SERVO", replace(HOBBY_SERVO, full_drive_error=40.0))
    monkeypatch.setattr(solves, "learnt", lambda rig: RigProfile("flipper", {}, {}, 0))
    record = Jobs.of(SERVOS, "flipper", try_all(SERVOS, "flipper", 1, seed=3))
    assert "solved" in record.not_as_wanted
    assert not record.falsely


@pytest.mark.thorough
def test_a_run_is_resumed_until_it_is_solved() -> None:
    (trial,) = try_all(replace(HOURS, try_one=_with_a_restart), "two-gripper", 1, seed=3)
    assert trial.disturbed.is_solved
    assert trial.disturbed.stops >= 1
    assert trial.disturbed.megabytes > 50


def _with_a_restart(rig: str, seed: int) -> JobTrial:
    return JobTrial(None, resumed(rig, seed, "jam~0.05,reboot_mid_turn@6"))


def test_a_run_that_no_resumption_solves_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Result:
        raise JournalError("nothing to resume")

    def with_a_dead_servo(rig: str, seed: int) -> JobTrial:
        return JobTrial(None, resumed(rig, seed, "servo_offline@2"))

    monkeypatch.setattr("rokumen.resume", fail)
    condition = replace(HOURS, try_one=with_a_dead_servo)
    record = Jobs.of(condition, "two-gripper", try_all(condition, "two-gripper", 1, seed=0))
    assert record.not_as_wanted == ("solved",)


@pytest.mark.parametrize(
    ("megabytes", "good"), [((200.0, 203.0, 205.0, 208.0), True), ((200.0,) * 3 + (215.0,), False)]
)
def test_memory_may_hardly_grow(megabytes: tuple[float, ...], good: bool) -> None:
    trials = [JobTrial(None, replace(CALM, megabytes=each)) for each in megabytes]
    record = Jobs.of(HOURS, "two-gripper", trials)
    assert record.growth == growth(megabytes)
    assert record.is_good is good


@pytest.mark.parametrize(
    ("condition", "trial", "names"),
    [
        (STALLS, JobTrial(CALM, replace(JAMMED, done_until_found=1)), ("found at once",)),
        (STALLS, JobTrial(CALM, replace(JAMMED, done_until_found=None)), ("found at once",)),
        (STALLS, JobTrial(CALM, replace(JAMMED, dropped=True)), ("accidents",)),
        (STALLS, JobTrial(replace(CALM, accidents=1), JAMMED), ("accidents",)),
        (STALLS, JobTrial(CALM, replace(JAMMED, says_solved=False)), ("solved",)),
        (
            STALLS,
            JobTrial(CALM, replace(JAMMED, is_solved=False)),
            ("falsely called solved", "solved"),
        ),
        (STALLS, JobTrial(replace(CALM, alarms=1), JAMMED), ("false alarms",)),
        (SILENT, JobTrial(replace(CALM, alarms=1), JAMMED), ("false alarms",)),
        (SILENT, JobTrial(CALM, replace(JAMMED, is_solved=False)), ("falsely called solved",)),
        (SERVOS, JobTrial(CALM, replace(JAMMED, accidents=2)), ("accidents",)),
        (SERVOS, JobTrial(CALM, replace(JAMMED, says_solved=False)), ("solved",)),
        (_pace_of("by distance", 1.0), JobTrial(None, replace(CALM, accidents=1)), ("accidents",)),
        (_pace_of("by distance", 2.0), JobTrial(None, replace(CALM, accidents=1)), ()),
    ],
)
def test_what_goes_wrong_is_named(
    condition: Condition, trial: JobTrial, names: tuple[str, ...]
) -> None:
    assert Jobs.of(condition, "two-gripper", [JobTrial(CALM, JAMMED)]).is_good
    record = Jobs.of(condition, "two-gripper", [trial])
    assert record.not_as_wanted == names
    assert record.is_good is not bool(names)


def test_figures_are_medians_and_deciles_of_all_cubes() -> None:
    late = [replace(CALM, seconds=200.0 + 2 * n, done_until_found=n, way="x") for n in (1, 2, 9)]
    record = Jobs.of(SILENT, "flipper", [JobTrial(CALM, each) for each in late])
    assert (record.done_until_found, record.most_done_until_found) == (2, 9)
    assert (round(record.longer or 0, 3), record.solved) == (0.02, 3)
    never = Jobs.of(SILENT, "flipper", [JobTrial(CALM, replace(CALM, says_solved=False))])
    assert (never.done_until_found, never.longer, never.ways) == (None, None, {})


def test_the_command_prints_the_figures(bench: Rokumen) -> None:
    options = ("--condition=silent-jams", "--rig=flipper", "--cubes=1", "--processes=1")
    result = bench("jobs", *options)
    assert result.status == 0
    assert "a turn reported but not made" in result.out
    assert "a picture takes 0.15 s" in " ".join(result.out.split())
    for wrong in ("--rig=crane", "--condition=rain"):
        result = bench("jobs", wrong)
        assert result.status == 2
        assert wrong.partition("=")[2] in result.err


@pytest.mark.slow
def test_motions_by_distance_are_safe_where_constant_ones_lose_the_cube() -> None:
    def at(motions: str, pace: float) -> Solve:
        (trial,) = try_all(_pace_of(motions, pace), "two-gripper", 1, seed=0)
        return trial.disturbed

    distance, overlapping = at("by distance", 1), at("overlapping", 1)
    assert (distance.is_solved, overlapping.is_solved) == (True, True)
    assert distance.seconds < 65 < 110 < at("constant times", 1).seconds
    assert overlapping.seconds < min(55, distance.seconds)
    # Half turns in the time of quarter turns, at three times the pace.
    assert at("constant times", 3).accidents


def test_a_pace_at_which_only_half_turns_collide_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tried(job: PacedPlan) -> PlanTrial:
        # Half turns collide from 2 on, all others from 2.5 on.
        bears = 1.5 if job.quarters == (2,) else 2.0
        return PlanTrial(40, 50.0 / job.pace, int(job.pace > bears), True)

    monkeypatch.setattr(paced_plans, "try_plan", tried)
    *others, sooner = plan_figures(2, 0)
    assert sooner.name.startswith("paces at which half turns collide")
    assert sooner.value == 1
    assert not sooner.is_good
    values = {each.name: each.value for each in others}
    assert values["two-gripper, DS3218 (s)"] == 50
    assert values["of these, accidents or cubes lost, of 4"] == 0
    assert values["four-gripper, overlapping, share of the time at constant times"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS["weak-supply"], ids=lambda each: each.name)
def test_an_interrupted_run_is_solved_and_nothing_hurt(condition: Condition) -> None:
    record = Jobs.of(condition, "two-gripper", try_all(condition, "two-gripper", 1, seed=0))
    assert record.not_as_wanted == ()
