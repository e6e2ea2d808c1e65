"""Cubes turned about their faces, solved as n x n x n cubes and answered in their own notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from solver.core.geometry import FACES
from solver.puzzles.big_cube import BigCube
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.orbits import conjugated, matrix
from solver.puzzles.nxn.position import is_solved, read
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, format_turns
from solver.puzzles.polyhedra.puzzle import NAMES_WITH_CHAIN, PolyhedronPuzzle
from solver.solution import Solution, Stage


class CubeByFaces(PolyhedronPuzzle):
    """A cube of N layers about each axis, by the methods of the n x n x n cubes."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._big = BigCube(self.shape.layers)

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods; where there is a chain, those of other polyhedra too."""
        others = super().methods if self.name in NAMES_WITH_CHAIN else ()
        return (*self._big.step_methods, *others)

    def parse(self, text: str) -> str:
        """Return a state that can be read.

        Raises a CubeError for turns that cannot be read, and for facelets of no legal cube.
        """
        self._colours(text)
        return text

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the tables of the n x n x n cube, or build them and report the share built."""
        self._big.prepare_for(self.methods[0], {}, progress)

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        """Load the tables of a method, or build them and report the share built."""
        if method in self._big.step_methods:
            self._big.prepare_for(method, options, progress)
        else:
            super().prepare(progress)

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve the position after a scramble, or of 6 N N facelets, step by step.

        Raises NotationError, which quotes a turn that cannot be read, and what `position.read`
        raises for facelets, which the methods of other polyhedra do not take.
        """
        chosen = self.choose_method(method)
        if chosen not in self._big.step_methods:
            return super().solve(state, chosen)
        n = self._big.n
        stages = self._big.solve_colours(self._colours(state), chosen)
        held: tuple[LayerTurn, ...] = ()
        named = []
        for stage in stages:
            made = []
            for turn in stage.turns:
                if turn.is_rotation:
                    held = (*held, turn)
                else:
                    made.append(as_polyhedron_turn(self.shape, conjugated(turn, matrix(held), n)))
            named.append(Stage(stage.name, tuple(format_turns(self.shape, made))))
        return Solution(state, chosen, tuple(named))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave each face of a state in one colour."""
        turns = [as_layer_turn(self.shape, turn) for turn in self.turns(moves)]
        n = self._big.n
        return is_solved(geometry(n).apply(self._colours(state), turns), n)

    def _colours(self, position: str) -> Colours:
        """Return the colours of the stickers; no axis has the name of a face."""
        n = self._big.n
        letters = set("".join(position.split()))
        if letters and letters <= set(FACES):
            return read(position, n)
        turns = [as_layer_turn(self.shape, turn) for turn in self.turns(position)]
        return geometry(n).apply(geometry(n).solved, turns)


def as_layer_turn(puzzle: Polyhedron, turn: PolyhedronTurn) -> LayerTurn:
    """Return a turn of the n x n x n cube: layers from the other end, the other sense."""
    direction = puzzle.axes[turn.axis].direction
    axis = int(np.argmax(np.abs(direction)))
    if direction[axis] > 0:
        return LayerTurn(axis, puzzle.layers - turn.layer, 4 - turn.amount)
    return LayerTurn(axis, turn.layer - 1, turn.amount)


def as_polyhedron_turn(puzzle: Polyhedron, turn: LayerTurn) -> PolyhedronTurn:
    """Return the turn that `as_layer_turn` takes to this one."""
    return next(each for each in puzzle.all_turns if as_layer_turn(puzzle, each) == turn)
