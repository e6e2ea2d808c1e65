"""The soak holds what the host claims against what is physically so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_sim.mechanics import COASTING_SECONDS
from rokumen.bench.killing import kill_often
from rokumen.bench.scenarios import SCENARIOS
from rokumen.bench.soak import Soak, soak
from rokumen.bench.stopping import LONGEST_SECONDS, Stop, stop_often
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_ends_as_it_must(name: str) -> None:
    done = soak(SCENARIOS[name], count=6, seed=201)
    assert done.failures == ()
    assert (sum(solve.injected for solve in done.solves) > 0) == (name != "undisturbed")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_many_jobs(name: str) -> None:
    assert soak(SCENARIOS[name], count=200, seed=1000).failures == ()


def test_what_must_never_be_is_counted() -> None:
    done = soak(SCENARIOS["undisturbed"], count=1, seed=1)
    (solve,) = done.solves
    assert solve.is_exact
    for wrong in (
        replace(solve, truly_solved=False),
        replace(solve, turns_made=solve.turns_made + 1),
        replace(solve, accidents=1),
        replace(solve, new_plans=1),
    ):
        assert Soak(done.scenario, (solve, wrong)).failures == (wrong,)
    hard = SCENARIOS["mute"]
    stopped = replace(solve, solved=False, truly_solved=False, stopped_after=3.0, resumed=True)
    late = replace(stopped, stopped_after=hard.bound + 1)
    stuck = replace(stopped, resumed=False)
    assert Soak(hard, (stopped, late, stuck)).failures == (late, stuck)


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    kept = tmp_path / "soak.jsonl"
    first = soak(SCENARIOS["jams"], 2, seed=7, kept=kept)
    more: list[int] = []
    both = soak(SCENARIOS["jams"], 3, seed=7, kept=kept, progress=more.append)
    assert more == [3]
    assert both.solves[:2] == first.solves
    assert len(kept.read_text().splitlines()) == 3
    assert json.loads(kept.read_text().splitlines()[0])["scenario"] == "jams"


@pytest.mark.parametrize("faults", ["", "bit_flip~0.01,drop_cmd~0.05", "drop_cmd~0.5"])
def test_an_emergency_stop_comes_through_and_lasts(faults: str) -> None:
    stops = stop_often(15, seed=3, faults=faults)
    assert all(stop.is_good for stop in stops)
    # What brakes does not stand at once.
    assert max(stop.seconds for stop in stops) >= COASTING_SECONDS


def test_a_stop_that_is_not_as_it_must_be_is_counted() -> None:
    good = Stop(LONGEST_SECONDS, stayed=True, told_truly=True, resumed=True)
    assert good.is_good
    assert not replace(good, seconds=LONGEST_SECONDS + 0.001).is_good
    for what in ("stayed", "told_truly", "resumed"):
        assert not replace(good, **{what: False}).is_good


def test_a_camera_that_misleads_at_every_turn_is_never_believed_to_see_a_solved_cube() -> None:
    often = replace(SCENARIOS["silent"], faults="jam_silent~0.02,rescan_wrong~0.5")
    done = soak(often, count=8, seed=11)
    assert done.failures == ()
    assert sum(solve.injected for solve in done.solves) > 8
    assert any(solve.new_plans for solve in done.solves)


def test_killed_hosts_lose_nothing_and_are_resumed() -> None:
    kills = kill_often(12, seed=5)
    assert all(kill.told_truly for kill in kills)
    assert all(kill.resumed for kill in kills)
    assert any(kill.turns_made for kill in kills)


def test_the_table_is_printed(rokumen: Rokumen) -> None:
    said = rokumen(
        *("bench", "soak", "--solves=1", "--processes=1", "--seed=5", "--kills=1", "--stops=1"),
        "--scenario=jams",
    )
    assert said.status == 0
    for row in ("undisturbed", "jams", "1 hosts killed", "emergency stops in mid-motion"):
        assert row in said.out
    assert rokumen("bench", "soak", "--scenario=floods").status == 2
