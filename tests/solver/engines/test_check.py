"""The check for engines of other distributions names the first contradiction."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.core.errors import MethodError
from solver.core.turn import qtm
from solver.cube import Cube
from solver.engines.check import check_engine
from solver.engines.engine import Engine, EngineOptions
from solver.engines.registry import load_engine, solve
from solver.engines.solution import Solution, Stage
from tests.support.plugins import documented_modules, install


class DoesNothing(Engine[EngineOptions]):
    """Returns no turns for any cube."""

    name = "does-nothing"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> Solution:
        return Solution(cube, self.name, (Stage("Nothing", ()),))


class OtherName(DoesNothing):
    """Solves as the default engine, whose name it leaves in the solution."""

    def solve(self, cube: Cube, options: EngineOptions) -> Solution:
        return solve(cube, "lbl")


def test_the_default_engine_passes_the_check() -> None:
    check_engine(load_engine("lbl"), cubes=5)


def test_the_documented_engine_passes_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        tmp_path,
        {"few_quarters": documented_modules()["FewQuarters"]},
        "[rokumen.engines]\nfew-quarters = few_quarters:FewQuarters\n",
    )
    monkeypatch.syspath_prepend(tmp_path)
    check_engine(load_engine("few-quarters"), cubes=2)
    cube = Cube.solved().apply("R U")
    assert qtm(solve(cube, "few-quarters", effort=2).turns) == 2


def test_an_error_quotes_a_solution_that_does_not_solve() -> None:
    with pytest.raises(MethodError, match=r"does-nothing: .*does not solve"):
        check_engine(DoesNothing())


def test_a_solution_of_another_method_is_rejected() -> None:
    with pytest.raises(MethodError, match="names the method 'lbl'"):
        check_engine(OtherName())
