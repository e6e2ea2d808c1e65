"""What an engine is, what it returns, and which engines there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from inspect import signature
from typing import cast

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

# Engines are named here and loaded when asked for, so that none pays for another's tables.
ENGINES: dict[str, str] = {"lbl": "solver.lbl"}
DEFAULT_METHOD = "lbl"


def engine(method: str, **options: object) -> Engine:
    """Load an engine by its name, with options of its own set.

    Raises MethodError for a name that is not in ENGINES and for an option that it does not have.
    """
    if method not in ENGINES:
        raise MethodError(f"no method is called {method!r}; there is {', '.join(sorted(ENGINES))}")
    solver = import_module(ENGINES[method]).solve
    unknown = [name for name in options if name not in signature(solver).parameters]
    if unknown:
        raise MethodError(f"the method {method!r} has no option {', '.join(map(repr, unknown))}")
    return cast("Engine", partial(solver, **options))


def solve(cube: Cube, method: str = DEFAULT_METHOD, **options: object) -> Solution:
    """Solve a cube. Raises MethodError for an unknown method or option."""
    return engine(method, **options)(cube)
