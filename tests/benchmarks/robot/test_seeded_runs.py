"""Runs of one seed are repeated step by step; an assertion that is violated is found."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.robot import seeded_run
from benchmarks.robot.seeded_run import SeededRun, run_of
from benchmarks.robot.seeded_runs import SeededRuns, do_runs, violated
from benchmarks.robot.soak_assertions import Assertion, counted
from robot.execution.journal import Journal
from rokumen.jobs.challenge import Answered, Challenger
from tests.support.command_line import Rokumen
from tests.support.structure import ROOT

# A host that is stopped by a full disk, by Ctrl-C, and then solves; another one that is killed.
SEED, KILLED = 2, 42


def violations(run: SeededRun) -> set[Assertion]:
    return {each for each, held in run.checks.items() if not held}


def test_nothing_is_violated_and_each_edge_has_steps() -> None:
    run = run_of(SEED)
    assert violations(run) == set()
    assert run.ends[-1] == "solved"
    assert [end.partition(":")[0] for end in run.ends] == ["stopped", "Ctrl-C", "solved"]
    for edge in ("host: b'", "robot: b'", "camera: picture", "disk: write", "disk: fails", "clock"):
        assert any(f" {edge}" in step for step in run.steps), edge


@pytest.mark.slow
def test_the_same_seed_gives_the_same_steps_in_another_process(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for number, file in enumerate(files):
        options = [f"--steps={file}", "--runs=1", f"--seed={KILLED}", "--processes=1"]
        without = [f"--{part}=0" for part in ("solves", "lies", "kills", "stops")]
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks", "soak", *options, *without],
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
    assert min(ends.killed, ends.interrupted, ends.stopped) > 50


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
    """A host that makes a turn, is told that it was taken back, and believes it."""

    def believing(self: Challenger, state: Any, penalties: Any) -> Answered:
        from robot.planning.penalties import plan_with_penalties
        from solver.core.turn import Turn

        plan = plan_with_penalties(self._rig, (Turn("R", 1),), state, penalties)
        self._executor.execute(plan)
        return Answered(plan.end)

    monkeypatch.setattr(Challenger, "challenge", believing)
    assert Assertion.TRUE_CLAIM in violations(run_of(SEED))


def test_steps_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(2))

    def different(seed: int) -> SeededRun:
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


def test_the_page_shows_the_assertions() -> None:
    page = (ROOT / "docs" / "robustness.md").read_text()
    rows = [f"| {each.title} | {each.value} |" for each in Assertion]
    shown = page.partition("| assertion | what holds |\n|---|---|\n")[2].splitlines()
    assert shown[: len(rows)] == rows


def test_a_file_of_steps_that_cannot_be_written_is_named(bench: Rokumen, tmp_path: Path) -> None:
    without = [f"--{part}=0" for part in ("solves", "lies", "kills", "stops")]
    target = tmp_path / "none" / "steps.txt"
    result = bench("soak", *without, "--runs=1", f"--seed={SEED}", f"--steps={target}")
    assert result.status == 2
    assert str(target) in result.err


def test_faults_are_drawn_by_the_seed() -> None:
    from random import Random

    drawn = {seeded_run.faults_of(Random(seed)) for seed in range(40)}
    assert len(drawn) > 20
    assert "" in drawn
