"""`rokumen solve --method optimal` shows its progress and can be interrupted."""

from __future__ import annotations

import signal

import pytest

from files.folders import cache_folder
from rokumen.cli.cube import solve
from solver.cube import Cube
from solver.engines.engine import ProofProgress
from solver.engines.optimal import tables
from solver.engines.optimal.tables import PatternDatabase
from tests.support.command_line import Rokumen

# A dozen turns, so that a search is needed; and the superflip, which takes minutes.
FAR = "R U2 F' L D2 B R' U F2 D' L2 B'"
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


@pytest.fixture(autouse=True)
def _small(
    small_patterns: PatternDatabase, _own_folders: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Load the small pattern database instead of the one of 0.9 GB."""
    path = cache_folder() / f"optimal-{tables.VERSION}.tables"
    monkeypatch.setitem(tables._LOADED.kept, path, small_patterns)


def test_each_excluded_length_is_reported(rokumen: Rokumen) -> None:
    result = rokumen("solve", FAR, "--method", "optimal", "--json")
    assert result.status == 0
    answer = result.json()
    assert Cube.solved().apply(FAR).apply(answer["moves"]).is_solved()
    assert answer["htm"] <= 12
    for excluded in range(7, answer["htm"]):
        assert f"no solution has {excluded} turns or fewer" in result.err
    assert f"proven, {answer['htm']}: {answer['moves']}" in result.err


def test_an_interrupted_proof_names_the_best_solution(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(proof: ProofProgress) -> str:
        if proof.excluded >= 9:
            signal.raise_signal(signal.SIGINT)
            pytest.fail("SIGINT is ignored")
        return str(proof)

    monkeypatch.setattr(solve, "format_proof", interrupted)
    result = rokumen("solve", SUPERFLIP, "--method", "optimal")
    assert result.status == 130
    assert result.out == ""
    last = result.err.strip().splitlines()[-2:]
    assert "not proven shortest, 2" in last[0]
    moves = last[0].rpartition(": ")[2]
    assert Cube.solved().apply(SUPERFLIP).apply(moves).is_solved()
    assert last[1].startswith("(no solution has 9 turns or fewer)")
