"""`python -m benchmarks` prints measured and published figures."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from robot.rigs.registry import RIGS
from tests.support.benchmarks import check_random_plans
from tests.support.command_line import Rokumen


def test_one_table_has_the_engines_and_the_missing_packages(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They have their own test.
    monkeypatch.setattr("benchmarks.solving.engines.costs", lambda *how: ())
    result = bench("engines", "--cubes=3")
    assert result.status == 0
    assert "3 random cubes" in result.out
    for row in ("lbl", "one look", "two-phase, 10 ms", "two-phase, 100 ms", "axial", "qtm"):
        assert row in result.out
    for package in ("kociemba", "RubikTwoPhase", "PyCuber", "magiccube", "rubik-cube"):
        assert package in result.out
    assert "20.75" in result.out or find_spec("kociemba") is not None


def test_an_error_quotes_bad_input(bench: Rokumen) -> None:
    result = bench("lengths", "--states=-1")
    assert result.status == 2
    assert "-1" in result.err
    assert bench("juggling").status == 2


@pytest.mark.parametrize("name", ["reading", "scan"])
def test_a_benchmark_asks_for_the_data_that_it_needs(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("ROKUMEN_DATA", raising=False)
    result = bench(name)
    assert result.status == 2
    assert "--data" in result.err
    assert "ROKUMEN_DATA" in result.err


SOLVED_BY = "UBRFUDRBDBRULRLLLDBDLFFDLBUFLBFDUFRRBDDRLRUUDFURFBBFUL"
TURNS = "U R' U2 F R L' U2 F B' U2 F L U' L2 B2 D R2 F2 D B2 R2 L2"


@pytest.fixture
def solutions(tmp_path: Path) -> str:
    file = tmp_path / "solutions.txt"
    file.write_text(f"{SOLVED_BY}|{TURNS}\n")
    return f"--solutions={file}"


@pytest.mark.thorough
def test_plans_are_shown_with_the_published_figures(bench: Rokumen, solutions: str) -> None:
    result = bench("plan", solutions, "--together=0", "--random=60")
    assert result.status == 0
    for figure in ("187.0", "103.7", *RIGS):
        assert figure in result.out
    assert "60 random plans on 6 rigs: 0 collisions, 60 solved" in result.out


def test_solver_and_planner_together_are_compared_with_lbl(bench: Rokumen, solutions: str) -> None:
    options = ("--rig=two-gripper", "--together=1", "--time-limit=0.1", "--random=0")
    result = bench("plan", solutions, *options)
    assert result.status == 0
    assert "Solver and planner together, 1 random cubes" in result.out
    assert "LBL, chosen" in result.out


@pytest.mark.slow
def test_ten_thousand_random_plans_cause_no_accident() -> None:
    checked = check_random_plans(10_000, seed=1)
    assert (checked.accidents, checked.solved) == (0, 10_000)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (SOLVED_BY, "has no |"),
        (f"{SOLVED_BY}|R U", "do not solve"),
    ],
)
def test_an_error_quotes_solutions_that_do_not_solve(
    bench: Rokumen, tmp_path: Path, line: str, message: str
) -> None:
    file = tmp_path / "solutions.txt"
    file.write_text(line)
    result = bench("plan", f"--solutions={file}")
    assert result.status == 2
    assert message in result.err
    assert SOLVED_BY in result.err
