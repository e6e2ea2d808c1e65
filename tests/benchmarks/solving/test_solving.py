"""The benchmarks of engines and of lengths check solutions, count turns and go on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.solving import engines
from benchmarks.solving.engines import (
    Contestant,
    MissingPackage,
    SolverFigures,
    compare,
    start_up,
    table_costs,
    throughput,
    unavailable,
)
from benchmarks.solving.lengths import (
    SAMPLES,
    Improvement,
    Lengths,
    Searched,
    Solved,
    StageLengths,
    StateToSolve,
    best_after,
    lengths_of,
    search,
    solve_verified,
)
from benchmarks.solving.other_solvers import PEERS, ExternalSolver
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.registry import solve
from solver.search.phase_tables import tables as two_phase_tables
from solver.solution import CubeSolution
from tests.support.command_line import Rokumen


def test_all_solve_the_same_cubes() -> None:
    one, two = compare([Contestant(name, lambda cube: solve(cube).turns) for name in "ab"], 5)
    assert (one.mean, one.most) == (two.mean, two.most)
    rng = Random(0)
    _, *cubes = [Cube.random(rng) for _ in range(6)]
    assert one.mean == sum(solve(cube).htm for cube in cubes) / 5


def test_a_wrong_solution_ends_the_run() -> None:
    with pytest.raises(UnsolvedError, match="idle did not solve"):
        list(compare([Contestant("idle", lambda cube: ())], 1))


def test_an_unavailable_package_is_listed_with_its_published_figure() -> None:
    peer = ExternalSolver("juggler", "no_such_juggler", lambda cube: (), 99.9, 1)
    slow = ExternalSolver("sloth", "json", lambda cube: (), 1, None, Path("no/such/folder"))
    assert list(unavailable([peer, slow], with_slow=True)) == [
        SolverFigures("juggler, published", "htm", 99.9, slowest_milliseconds=1),
        MissingPackage("juggler", "is not installed"),
    ]
    assert "17 minutes" in str(slow.unavailable_reason(with_slow=False))


@pytest.mark.filterwarnings("ignore")  # theirs
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.package)
def test_every_available_package_solves(peer: ExternalSolver) -> None:
    reason = peer.unavailable_reason(with_slow=False)
    if reason is not None:
        pytest.skip(f"{peer.package} {reason}")
    cube = Cube.random(5)
    assert cube.apply(peer.answer(cube)).is_solved()


@pytest.mark.thorough
def test_costs_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "build", two_phase_tables)
    assert all(each.cubes_a_second > 1 for each in throughput(20))
    first, later = start_up()
    assert (first.which, later.which) == ("first", "later")
    assert later.seconds < 10
    assert table_costs("htm").disk_megabytes > 0.1


def solved(turns: int, **stages: int) -> Solved:
    return Solved(tuple(stages.items()), turns, {"quarter turns": turns + 1}, turns / 100)


def test_the_best_after_some_seconds_is_the_last_found_until_then() -> None:
    found = (
        Improvement(0.5, solved(30)),
        Improvement(2.0, solved(20)),
        Improvement(70.0, solved(10)),
    )
    after = {sample: best_after(sample, found).turns for sample in SAMPLES}
    assert after == {0: 30, 0.25: 30, 1: 30, 10: 20, 60: 20, 600: 10}


def test_means_are_of_all_states_and_stages_add_up() -> None:
    searched = [
        Searched((Improvement(0.1, solved(10, Cross=4, F2L=6)),), 2**20),
        Searched((Improvement(0.1, solved(20, Cross=8, F2L=12)),), 3 * 2**20),
    ]
    lengths, stages = lengths_of("3x3x3", searched, 0)
    assert isinstance(lengths, Lengths)
    assert isinstance(stages, StageLengths)
    assert (lengths.mean, lengths.sigma, lengths.fewest, lengths.most) == (15, 5, 10, 20)
    assert lengths.counts == {"quarter turns": 16}
    assert lengths.peak_megabytes == 3
    assert stages.means == {"Cross": 6, "F2L": 9}


def test_several_processes_solve_the_same_cubes(bench: Rokumen) -> None:
    asked = ("lengths", "--states=30", "--seed=3", "--option=effort=1", "--json")
    alone, both = (bench(*asked, f"--processes={n}").json()["lengths"][0] for n in (1, 2))
    same = ("mean", "sigma", "fewest", "most", "counts")
    assert [alone[key] for key in same] == [both[key] for key in same]
    other = bench("lengths", "--states=30", "--seed=4", "--option=effort=1", "--json").json()
    assert other["lengths"][0]["mean"] != alone["mean"]


def test_lengths_are_kept_and_go_on(bench: Rokumen, tmp_path: Path) -> None:
    asked = ("lengths", "pyraminx", f"--keep={tmp_path / 'kept'}", "--json")
    assert bench(*asked, "--states=1").status == 0
    two = bench(*asked, "--states=2").json()["lengths"]
    assert two == bench(*asked, "--states=2").json()["lengths"]
    assert len((tmp_path / "kept").read_text().splitlines()) == 2


@pytest.mark.thorough
def test_a_search_that_goes_on_is_sampled(bench: Rokumen) -> None:
    result = bench(
        "lengths", "4x4x4", "--method=reduction", "--states=1", "--seconds=0.5", "--json"
    )
    first, later = result.json()["lengths"]
    assert (first["seconds"], later["seconds"]) == (0, 0.25)
    assert later["counts"]["wide"] <= first["counts"]["wide"] < 60
    assert (first["published"], first["published_metric"]) == (44.4, "wide")


def test_turns_that_do_not_solve_are_not_counted() -> None:
    cube = Cube.solved().apply("R U")
    with pytest.raises(UnsolvedError, match=cube.facelets):
        solve_verified(cube, lambda cube: CubeSolution(cube, "lbl", ()))


@pytest.mark.parametrize("option", ["effort", "effort=", "=3", "an effort=3"])
def test_an_error_quotes_an_option_that_is_none(bench: Rokumen, option: str) -> None:
    result = bench("lengths", f"--option={option}")
    assert result.status == 2
    assert repr(option) in result.err


@pytest.mark.thorough
@pytest.mark.parametrize("effort", [0, 1])
def test_random_cubes_are_solved_at_the_least_efforts(effort: int) -> None:
    states = (StateToSolve("3x3x3", "lbl", {"effort": effort}, f"2026 {n}") for n in range(1_000))
    turns = [search(each).found[-1].solved.turns for each in states]
    assert sum(turns) / len(turns) < 55
    assert max(turns) < 80


@pytest.mark.slow
@pytest.mark.parametrize("option", ["one_look=false", "one_look=true"])
def test_a_million_random_cubes_are_solved(bench: Rokumen, option: str) -> None:
    asked = ("lengths", "--option=effort=1", f"--option={option}", "--states=500000", "--json")
    assert bench(*asked, "--processes=2").json()["lengths"][0]["mean"] < 55
