"""The soak test compares claims with the ground truth; runs of one seed are repeated exactly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from benchmarks.harness.kept import Kept
from benchmarks.harness.progress import QUIET
from benchmarks.harness.work import Work
from benchmarks.robot import seeded_run
from benchmarks.robot.scenario_jobs import SCENARIOS, JobOutcome, do_jobs, failed
from benchmarks.robot.seeded_lies import JOURNAL_LIES
from benchmarks.robot.seeded_run import MAX_STOP_SECONDS, SeededRun, run_of
from benchmarks.robot.seeded_runs import SeededRuns, do_runs, violated
from benchmarks.robot.soak import scenario_result, soak
from benchmarks.robot.soak_assertions import Assertion, counted
from benchmarks.support.simulated_job import VirtualRobot
from robot.control.drive_connection import DriveConnection
from robot.execution.events import RunEvent
from robot.execution.journal import Journal, read_journal
from robot.link.session import Link
from robot.planning.penalties import Penalties
from robot.planning.robot_state import RobotState
from robot.rigs.command import Pose
from rokumen.jobs.challenge import Answered, Challenger
from rokumen.jobs.cube_job import Job
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, reopen_journal
from tests.support.command_line import Rokumen
from tests.support.variants import thorough_but


def failures(name: str, outcomes: Sequence[JobOutcome]) -> list[JobOutcome]:
    return [each for each in outcomes if failed(SCENARIOS[name], each)]


@pytest.mark.parametrize("name", thorough_but(["undisturbed", "line", "jam_forever"], SCENARIOS))
def test_every_scenario_meets_its_criteria(name: str) -> None:
    # A job over the line of a chip takes some seconds.
    outcomes = do_jobs(SCENARIOS[name], count=1 if name == "line" else 2, seed=201)
    assert failures(name, outcomes) == []
    assert (sum(each.injected for each in outcomes) > 0) == (name != "undisturbed")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_jobs(name: str) -> None:
    count = min(SCENARIOS[name].count, 200)
    assert failures(name, do_jobs(SCENARIOS[name], count, seed=1000)) == []


def test_violations_of_the_criteria_are_counted() -> None:
    (solve,) = do_jobs(SCENARIOS["undisturbed"], count=1, seed=1)
    assert solve.is_exact
    for wrong in (
        replace(solve, truly_solved=False),
        replace(solve, turns_made=solve.turns_made + 1),
        replace(solve, accidents=1),
        replace(solve, new_plans=1),
    ):
        assert failures("undisturbed", [solve, wrong]) == [wrong]
        record = scenario_result(SCENARIOS["undisturbed"], [solve, wrong], [solve])
        assert (record.jobs, record.failed, record.is_good) == (2, 1, False)
    hard = SCENARIOS["unplug"]
    stopped = replace(solve, solved=False, truly_solved=False, stopped_after=3.0, resumed=True)
    late = replace(stopped, stopped_after=hard.max_stop_seconds + 1)
    stuck = replace(stopped, resumed=False)
    assert failures("unplug", [stopped, late, stuck]) == [late, stuck]
    record = scenario_result(hard, [stopped, late, stuck], [solve])
    assert (record.stopped, record.resumed, record.failed) == (3, 2, 2)
    assert (record.stop_seconds, record.seconds) == (hard.max_stop_seconds + 1, None)


def test_a_scenario_is_compared_with_the_undisturbed_jobs() -> None:
    (solve,) = do_jobs(SCENARIOS["undisturbed"], count=1, seed=1)
    slow = replace(solve, motion=2 * solve.motion, elapsed=1.5 * solve.elapsed)
    record = scenario_result(SCENARIOS["jams"], [slow], [solve])
    assert (record.motion_longer, record.longer) == pytest.approx((1.0, 0.5))
    assert record.motion_seconds == 2 * solve.motion


def test_kept_jobs_are_not_done_again(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    first = do_jobs(SCENARIOS["jams"], 2, seed=7, work=Work(kept=Kept(file)))
    both = do_jobs(SCENARIOS["jams"], 3, seed=7, work=Work(kept=Kept(file)))
    assert both[:2] == first
    assert len(file.read_text().splitlines()) == 3
    assert do_jobs(SCENARIOS["jams"], 3, seed=7, work=Work(kept=Kept(file))) == both


@pytest.mark.thorough
def test_wrong_pictures_never_lead_to_a_false_claim() -> None:
    often = replace(SCENARIOS["silent"], faults="jam_silent~0.02,rescan_wrong~0.5")
    outcomes = do_jobs(often, count=6, seed=11)
    assert not any(failed(often, each) for each in outcomes)
    assert sum(each.injected for each in outcomes) > 5
    assert any(each.new_plans for each in outcomes)


@pytest.mark.thorough
def test_the_table_is_printed(bench: Rokumen) -> None:
    result = bench(
        *("soak", "--solves=1", "--processes=1", "--seed=5", "--runs=1", "--scenario=jams"),
        "--happening=stop",
    )
    assert result.status == 0
    found = list(soak(QUIET, Kept(), 1, ("jams",), 0, processes=1))
    assert len(found) == 3 + len(Assertion)
    for row in ("undisturbed", "jams", "1 runs from one seed each", "stopped during a motion"):
        assert row in result.out
    assert bench("soak", "--scenario=floods").status == 2


# Hosts that end by Ctrl-C, by a disk that fails, and are killed, before one solves; another killed.
SEED, KILLED = 16, 42
# A robot that is stopped during a motion, and one before a camera that lies.
STOPPED, DECEIVED = 4, 1


def violations(run: SeededRun) -> set[Assertion]:
    return {each for each, held in run.checks.items() if not held}


def test_nothing_is_violated_and_each_edge_has_steps() -> None:
    run = run_of(SEED)
    assert violations(run) == set()
    assert run.ends[-1] == "solved"
    assert {end.partition(":")[0] for end in run.ends} == {"Ctrl-C", "stopped", "killed", "solved"}
    edges = ("host: MOVE", "robot: done", "robot: moves", "camera: picture")
    for edge in (*edges, "disk: write", "disk: fails", "clock"):
        assert any(f" {edge}" in step for step in run.steps), edge


@pytest.mark.slow
def test_the_same_seed_gives_the_same_steps_in_another_process(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for number, file in enumerate(files):
        options = ["--solves=0", "--runs=1", f"--seed={KILLED}", "--processes=1"]
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks", "soak", *options, f"--steps={file}"],
            env={**os.environ, "PYTHONHASHSEED": str(number)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "same steps" in done.stdout
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert b"host: killed" in first
    other = run_of(SEED).steps
    assert first.decode().splitlines() != list(other)


@pytest.mark.slow
def test_many_seeds() -> None:
    runs = do_runs(200, 0, 2)
    assert list(violated(runs)) == []
    ends = SeededRuns.of(runs)
    assert min(ends.killed, ends.interrupted, ends.stopped, ends.deceived) > 40
    assert ends.stops > 15


def test_a_robot_that_is_stopped_in_a_motion_stands_still_where_it_says() -> None:
    run = run_of(STOPPED, ("stop",))
    assert violations(run) == set()
    assert {Assertion.STILL_IN_TIME, Assertion.TRUE_POSE} <= run.checks.keys()
    assert max(run.stop_seconds) <= MAX_STOP_SECONDS


@pytest.mark.thorough
def test_a_robot_that_goes_on_after_a_stop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DriveConnection, "stop", lambda self, level: None)
    assert Assertion.STILL_IN_TIME in violations(run_of(STOPPED, ("stop",)))


def test_a_pose_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Link) -> Pose:
        true = pose(self)
        return replace(true, angles=(true.angles[0] + 1, *true.angles[1:]))

    pose = Link.pose
    monkeypatch.setattr(Link, "pose", wrong)
    assert Assertion.TRUE_POSE in violations(run_of(STOPPED, ("stop",)))


@pytest.mark.thorough
def test_a_host_that_believes_what_it_sees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert violations(run_of(DECEIVED, ("lying-camera",))) == set()
    monkeypatch.setattr(seeded_run, "Job", partial(Job, challenge=False))
    assert Assertion.TRUE_CLAIM in violations(run_of(DECEIVED, ("lying-camera",)))


@pytest.mark.parametrize("lie", JOURNAL_LIES)
def test_a_run_is_resumed_by_what_the_camera_sees_whatever_its_journal_says(lie: str) -> None:
    chance = Random(lie)
    with TemporaryDirectory() as folder, VirtualRobot(3, "servo_offline@9") as virtual:
        path = Path(folder) / "run.jsonl"
        settings = RunSettings(SolutionPolicy(), port=virtual.url)
        with create_journal(path, settings) as journal:
            assert not virtual.do_job(virtual.scanner(), journal).solved
        virtual.wait_until_still()
        virtual.robot.repair()
        records = JOURNAL_LIES[lie]([dict(each) for each in read_journal(path)], chance)
        path.write_text("".join(json.dumps(each) + "\n" for each in records))
        with reopen_journal(path) as journal:
            assert virtual.do_job(virtual.scanner(), journal).solved
        assert virtual.robot.state().is_solved()


def _written_too_late(write: Callable[..., None]) -> Callable[..., None]:
    def writing(self: Journal, record: str, **values: Any) -> None:
        if record != "command":
            write(self, record, **values)

    return writing


def test_a_command_that_is_not_in_the_journal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "write", _written_too_late(Journal.write))
    assert Assertion.WRITTEN_FIRST in violations(run_of(SEED))


@pytest.mark.thorough
def test_a_claim_that_is_false_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that has made a turn, is told that it was taken back, and believes it."""

    def believing(
        self: Challenger, state: RobotState, penalties: Penalties
    ) -> Generator[RunEvent, None, Answered]:
        yield from ()
        return Answered(state)

    monkeypatch.setattr(Challenger, "end", believing)
    assert Assertion.TRUE_CLAIM in violations(run_of(SEED))


