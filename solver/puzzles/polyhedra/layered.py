"""Puzzles whose turns are those of a polyhedron's layers, in its notation or one of their own.

The Pyraminx, the Skewb and the Megaminx have that of the World Cube Association. Who solves them
by tables of their own needs no geometry, which is loaded where it is drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from solver.puzzles.registry import Puzzle

if TYPE_CHECKING:
    from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn


class LayeredPuzzle(Puzzle):
    """A puzzle that is drawn as the polyhedron of its name, whose layers turn."""

    needs_tables = True

    def __init__(self, name: str) -> None:
        """Take the name by which it is asked for."""
        self._name = name

    @property
    def name(self) -> str:
        """Return the name of the puzzle."""
        return self._name

    @abstractmethod
    def turns(self, text: str) -> tuple[PolyhedronTurn, ...]:
        """Read turns in the puzzle's notation. Raises NotationError, which quotes a bad one."""

    def draw(self, state: str, path: str | Path) -> None:
        """Draw the polyhedron after a scramble."""
        from drawing.canvas import save_drawing
        from solver.puzzles.polyhedra.drawing import picture, puzzle_after_turns
        from solver.puzzles.polyhedra.polyhedron import after, polyhedron

        shape = polyhedron(self.name)
        drawn = puzzle_after_turns(shape, after(shape, self.turns(state)), None, self.name)
        save_drawing(picture([drawn], 1), Path(path))


class CornerPuzzle(LayeredPuzzle):
    """A puzzle that turns about corners, by thirds.

    `layers`: what a third clockwise turns, by its letter, in the notation of the polyhedron.
    """

    layers: Mapping[str, str]

    @abstractmethod
    def thirds(self, text: str) -> Iterable[str]:
        """Read turns, as letters with ' for a third anticlockwise. Raises NotationError."""

    def turns(self, text: str) -> tuple[PolyhedronTurn, ...]:
        """Read turns as those of layers. Raises NotationError, which quotes what is none."""
        from solver.puzzles.polyhedra.polyhedron import parse, polyhedron

        made: dict[str, tuple[PolyhedronTurn, ...]] = {}
        for letter, layers in self.layers.items():
            clockwise = parse(polyhedron(self.name), layers)
            back = tuple(replace(turn, amount=3 - turn.amount) for turn in clockwise)
            made |= {letter: clockwise, f"{letter}'": back}
        return tuple(turn for third in self.thirds(text) for turn in made[third])
