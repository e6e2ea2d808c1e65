"""What does not solve is not given out, whoever found it: an error with a number in its place."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rokumen as api
from files.table_cache import KEY_FILE, load, save
from papers.packing import Box, Packing
from papers.shintani.exhaustive.result import SearchResult, SearchStats
from robot.errors import RigError
from robot.execution.journal import Journal
from robot.planning import planner
from robot.planning.robot_state import home_state
from robot.rigs.registry import load_rig
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.errors import SafeStopError
from rokumen.jobs import batch
from rokumen.jobs.cube_job import Job
from rokumen.jobs.solution_choice import choose_solution
from rokumen.storage.runs import SolutionPolicy
from rokumen.web import solve_worker
from solver.core.errors import TimeLimitError, UnsolvedError
from solver.core.turn import Turn
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.engines.beginner import actions
from solver.engines.engine import ProofProgress
from solver.engines.registry import leading_to
from solver.reconstruction import Reconstruction, TimedStep
from tests.support.command_line import CommandResult, Rokumen
from tests.support.documents import ROOT
from tests.support.page_client import page_client
from tests.support.plugins import install

NUMBER = "[E214]"
SCRAMBLE = "R U2 F' L D2"

PLUGIN = """
from rokumen.extend import *


class Wrong(MultiSolutionEngine[EngineOptions]):
    name = "wrong"
    options = EngineOptions

    def solve(self, cube, options):
        return CubeSolution(cube, self.name, (Stage("Turn", (Turn("R", 1),)),))

    def solve_all(self, cube, count, options):
        return (self.solve(cube, options),)


class Other(Wrong):
    name = "other"

    def solve(self, cube, options):
        solved = Cube.solved().apply("R'")
        return CubeSolution(solved, self.name, (Stage("Turn", (Turn("R", 1),)),))


class Toy(Puzzle):
    name = "toy"
    methods = ("right", "wrong", "nothing", "words")
    needs_tables = False

    def scramble(self, seed=None):
        return "+ + +"

    def parse(self, text):
        if text.split() != ["+"] * len(text.split()):
            raise NotationError(f"{text!r}: write +")
        return text

    def solve(self, state, method=None):
        left = -self.parse(state).count("+") % 5
        moves = {"right": "+ " * left, "wrong": "+", "nothing": "", "words": "turn it"}
        chosen = moves[self.choose_method(method)].strip()
        return Solution(state, method, (Stage("all", tuple(chosen.split())),))


class Idle(Toy):
    name = "idle"
    methods = ("nothing",)
"""
ENTRY_POINTS = """
[rokumen.engines]
wrong = wrong_answers:Wrong
other = wrong_answers:Other
[rokumen.puzzles]
toy = wrong_answers:Toy
idle = wrong_answers:Idle
"""


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plugins"
    folder.mkdir()
    install(folder, {"wrong_answers": PLUGIN}, ENTRY_POINTS)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "wrong_answers", raising=False)


@pytest.fixture
def wrong_lbl(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the default engine forget its last step, as a damaged table of cases would."""
    from rokumen.cli.cube import explain
    from solver.engines.lbl import engine

    found = engine.steps
    for module in (engine, explain):
        monkeypatch.setattr(module, "steps", lambda *cube, **options: found(*cube, **options)[:-1])


def refused(result: CommandResult) -> bool:
    """Return whether a command failed with the number and gave out no moves."""
    return (result.status, result.out, NUMBER in result.err) == (1, "", True)


@pytest.mark.usefixtures("wrong_lbl")
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", SCRAMBLE),
        ("solve", SCRAMBLE, "--to", "R U R' U'"),
        ("solve", SCRAMBLE, "--method=wrong"),
        ("solve", SCRAMBLE, "--method=wrong", "--all=2"),
        ("solve", SCRAMBLE, "--method=other"),
        ("explain", SCRAMBLE),
        ("plan", SCRAMBLE, "--method=lbl"),
        ("solve", "+ +", "--puzzle=toy", "--method=wrong"),
        ("solve", "+ +", "--puzzle=toy", "--method=nothing"),
        ("solve", "+ +", "--puzzle=toy", "--method=words"),
        ("solve", "+ +", "--puzzle=idle"),
        ("solve", SCRAMBLE, "--puzzle=picture-3x3x3", "--method=after"),
    ],
)
def test_a_command_prints_no_moves(rokumen: Rokumen, arguments: Sequence[str]) -> None:
    assert refused(rokumen(*arguments))
    as_json = rokumen(*arguments, "--json")
    assert (as_json.status, as_json.json()["error"]["code"]) == (1, "E214")
    assert list(as_json.json()) == ["error"]


