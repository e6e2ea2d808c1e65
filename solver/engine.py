"""What an engine is, what it returns, and which engines there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from solver.cube import Cube
from solver.errors import MethodError
from solver.turn import Turn, htm, qtm


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a method by its name, with its turns (none where the step was done already)."""

    name: str
    moves: tuple[Turn, ...]


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
ENGINES: dict[str, str] = {
    "lbl": "solver.lbl",
    "two-phase": "solver.two_phase",
    "optimal": "solver.optimal",
}
DEFAULT_METHOD = "lbl"


def engine(method: str) -> Engine:
    """Load an engine by its name. Raises MethodError for a name that is not in ENGINES."""
    if method not in ENGINES:
        raise MethodError(f"no method is called {method!r}; there is {', '.join(sorted(ENGINES))}")
    return cast("Engine", import_module(ENGINES[method]).solve)


def solve(cube: Cube, method: str = DEFAULT_METHOD) -> Solution:
    """Solve a cube. Raises MethodError for an unknown method."""
    return engine(method)(cube)