def test_steps_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(2))

    def different(seed: int, may_happen: object) -> SeededRun:
        return SeededRun(seed, "", steps=[str(next(numbers))])

    monkeypatch.setattr("benchmarks.robot.seeded_runs.run_of", different)
    (run,) = do_runs(1, 5, 1)
    (found,) = violated([run])
    assert (found.seed, found.assertions, found.is_good) == (5, "same steps", False)


def test_assertions_are_counted_with_those_that_nothing_checked() -> None:
    one = {Assertion.TRUE_CLAIM: True, Assertion.RESUMED: False}
    counts = {each.name: each for each in counted([one, one])}
    assert list(counts) == [each.title for each in Assertion]
    assert (counts["resumed"].checked, counts["resumed"].violated) == (2, 2)
    assert [name for name, each in counts.items() if not each.is_good] == ["resumed"]
    assert counts["same steps"].checked == 0


def test_a_file_of_steps_that_cannot_be_written_is_named(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = [SeededRun(SEED, "", steps=["clock"])]
    monkeypatch.setattr("benchmarks.robot.soak.do_runs", lambda *how: done)
    target = tmp_path / "none" / "steps.txt"
    result = bench("soak", "--solves=0", "--runs=1", f"--seed={SEED}", f"--steps={target}")
    assert result.status == 2
    assert str(target) in result.err


def test_faults_are_drawn_by_the_seed() -> None:
    drawn = {seeded_run.faults_of(Random(seed)) for seed in range(40)}
    assert len(drawn) > 20
    assert "" in drawn
