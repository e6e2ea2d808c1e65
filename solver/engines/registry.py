"""The table of engines, and loading an engine by name with checked options.

Third parties add engines by the entry points `rokumen.engines`: a name, and a class derived from
`Engine` that is made without arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from pkgutil import resolve_name
from random import Random
from typing import Any

from files.plugins import load_plugin, plugin_names
from solver.core.errors import MethodError, TimeLimitError, UnsolvedError
from solver.core.turn import Turn, inverse, parse_turns
from solver.cube import Cube
from solver.engines.engine import (
    Engine,
    MultiSolutionEngine,
    OptionsT,
    Progress,
    ProofCallback,
    ProofProgress,
    ProvingEngine,
)
from solver.solution import CubeSolution

SolveFunction = Callable[[Cube], CubeSolution]

SolveAllFunction = Callable[[Cube], tuple[CubeSolution, ...]]

# Engines are named here and loaded when asked for, so that none pays for another's tables.
ENGINES: dict[str, str] = {
    "lbl": "solver.engines.lbl.engine:LblEngine",
    "beginner": "solver.engines.beginner:BeginnerEngine",
    "two-phase": "solver.engines.two_phase.engine:TwoPhaseEngine",
    "optimal": "solver.engines.optimal.engine:OptimalEngine",
    "tsukuda": "solver.puzzles.tsukuda.engine:TsukudaEngine",
}

ENTRY_POINTS = "rokumen.engines"

DEFAULT_METHOD = "lbl"


def method_names() -> tuple[str, ...]:
    """Return the names of all engines: this package's, then those of plug-ins, sorted."""
    return (*ENGINES, *sorted(plugin_names(ENTRY_POINTS) - ENGINES.keys()))


# What the methods are called elsewhere, by their authors or as people do.
_NAMES_ELSEWHERE = {"kociemba": "two-phase", "korf": "optimal", "cfop": "lbl", "fridrich": "lbl"}


def load_engine(method: str) -> Engine[Any]:
    """Return the engine of this name. This package's come before plug-ins of the same name.

    Raises MethodError for a name that no engine has, and for a plug-in that cannot be loaded.
    """
    if method in ENGINES:
        loaded: Engine[Any] = resolve_name(ENGINES[method])()
        return loaded
    return _load_plugin(method)


def _load_plugin(method: str) -> Engine[Any]:
    try:
        loaded, called = load_plugin(ENTRY_POINTS, method, MethodError)
    except KeyError:
        ours = _NAMES_ELSEWHERE.get(method.lower())
        meant = f", which is {ours} here" if ours else ""
        known = ", ".join(sorted(method_names()))
        raise MethodError(f"unknown method {method!r}{meant}; available: {known}") from None
    if not (isinstance(loaded, type) and issubclass(loaded, Engine)):
        raise MethodError(
            f"{called} is no class derived from rokumen.extend.Engine; repair or remove the "
            "package that has it"
        )
    if missing := sorted(loaded.__abstractmethods__):
        raise MethodError(f"{called} does not define {', '.join(missing)}")
    return loaded()


def solved_by(engine: Engine[OptionsT], cube: Cube, options: OptionsT) -> CubeSolution:
    """Return an engine's solution of a cube.

    Whoever asks an engine asks by this, `all_solved_by` or `proved_by`. They raise UnsolvedError,
    beside what the engine raises, where a solution is not of this cube: that its turns solve the
    cube it is of, each `CubeSolution` has checked.
    """
    with _checking_best(cube):
        return of_cube(cube, engine.solve(cube, options))


def all_solved_by(
    engine: MultiSolutionEngine[OptionsT], cube: Cube, count: int, options: OptionsT
) -> tuple[CubeSolution, ...]:
    """Return up to `count` solutions of a cube, as `solved_by` returns one."""
    with _checking_best(cube):
        return tuple(of_cube(cube, each) for each in engine.solve_all(cube, count, options))


