"""Cubes to solutions: one cube, many cubes, the methods that there are, and other puzzles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from files.records import Entry, entries_of
from solver.cube import Cube
from solver.engines.engine import MultiSolutionEngine, ProofProgress, ProvingEngine
from solver.engines.registry import (
    DEFAULT_METHOD,
    leading_to,
    load_engine,
    method_names,
    proved_by,
    solved_by,
)
from solver.notation.printing import moves_text
from solver.puzzles.registry import Puzzle, load_puzzle, puzzle_names
from solver.solution import CubeSolution


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """How far solving is: the share of the tables that is built, or how far a proof is.

    `tables`: 0 to 1, None once they are there; `proof`: None before it begins.
    """

    tables: float | None = None
    proof: ProofProgress | None = field(default=None, repr=False)

    @property
    def best(self) -> str:
        """Return the shortest solution so far (WCA), empty before there is one."""
        return moves_text(self.proof.best) if self.proof else ""

    @property
    def excluded(self) -> int | None:
        """Return the length for which it is proved that no solution is so short, or shorter."""
        return self.proof.excluded if self.proof else None


@dataclass(frozen=True, slots=True)
class MethodOption:
    """An option of a method: its type, the value it has if it is not given, and its bounds.

    `minimum`: the least value, None without one; `choices`: all values, empty if there are others.
    """

    type: str
    default: object
    minimum: float | None
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Method:
    """A method of solving: its options by name, and what it gives.

    `gives_several`: it can find several solutions of a cube; `proves`: its solutions are proved to
    be shortest ones; `tables`: the tables that it builds once, with their sizes in bytes.
    """

    name: str
    options: Mapping[str, MethodOption]
    gives_several: bool
    proves: bool
    tables: Mapping[str, int]


def solve(
    cube: Cube | str,
    *,
    method: str = DEFAULT_METHOD,
    to: Cube | str | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[SolveProgress], None] | None = None,
    **options: object,
) -> CubeSolution:
    """Return a solution of a cube by a method, with the method's own options.

    `cube`, `to`: cubes, or text as `Cube.parse` takes it, which raises CubeError.
    `to`: the state that the turns lead to, in place of the solved cube. `time_limit`: seconds to
    search, for the methods that have it. `on_progress` is called while tables are built, and while
    a method proves its solution. Raises MethodError for a method or an
    option that does not exist, and SolveError where no solution can be given.
    """
    cube, goal = _as_cube(cube), None if to is None else _as_cube(to)
    if time_limit is not None:
        options["time_limit"] = time_limit
    tell = on_progress or (lambda progress: None)
    engine = load_engine(method)
    chosen = engine.read_options(options)

    def solve_one(unsolved: Cube) -> tuple[CubeSolution]:
        engine.prepare_for(unsolved, chosen, lambda share: tell(SolveProgress(tables=share)))
        began = time.perf_counter()
        if on_progress is not None and isinstance(engine, ProvingEngine):
            found = proved_by(
                engine, unsolved, chosen, lambda proof: on_progress(SolveProgress(proof=proof))
            )
        else:
            found = solved_by(engine, unsolved, chosen)
        return (replace(found, seconds=round(time.perf_counter() - began, 6)),)

    (solution,) = (solve_one if goal is None else leading_to(goal, solve_one))(cube)
    return solution


def solve_many(
    cubes: Iterable[Cube | str],
    *,
    method: str = DEFAULT_METHOD,
    to: Cube | str | None = None,
    processes: int = 1,
    cluster: str | None = None,
    **options: object,
) -> Iterator[CubeSolution]:
    """Yield the solutions of many cubes in their order, found in several processes.

    `to`: the state that the turns lead to, in place of the solved cube. `cluster`: the address of a
    Dask scheduler whose workers solve, such as "tcp://host:8786".
    Raises what `solve` raises, and ApplicationError where a process or the cluster fails.
    """
    from rokumen.jobs.batch import EngineSpec, SolveFailure, solve_on_cluster, solve_texts

    if isinstance(cubes, str):
        raise TypeError(f"{cubes!r} is one cube: give a list of cubes")
    spec = EngineSpec(method, options, goal=None if to is None else _as_cube(to))
    if processes < 1:
        raise ValueError(f"processes = {processes} must be 1 or more")
    texts = (_as_cube(cube).facelets for cube in cubes)
    if cluster is None:
        results = solve_texts(texts, spec, processes)
    else:
        results = solve_on_cluster(texts, spec, cluster)
    for result in results:
        if isinstance(result, SolveFailure):
            raise result.error
        yield result[0]


def _as_cube(cube: object) -> Cube:
    if isinstance(cube, str):
        return Cube.parse(cube)
    if not isinstance(cube, Cube):
        raise TypeError(f"{cube!r} is no Cube and no text of one: use the cube of a Reading")
    return cube


def methods() -> dict[str, Method]:
    """Return the methods by name: rokumen's own, then those of plug-ins."""
    return {name: _method(name) for name in method_names()}


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of a name, such as "4x4x4" or "Pyraminx", in any capitals.

    Raises PuzzleError for another name; `puzzles` lists them.
    """
    return load_puzzle(name)


def puzzles() -> list[str]:
    """Return all names that `puzzle` takes, the familiar ones among them.

    A puzzle without `methods` can be scrambled and drawn, and is not solved.
    """
    return list(puzzle_names())


def _method(name: str) -> Method:
    engine = load_engine(name)
    return Method(
        name=name,
        options={each.name: _option(each) for each in entries_of(engine.options)},
        gives_several=isinstance(engine, MultiSolutionEngine),
        proves=isinstance(engine, ProvingEngine),
        tables=engine.tables(),
    )


def _option(each: Entry) -> MethodOption:
    bounds, name = each.bounds, each.type.__name__
    kind = f"{name} | None" if each.allows_none else name
    return MethodOption(kind, each.default, bounds.minimum, tuple(map(str, bounds.choices)))
