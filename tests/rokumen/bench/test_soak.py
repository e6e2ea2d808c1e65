"""The soak holds what the host claims against what is physically so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rokumen.bench.soak import SCENARIOS, Soak, soak, table
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_ends_solved_or_safely_and_never_lies(scenario: str) -> None:
    done = soak(scenario, count=2, seed=3)
    assert done.false_claims == ()
    for solve in done.solves:
        assert solve.accidents == ()
        assert solve.result.outcome in ("solved", "stopped")
        assert solve.result.solved == solve.truly_solved


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_jobs(scenario: str) -> None:
    done = soak(scenario, count=100, seed=1000)
    assert done.false_claims == ()
    assert all(solve.accidents == () for solve in done.solves)


def test_a_false_claim_is_counted() -> None:
    done = soak("undisturbed", count=1, seed=1)
    (solve,) = done.solves
    assert solve.truly_solved
    liar = Soak("undisturbed", (replace(solve, truly_solved=False),))
    assert len(liar.false_claims) == 1
    assert table([liar]).row_count == 1


def test_the_table_is_printed(rokumen: Rokumen) -> None:
    said = rokumen("bench", "soak", "--solves=1", "--processes=1", "--seed=5")
    assert said.status == 0
    for scenario in SCENARIOS:
        assert scenario in said.out