def proved_by(
    engine: ProvingEngine[OptionsT], cube: Cube, options: OptionsT, watch: ProofCallback
) -> CubeSolution:
    """Return an engine's proved solution; the best one so far is checked before it is told."""

    def watch_checked(proof: ProofProgress) -> None:
        cube.require_solved_by(proof.best)
        watch(proof)

    with _checking_best(cube):
        return of_cube(cube, engine.prove(cube, options, watch_checked))


def of_cube(cube: Cube, solution: CubeSolution) -> CubeSolution:
    """Return a solution of this cube. Raises UnsolvedError for another's."""
    if not isinstance(solution, CubeSolution) or solution.cube != cube:
        raise UnsolvedError(
            f"what was found for {cube.facelets} is a solution of another cube, and is not given "
            "out; report it, with the command and this message"
        )
    return solution


@contextmanager
def _checking_best(cube: Cube) -> Iterator[None]:
    """Check the best solution that an error tells."""
    try:
        yield
    except TimeLimitError as error:
        if error.best:
            cube.require_solved_by(parse_turns(error.best))
        raise


def engine(method: str, **options: object) -> SolveFunction:
    """Return the function that solves a cube by a method with these options.

    Raises MethodError for a name that no engine has and for an option that it does not have.
    """
    loaded = load_engine(method)
    return partial(solved_by, loaded, options=loaded.read_options(options))


def multi_solution_engine(method: str, count: int, **options: object) -> SolveAllFunction:
    """Return the function that gives the `count` best solutions of a cube that the engine finds.

    Raises MethodError as `engine` does, and for an engine that gives one solution alone.
    """
    loaded = load_engine(method)
    read = loaded.read_options(options)
    if not isinstance(loaded, MultiSolutionEngine):
        raise MethodError(f"the method {method!r} gives one solution, not several")
    return partial(all_solved_by, loaded, count=count, options=read)


def leading_to(goal: Cube, solve_all: SolveAllFunction) -> SolveAllFunction:
    """Return the function that leads a cube to `goal`, from the one that solves cubes.

    The turns are those that solve the cube on which each piece is called as its place in the goal,
    so that stages and notes mean the pieces that belong there in the goal.
    """
    named = goal.inverse
    goal_turns = inverse(solve(goal).turns)

    def lead(cube: Cube) -> tuple[CubeSolution, ...]:
        return tuple(
            replace(found, position=cube, goal_turns=goal_turns)
            for found in solve_all(named.followed_by(cube))
        )

    return lead


def supports_several_solutions(method: str) -> bool:
    """Return whether this engine finds several. Raises MethodError for an unknown name."""
    return isinstance(load_engine(method), MultiSolutionEngine)


def reports_proof_progress(method: str) -> bool:
    """Return whether this engine proves its solutions. Raises MethodError for an unknown name."""
    return isinstance(load_engine(method), ProvingEngine)


def option_names(method: str) -> frozenset[str]:
    """Return the names of an engine's own options. Raises MethodError for an unknown name."""
    return frozenset(each.name for each in fields(load_engine(method).options))


def prepare(method: str, progress: Progress, **options: object) -> None:
    """Load, or build and store, the tables that it needs with these options.

    `progress` is called with the share that is built, from 0 to 1, where something is. Raises
    MethodError for an unknown name or option.
    """
    loaded = load_engine(method)
    loaded.prepare(loaded.read_options(options), progress)


def solve(cube: Cube, method: str = DEFAULT_METHOD, **options: object) -> CubeSolution:
    """Solve a cube. Raises MethodError for an unknown method or option."""
    return engine(method, **options)(cube)


# The longest scramble. Every cube has a solution of this length, which is found in milliseconds, so
# that the time limit is never reached.
MAX_TURNS = 20

_TIMEOUT_SECONDS = 600.0


def random_scramble(rng: Random) -> tuple[Turn, ...]:
    """Return random turns that lead from the solved cube to a random one, each cube equally likely.

    As in competitions (random state): a random cube is solved, and the solution is inverted. It has
    MAX_TURNS at most, and is the same for the same generator on any machine: the search ends with
    the first that is as short, not after a time.
    """
    solution = solve(
        Cube.random(rng), "two-phase", max_length=MAX_TURNS, time_limit=_TIMEOUT_SECONDS
    )
    return inverse(solution.turns)
