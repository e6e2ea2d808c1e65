"""The soak test compares the host's claims with the ground truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.harness.kept import Kept
from benchmarks.harness.progress import QUIET
from benchmarks.harness.work import Work
from benchmarks.robot.scenario_jobs import SCENARIOS, JobOutcome, do_jobs, failed
from benchmarks.robot.soak import scenario_result, soak
from benchmarks.robot.soak_assertions import Assertion
from tests.support.command_line import Rokumen
from tests.support.variants import thorough_but


def failures(name: str, outcomes: Sequence[JobOutcome]) -> list[JobOutcome]:
    return [each for each in outcomes if failed(SCENARIOS[name], each)]


@pytest.mark.parametrize("name", thorough_but(["undisturbed", "line", "jam_forever"], SCENARIOS))
def test_every_scenario_meets_its_criteria(name: str) -> None:
    outcomes = do_jobs(SCENARIOS[name], count=2, seed=201)
    assert failures(name, outcomes) == []
    assert (sum(each.injected for each in outcomes) > 0) == (name != "undisturbed")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_jobs(name: str) -> None:
    assert failures(name, do_jobs(SCENARIOS[name], count=200, seed=1000)) == []


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
    hard = SCENARIOS["mute"]
    stopped = replace(solve, solved=False, truly_solved=False, stopped_after=3.0, resumed=True)
    late = replace(stopped, stopped_after=hard.max_stop_seconds + 1)
    stuck = replace(stopped, resumed=False)
    assert failures("mute", [stopped, late, stuck]) == [late, stuck]
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
