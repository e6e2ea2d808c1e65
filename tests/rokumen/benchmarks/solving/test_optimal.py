"""The benchmark of the optimal engine: each proof, their median and their mean."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rokumen.benchmarks.harness.progress import QUIET
from rokumen.benchmarks.solving import optimal
from solver.core.errors import UnsolvedError
from solver.core.turn import parse_turns
from solver.cube import Cube
from solver.engines.engine import ProofProgress
from solver.engines.registry import solve


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "load_pattern_database", lambda: None)


def test_cubes_and_their_middle_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups: Iterator[int] = iter((12_000_000, 13_500_000, 30_000_000))

    def solved_by_lbl(cube: Cube, *_: object) -> ProofProgress:
        return ProofProgress(solve(cube).turns, 0, lookups=next(lookups))

    monkeypatch.setattr(optimal, "prove", solved_by_lbl)
    *proofs, median, mean = optimal.optimal(QUIET, cubes=3)
    assert [proof.cube for proof in (*proofs, median, mean)] == ["0", "1", "2", "median", "mean"]
    rng = Random(0)
    lengths = [len(solve(Cube.random(rng)).turns) for _ in range(3)]
    assert [proof.turns for proof in proofs] == lengths
    assert median.turns == sorted(lengths)[1]
    assert (median.million_lookups, mean.million_lookups) == (13.5, 18.5)


def test_a_wrong_solution_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "prove", lambda *_: ProofProgress(parse_turns("R"), 0))
    with pytest.raises(UnsolvedError, match=Cube.random(0).facelets):
        list(optimal.optimal(QUIET, cubes=1))