def test_a_lesson_of_the_beginners_course_is_checked(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokumen.cli.cube.explain.actions", lambda cube: actions(cube)[:-1])
    assert refused(rokumen("explain", SCRAMBLE, "--beginner"))


@pytest.mark.parametrize("processes", [1, 2])
def test_of_many_cubes_each_that_is_not_solved_is_an_error(
    rokumen: Rokumen, tmp_path: Path, processes: int
) -> None:
    cubes = tmp_path / "cubes"
    cubes.write_text("R\nR'\nU\n")
    result = rokumen("solve", f"--file={cubes}", "--method=wrong", f"--processes={processes}")
    assert (result.status, result.out) == (1, "R\n")
    assert [line.split(":")[0] for line in result.err.splitlines()] == ["line 1", "line 3"]
    states = tmp_path / "states"
    states.write_text("+\n+ + + +\n")
    result = rokumen("solve", f"--file={states}", "--puzzle=toy", "--method=wrong")
    assert (result.status, result.out, NUMBER in result.err) == (1, "+\n", True)


def test_the_api_raises(tmp_path: Path) -> None:
    cube = Cube.parse(SCRAMBLE)
    for ask in (
        lambda: api.solve(cube, method="wrong"),
        lambda: api.solve(cube, method="other"),
        lambda: list(api.solve_many([cube], method="wrong")),
        lambda: api.puzzle("toy").solve("+ +", "wrong"),
        lambda: list(api.puzzle("toy").improve("+ +", "wrong", {})),
        lambda: api.plan(api.CubeSolution(cube, "mine", ())),
    ):
        with pytest.raises(api.errors.UnsolvedError, match="not given out"):
            ask()
    assert api.puzzle("toy").solve("+ +").moves == "+ + +"


def test_a_worker_of_a_cluster_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    right = api.solve(Cube.parse("R"))
    wrong = api.solve(Cube.parse("R"))
    # As it comes out of a pickle, which checks nothing.
    object.__setattr__(wrong, "stages", ())

    class Client:
        def __enter__(self) -> Client:
            return self

        def __exit__(self, *error: object) -> None: ...

        def wait_for_workers(self, count: int, timeout: float) -> None: ...

        def nthreads(self) -> dict[str, int]:
            return {"one": 1}

        def submit(self, *task: object, pure: bool) -> object:
            return SimpleNamespace(result=lambda: [(right,), (wrong,), (right,)])

    monkeypatch.setattr(batch, "_connected", lambda client, address: Client())
    spec = batch.EngineSpec("lbl", {})
    found = list(batch.solve_on_cluster(["R", "R", "U"], spec, "tcp://127.0.0.1:1"))
    assert found[0] == (right,)
    assert [type(each.error) for each in found[1:] if isinstance(each, batch.SolveFailure)] == [
        UnsolvedError,
        UnsolvedError,
    ]


@pytest.mark.usefixtures("wrong_lbl")
def test_the_page_answers_with_an_error() -> None:
    answer = page_client().post("/api/solve", json={"cube": SCRAMBLE})
    assert (answer.status_code, NUMBER in answer.json()["error"]) == (422, True)
    assert "stages" not in answer.json()


def test_the_processes_of_the_page_answer_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answers(text: str, *arguments: str) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "argv", ["worker", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        solve_worker.main()
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    *_, said = answers("+ +", "puzzle", "toy", "wrong")
    assert list(said) == ["error"]
    assert NUMBER in said["error"]
    _break_proofs(monkeypatch)
    (said,) = answers(Cube.parse(SCRAMBLE).facelets, "proof", "optimal")
    assert list(said) == ["error"]
    assert NUMBER in said["error"]


def _break_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search for the fewest turns say that it found a turn, and after a while no better."""
    from solver.engines.optimal import engine

    def prove(cube: Cube, threads: int, watch: Callable[[ProofProgress], None]) -> ProofProgress:
        proof = ProofProgress((Turn("R", 1),), 0, seconds=99.0)
        watch(ProofProgress((Turn("R", 1), Turn("U", 1)), 0, seconds=99.0))
        return proof

    monkeypatch.setattr(engine, "prove", prove)
    monkeypatch.setattr(engine.OptimalEngine, "prepare_for", lambda *arguments: None)


def test_the_best_turns_so_far_are_checked(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    _break_proofs(monkeypatch)
    cube = Cube.parse(SCRAMBLE)
    told: list[api.SolveProgress] = []
    with pytest.raises(UnsolvedError):
        api.solve(cube, method="optimal", time_limit=1)
    with pytest.raises(UnsolvedError):
        api.solve(cube, method="optimal", time_limit=1, on_progress=told.append)
    assert told == []
    # Of a right one the error of the time limit goes on.
    with pytest.raises(TimeLimitError, match="R U"):
        api.solve(Cube.parse("U' R'"), method="optimal", time_limit=1)


@pytest.mark.job
def test_a_robot_stops_and_is_given_no_plan(
    tmp_path: Path, wrong_lbl: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = load_rig("two-gripper")
    cube = Cube.parse(SCRAMBLE)
    monkeypatch.setattr(
        "robot.planning.fastest_solution.fastest_solution", lambda *arguments: (Turn("R", 1),)
    )
    for policy in (SolutionPolicy(), SolutionPolicy(fastest=True)):
        with pytest.raises(UnsolvedError):
            choose_solution(policy, cube, rig, home_state(rig))
    with (
        open_robot_and_cameras(RobotAddress("sim://two-gripper?seed=1&scramble=R+U")) as (
            link,
            scanner,
        ),
        Journal(tmp_path / "run.jsonl") as journal,
        pytest.raises(SafeStopError, match="does not solve") as stopped,
    ):
        Job(link, scanner, SolutionPolicy(), journal).run()
    assert stopped.value.result is not None
    assert stopped.value.result.moves == ""


def test_a_plan_that_does_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = load_rig("six-axis")
    other = api.plan("U R", rig=rig)
    monkeypatch.setattr(planner, "_backtrack", lambda *arguments: other)
    with pytest.raises(RigError, match="something else to the cube than R U"):
        api.plan("R U", rig=rig)


def test_a_search_and_a_reconstruction_claim_no_more_than_there_is() -> None:
    cube = Cube.parse("R U")
    with pytest.raises(UnsolvedError):
        SearchResult(cube, ((Turn("R", 1),),), SearchStats(2, 0, 0, 0))
    with pytest.raises(UnsolvedError):
        leading_to(Cube.parse("R"), lambda one: (api.solve(Cube.parse("F")),))(cube)
    with pytest.raises(UnsolvedError, match="does not fill the 2x1x1 box"):
        Packing(Box(2, 1, 1), (("A", (0, 0)),), 1)
    turn = WatchedTurn("U'", 0.0, 1.0, "")
    step = TimedStep("Solve", (turn,), 0.0, 1.0, None)
    assert not Reconstruction(cube, (step,), is_solved=False).is_solved
    with pytest.raises(UnsolvedError):
        Reconstruction(cube, (step,), is_solved=True)


@pytest.mark.long
def test_tables_with_other_content_under_a_right_seal_print_no_moves(
    table_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = Cube.random(1)
    assert api.solve(cube, method="tsukuda").moves
    for path in (*table_cache.glob("tsukuda-1-*-3.bin"), table_cache / KEY_FILE):
        shutil.copy(path, tmp_path)
    one, other = (tmp_path / f"tsukuda-1-top-corners{kind}-3.bin" for kind in ("", "-placed"))
    arrays = load(one), load(other)
    save(other, arrays[0])
    save(one, arrays[1])
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path))
    command = [sys.executable, "-m", "rokumen", "solve", cube.facelets, "--method=tsukuda"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, NUMBER in result.stderr) == (1, "", True)


def test_whoever_loads_an_engine_asks_it_by_the_registry() -> None:
    loading = {
        path: path.read_text()
        for package in ("robot", "rokumen", "solver", "vision", "calibration", "firmware_sim")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"load_engine\(|\w+Engine\(\)", path.read_text())
    }
    assert loading.pop(ROOT / "solver/engines/registry.py")
    asked = {
        path.name: found
        for path, text in loading.items()
        if (found := re.findall(r"(?<!rokumen)\.(?:solve|solve_all|prove)\(", text))
    }
    assert asked == {}
