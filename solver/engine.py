"""What an engine is, what it returns, and which engines there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, cast

from solver.cube import Cube
from solver.errors import MethodError
from solver.turn import Turn, htm, qtm


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a method by its name, with its turns (none where the step was done already).

    `note` says how to hold the cube and why this is done, where the method has that to say.
    """

    name: str
    moves: tuple[Turn, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """The turns that solve `cube`, stage by stage."""

    cube: Cube
    method: str
    stages: tuple[Stage, ...]

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Give all turns in order."""
        return tuple(turn for stage in self.stages for turn in stage.moves)

    @property
    def htm(self) -> int:
        """Count the turns, a half turn as one."""
        return htm(self.moves)

    @property
    def qtm(self) -> int:
        """Count the quarter turns, a half turn as two."""
        return qtm(self.moves)


Engine = Callable[[Cube], Solution]
Progress = Callable[[float], None]
EngineOfSeveral = Callable[[Cube], tuple[Solution, ...]]

# Engines are named here and loaded when asked for, so that none pays for another's tables.
ENGINES: dict[str, str] = {
    "lbl": "solver.lbl",
    "two-phase": "solver.two_phase",
    "optimal": "solver.optimal",
    "layers-1978": "solver.layers_1978",
    "sequences": "solver.sequences",
    "tsukuda": "solver.nxn.engine",
}
DEFAULT_METHOD = "lbl"


def engine(method: str, **options: object) -> Engine:
    """Load an engine by its name, with options of its own set.

    Raises MethodError for a name that is not in ENGINES and for an option that it does not have.
    """
    _check(method, options)
    return cast("Engine", partial(_room(method).solve, **options))


def engine_of_several(method: str, count: int, **options: object) -> EngineOfSeveral:
    """Load an engine that gives the `count` best solutions it finds, all different, best first.

    Raises MethodError as `engine` does, and for an engine that gives one solution alone.
    """
    _check(method, options)
    if not gives_several(method):
        raise MethodError(f"the method {method!r} gives one solution, not several")
    return cast("EngineOfSeveral", partial(_room(method).solve_all, count=count, **options))


def gives_several(method: str) -> bool:
    """Tell whether `engine_of_several` has this engine. Raises MethodError for an unknown name."""
    return hasattr(_room(method), "solve_all")


def proves(method: str) -> bool:
    """Tell whether an engine tells how far a proof is. Raises MethodError for an unknown name."""
    return "watch" in option_names(method)


def option_names(method: str) -> frozenset[str]:
    """Give the names of an engine's own options. Raises MethodError for an unknown name."""
    parameters = signature(_room(method).solve).parameters.values()
    return frozenset(each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY)


def prepare(method: str, progress: Progress, **options: object) -> None:
    """Have an engine load, or build and keep, all that it looks up when asked with these options.

    `progress` is called with the share that is built, from 0 to 1, where something is. Engines that
    look nothing up have nothing to do. Raises MethodError for an unknown name or option.
    """
    _check(method, options)
    room = _room(method)
    if hasattr(room, "prepare"):
        names = signature(room.prepare).parameters.keys() & options.keys()
        room.prepare(progress, **{name: options[name] for name in names})


def needs_tables(method: str) -> bool:
    """Tell whether `prepare` has anything to do. Raises MethodError for an unknown name."""
    return hasattr(_room(method), "prepare")


def _check(method: str, options: Mapping[str, object]) -> None:
    unknown = options.keys() - option_names(method)
    if unknown:
        names = ", ".join(map(repr, sorted(unknown)))
        raise MethodError(f"the method {method!r} has no option {names}")


def _room(method: str) -> Any:
    """Load the package of an engine: it has `solve`, and `solve_all` where it gives several."""
    if method not in ENGINES:
        raise MethodError(f"no method is called {method!r}; there is {', '.join(sorted(ENGINES))}")
    return import_module(ENGINES[method])


def solve(cube: Cube, method: str = DEFAULT_METHOD, **options: object) -> Solution:
    """Solve a cube. Raises MethodError for an unknown method or option."""
    return engine(method, **options)(cube)
