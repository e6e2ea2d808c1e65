"""The soak test compares the host's claims with the ground truth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_sim.physics.mechanism import BRAKING_SECONDS
from rokumen.benchmarks.robot.emergency_stop import MAX_STOP_SECONDS, Stop, stop_often
from rokumen.benchmarks.robot.fault_scenarios import SCENARIOS
from rokumen.benchmarks.robot.host_kill import kill_hosts
from rokumen.benchmarks.robot.soak import Soak, soak
from tests.support.command_line import Rokumen


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_meets_its_criteria(name: str) -> None:
    results = soak(SCENARIOS[name], count=2, seed=201)
    assert results.failures == ()
    assert (sum(solve.injected for solve in results.solves) > 0) == (name != "undisturbed")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_jobs(name: str) -> None:
    assert soak(SCENARIOS[name], count=200, seed=1000).failures == ()


def test_violations_of_the_criteria_are_counted() -> None:
    results = soak(SCENARIOS["undisturbed"], count=1, seed=1)
    (solve,) = results.solves
    assert solve.is_exact
    for wrong in (
        replace(solve, truly_solved=False),
        replace(solve, turns_made=solve.turns_made + 1),
        replace(solve, accidents=1),
        replace(solve, new_plans=1),
    ):
        assert Soak(results.scenario, (solve, wrong)).failures == (wrong,)
    hard = SCENARIOS["mute"]
    stopped = replace(solve, solved=False, truly_solved=False, stopped_after=3.0, resumed=True)
    late = replace(stopped, stopped_after=hard.max_stop_seconds + 1)
    stuck = replace(stopped, resumed=False)
    assert Soak(hard, (stopped, late, stuck)).failures == (late, stuck)


def test_saved_results_are_not_repeated(tmp_path: Path) -> None:
    results_path = tmp_path / "soak.jsonl"
    first = soak(SCENARIOS["jams"], 2, seed=7, results_file=results_path)
    more: list[int] = []
    both = soak(SCENARIOS["jams"], 3, seed=7, results_file=results_path, progress=more.append)
    assert more == [3]
    assert both.solves[:2] == first.solves
    assert len(results_path.read_text().splitlines()) == 3
    job = json.loads(results_path.read_text().splitlines()[0])
    assert (job["scenario"], job["seed"], job["solved"]) == ("jams", 7, True)
    assert (
        " ".join(job)
        == "scenario seed solved truly_solved turns_told turns_made motion elapsed jams new_plans "
        "accidents injected repeated_lines stopped_after resumed cpu_seconds why"
    )


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param("", marks=pytest.mark.slow),
        "bit_flip~0.01,drop_cmd~0.05",
        pytest.param("drop_cmd~0.5", marks=pytest.mark.slow),
    ],
)
def test_an_emergency_stop_is_received_and_lasts(faults: str) -> None:
    stops = stop_often(3, seed=3, faults=faults)
    assert all(stop.is_good for stop in stops)
    # Braking takes time.
    assert max(stop.seconds for stop in stops) >= BRAKING_SECONDS


def test_a_stop_that_violates_a_criterion_is_counted() -> None:
    good = Stop(MAX_STOP_SECONDS, stayed_still=True, status_is_right=True, resumed=True)
    assert good.is_good
    assert not replace(good, seconds=MAX_STOP_SECONDS + 0.001).is_good
    for what in ("stayed_still", "status_is_right", "resumed"):
        assert not replace(good, **{what: False}).is_good


def test_wrong_pictures_never_lead_to_a_false_claim() -> None:
    often = replace(SCENARIOS["silent"], faults="jam_silent~0.02,rescan_wrong~0.5")
    results = soak(often, count=6, seed=11)
    assert results.failures == ()
    assert sum(solve.injected for solve in results.solves) > 5
    assert any(solve.new_plans for solve in results.solves)


def test_killed_hosts_lose_nothing_and_are_resumed() -> None:
    kills = kill_hosts(6, seed=5)
    assert all(kill.journal_is_right for kill in kills)
    assert all(kill.resumed for kill in kills)
    assert any(kill.turns_made for kill in kills)


def test_the_table_is_printed(rokumen: Rokumen) -> None:
    result = rokumen(
        *("bench", "soak", "--solves=1", "--processes=1", "--seed=5", "--kills=1", "--stops=1"),
        "--scenario=jams",
    )
    assert result.status == 0
    for row in ("undisturbed", "jams", "1 hosts killed", "emergency stops during motions"):
        assert row in result.out
    assert rokumen("bench", "soak", "--scenario=floods").status == 2
