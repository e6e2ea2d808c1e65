"""Engines of this package and of plug-ins: found by name, checked options, loaded on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.core.errors import MethodError
from solver.core.turn import parse_turns, qtm
from solver.cube import Cube
from solver.engines.engine import Engine, EngineOptions
from solver.engines.options import OPTIONS
from solver.engines.registry import (
    ENGINES,
    engine,
    load_engine,
    method_names,
    multi_solution_engine,
    option_names,
    prepare,
    reports_proof_progress,
    solve,
    supports_several_solutions,
)
from solver.plugin_checks import check_engine
from solver.solution import CubeSolution, Stage
from tests.conftest import rokumen
from tests.support.command_line import Rokumen
from tests.support.plugins import documented_modules, install

__all__ = ["rokumen"]
# An engine that undoes cubes which are one quarter turn of a face away from solved.
PLUGIN = """
from dataclasses import dataclass
from solver.engines.engine import Engine, EngineOptions, option
from solver.solution import CubeSolution, Stage
from solver.core.turn import ALL_TURNS

@dataclass(frozen=True, slots=True)
class Options(EngineOptions):
    face: str = option("R", choices=("R", "U"))

class OneTurn(Engine[Options]):
    name = "one-turn"
    options = Options

    def solve(self, cube, options):
        (turn,) = [t for t in ALL_TURNS if t.face == options.face and cube.apply([t]).is_solved()]
        return CubeSolution(cube, self.name, (Stage("Turn", (turn,)),))
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a distribution with one good engine and two that cannot be used."""
    (tmp_path / "one_turn.py").write_text(PLUGIN)
    (tmp_path / "broken_engine.py").write_text("raise RuntimeError('no licence')")
    described = tmp_path / "one_turn-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: one-turn\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        "[rokumen.engines]\none-turn = one_turn:OneTurn\n"
        "broken = broken_engine:Engine\nno-engine = one_turn:dataclass\n"
        "lbl = broken_engine:Engine\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("plugins")
def test_an_engine_of_another_distribution_is_used_by_its_name() -> None:
    ours, others = method_names()[: len(ENGINES)], method_names()[len(ENGINES) :]
    assert ours == tuple(ENGINES)
    assert set(others) > {"broken", "no-engine", "one-turn"}
    assert list(others) == sorted(set(others))
    cube = Cube.solved().apply("U")
    assert solve(cube, "one-turn", face="U").turns == parse_turns("U'")
    assert option_names("one-turn") == {"face"}
    assert not supports_several_solutions("one-turn")
    assert not reports_proof_progress("one-turn")
    prepare("one-turn", lambda share: None)
    with pytest.raises(MethodError, match="face = 'X' must be one of R, U"):
        engine("one-turn", face="X")


@pytest.mark.usefixtures("plugins")
def test_the_command_line_accepts_an_engine_of_another_distribution(
    rokumen: Rokumen,
) -> None:
    result = rokumen("solve", "R", "--method", "one-turn", "--json")
    assert result.status == 0
    assert result.json()["moves"] == "R'"
    assert rokumen("plan", "R", "--method", "one-turn", "--json").json()["moves"]
    assert rokumen("solve", "U", "--method", "one-turn", "--face", "U").status == 0
    assert rokumen("solve", "U", "--method=one-turn", "--face", "X").status == 2
    assert "--face" in rokumen("solve", "--method", "one-turn", "--help").out
    assert rokumen("solve", "U", "--face", "U").status == 2
    refused = rokumen("plan", "R", "--method", "two-turns")
    assert refused.status == 2
    assert "one-turn" in refused.err


@pytest.mark.usefixtures("plugins")
def test_a_broken_engine_is_named_and_affects_no_other() -> None:
    with pytest.raises(MethodError, match=r"'broken' .*\(broken_engine:Engine\).*no licence"):
        load_engine("broken")
    with pytest.raises(MethodError, match=r"'no-engine'"):
        load_engine("no-engine")
    assert solve(Cube.solved(), "lbl").turns == ()


def test_an_error_quotes_an_unknown_name_and_lists_the_known_ones() -> None:
    with pytest.raises(MethodError, match=r"'luck'; available: .*lbl, .*two-phase"):
        load_engine("luck")


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        ("lbl", {"effort": -1}, "effort = -1 must be a whole number from 0"),
        ("lbl", {"effort": "many"}, "effort = 'many' must be a whole number"),
        ("sequences", {"effort": 0}, "effort = 0 must be a whole number from 1"),
        (
            "two-phase",
            {"time_limit": float("nan")},
            "time_limit = nan must be a finite number",
        ),
        ("two-phase", {"metric": "stm"}, "metric = 'stm' must be one of htm, qtm, axial"),
        ("optimal", {"threads": -1}, "threads = -1 must be a whole number from 0"),
    ],
)
def test_an_option_out_of_bounds_is_rejected(
    method: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(MethodError, match=message):
        engine(method, **options)


def test_an_engine_of_one_solution_gives_no_several() -> None:
    with pytest.raises(MethodError, match="'sequences' gives one solution"):
        multi_solution_engine("sequences", 2)


def test_the_options_of_an_engine_are_known_before_it_is_loaded() -> None:
    for name in ENGINES:
        assert load_engine(name).options is OPTIONS.get(name, EngineOptions)


class DoesNothing(Engine[EngineOptions]):
    """Returns no turns for any cube."""

    name = "does-nothing"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> CubeSolution:
        return CubeSolution(cube, self.name, (Stage("Nothing", ()),))


class OtherName(DoesNothing):
    """Solves as the default engine, whose name it leaves in the solution."""

    def solve(self, cube: Cube, options: EngineOptions) -> CubeSolution:
        return solve(cube, "lbl")


def test_the_default_engine_passes_the_check() -> None:
    check_engine(load_engine("lbl"), cubes=5)


def test_the_documented_engine_passes_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        tmp_path,
        {"own_method": documented_modules()["FewQuarters"]},
        "[rokumen.engines]\nfew-quarters = own_method:FewQuarters\n",
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
