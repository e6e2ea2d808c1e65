"""The benchmark of the optimal engine prints its measurements and checks solutions."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from rokumen.benchmarks.solving import optimal
from rokumen.benchmarks.solving.optimal import PUBLISHED, ProofTiming, run, table
from rokumen.errors import UnsolvedError
from solver.core.random_cube import random_cube
from solver.core.turn import parse_turns
from solver.engines.engine import ProofProgress


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "load_pattern_database", lambda: None)


def test_cubes_and_their_middle_are_shown() -> None:
    proofs = [
        ProofProgress(parse_turns("R U " * half), 2 * half - 1, lookups=1_500_000 * half)
        for half in (8, 9, 9)
    ]
    rows = [ProofTiming(proof, 10.0 * i, 20.0 * i) for i, proof in enumerate(proofs)]
    console = Console(record=True, width=200, file=StringIO())
    console.print(table(rows))
    lines = console.export_text().splitlines()
    (middle,) = (line for line in lines if "median" in line and "published" not in line)
    assert [word for word in middle.split() if word[0].isdigit()] == [
        "18.00",
        "10.0",
        "20.0",
        "13.5",
    ]
    assert "3 random cubes" in lines[0]
    words = " ".join(" ".join(lines).split())
    assert all(figure in words for figure in PUBLISHED)


def test_a_wrong_solution_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        optimal, "prove", lambda cube, threads, watch: ProofProgress(parse_turns("R"), 0)
    )
    with pytest.raises(UnsolvedError, match=random_cube(Random(0)).facelets()):
        run(1)
