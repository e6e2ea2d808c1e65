"""Puzzles whose turns are those of a polyhedron's layers, in its notation or one of their own."""

from __future__ import annotations

from abc import abstractmethod
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
        # The geometry is for those alone who draw.
        from drawing.canvas import save_drawing
        from solver.puzzles.polyhedra.drawing import picture, puzzle_after_turns
        from solver.puzzles.polyhedra.polyhedron import after, polyhedron

        shape = polyhedron(self.name)
        drawn = puzzle_after_turns(shape, after(shape, self.turns(state)), None, self.name)
        save_drawing(picture([drawn], 1), Path(path))
