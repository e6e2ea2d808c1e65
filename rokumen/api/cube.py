"""The 3x3x3 as a value: read, turned, written and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from solver.core.cube import Cube as CubeState
from solver.core.random_cube import random_cube
from solver.notation.cube_text import parse_cube, parse_turns


@dataclass(frozen=True, slots=True, repr=False)
class Cube:
    """A state of the 3x3x3 with its centres at rest; two cubes that look alike are equal.

    Made by `solved`, `random` or `parse`. `state` is the same as cubie positions, which an Engine
    works on.
    """

    state: CubeState

    @classmethod
    def solved(cls) -> Cube:
        """Return the solved cube."""
        return cls(CubeState.solved())

    @classmethod
    def random(cls, seed: int | None = None) -> Cube:
        """Return a random legal cube, each equally likely; the same one for the same seed."""
        return cls(random_cube(Random(seed)))

    @classmethod
    def parse(cls, text: str) -> Cube:
        """Read a list (54 facelets, 48 colours or numbers), or moves from the solved cube.

        Facelets: face by face, U R F D L B, each row by row, in any six letters. Colours and
        numbers: without the centres, U 1-8, L 9-16, F 17-24, R 25-32, B 33-40, D 41-48, each face
        row by row (mmays, 2014). Separators, brackets and quotation marks do not matter; `list:`
        or `moves:` before a text says which it is. Raises CubeError; for a cube that cannot exist
        every fault is in its `faults`.
        """
        return cls(parse_cube(text))

    @property
    def facelets(self) -> str:
        """Return the 54 facelets as face letters, U R F D L B, each face row by row."""
        return self.state.facelets()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the 48 numbers: which sticker of the solved cube is at each place."""
        return self.state.numbers()

    def apply(self, moves: str) -> Cube:
        """Return the cube after moves in WCA notation. Raises CubeError for what is no move."""
        return Cube(self.state.apply(parse_turns(moves)))

    def is_solved(self) -> bool:
        """Return whether every face has one colour."""
        return self.state.is_solved

    def draw(self, path: str | Path) -> None:
        """Draw all six faces into a .svg or .png file. Raises ValueError for another file."""
        from rokumen.show.drawings.cube_reading import draw_cube_into
        from rokumen.show.palette import PAINT, WESTERN

        draw_cube_into(Path(path), [PAINT[WESTERN[letter]] for letter in self.facelets])

    def __repr__(self) -> str:
        return f"Cube.parse({self.facelets!r})"
