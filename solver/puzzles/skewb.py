"""The Skewb in WCA notation, solved in the fewest turns.

A turn rotates half of the puzzle about a corner: R about the corner at DRB, U about ULB, L about
DLF, B about DBL (WCA Regulations, 12h). None of them moves the corner at URF, which is as it is
held. Its 3,149,280 states are the product of 8,748 states of the corners and 360 of the centres.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import NotationError
from solver.core.turn import generator_of
from solver.notation.move import limited
from solver.notation.wca import plain_moves
from solver.puzzles.distance_table import (
    CoordinateSpace,
    build_distance_table,
    descend_to_goal,
    load_or_build,
)
from solver.puzzles.registry import Puzzle, PuzzleSolution, PuzzleStage

if TYPE_CHECKING:
    from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn

Vector = tuple[int, int, int]
_VERSION = 1  # of the kept distances: changed with what a state's number means
# Right, up and towards who holds it: the corner about which each letter turns.
AXES: dict[str, Vector] = {
    "R": (1, -1, -1),
    "U": (-1, 1, -1),
    "L": (-1, -1, 1),
    "B": (-1, -1, -1),
}
_CENTRES: tuple[Vector, ...] = tuple(
    tuple(sign * (i == axis) for i in range(3))  # type: ignore[misc]  # three of them
    for axis in range(3)
    for sign in (1, -1)
)
_CORNERS: tuple[Vector, ...] = tuple(product((1, -1), (1, -1), (1, -1)))
_MOVE = re.compile(r"([RULB])(2?)('?)")
_ADVICE = "write R U L B for a third of a turn clockwise, and ' for anticlockwise"


class SkewbTurn(NamedTuple):
    """A third of a turn about a corner, clockwise for who looks at it, or anticlockwise."""

    letter: str
    clockwise: bool

    def __str__(self) -> str:
        return self.letter + ("" if self.clockwise else "'")

    @property
    def inverse(self) -> SkewbTurn:
        """Return the turn back."""
        return SkewbTurn(self.letter, not self.clockwise)


TURNS = tuple(SkewbTurn(letter, way) for letter in AXES for way in (True, False))


def parse(text: str) -> tuple[SkewbTurn, ...]:
    """Read turns in WCA notation. Raises NotationError, which quotes what is none."""
    turns = []
    for word in limited(plain_moves(text).split(), text):
        match = _MOVE.fullmatch(word)
        if match is None:
            raise NotationError(f"{word!r} is not a turn of a Skewb: {_ADVICE}")
        letter, twice, back = match.groups()
        # Two thirds one way are one third the other.
        turns.append(SkewbTurn(letter, bool(twice) == bool(back)))
    return tuple(turns)


def _rotated(point: Vector, turn: SkewbTurn) -> Vector:
    """Return where a turn takes a point of the half that it rotates.

    A third of a turn about a corner (a, b, c) takes the axes to one another: a x to b y to c z.
    """
    a, b, c = AXES[turn.letter]
    x, y, z = point[0] * a, point[1] * b, point[2] * c
    clockwise = turn.clockwise == (a * b * c > 0)
    moved = (y, z, x) if clockwise else (z, x, y)
    return moved[0] * a, moved[1] * b, moved[2] * c


def _is_moved(point: Vector, turn: SkewbTurn) -> bool:
    return sum(p * q for p, q in zip(point, AXES[turn.letter], strict=True)) > 0


def _sources(stickers: Sequence[tuple[Vector, Vector]], turn: SkewbTurn) -> tuple[int, ...]:
    """Return for each sticker's place from where a turn brings what is there after it."""
    number = {sticker: i for i, sticker in enumerate(stickers)}
    sources = list(range(len(stickers)))
    for place, (position, direction) in enumerate(stickers):
        if _is_moved(position, turn):
            sources[number[_rotated(position, turn), _rotated(direction, turn)]] = place
    return tuple(sources)


def _move_table(stickers: Sequence[tuple[Vector, Vector]]) -> NDArray[np.int32]:
    """Return the number of the state after each of TURNS, of all states; 0 is the solved one."""
    permutations = [bytes(_sources(stickers, turn)) for turn in TURNS]
    solved = bytes(range(len(stickers)))
    unused = bytes(256 - len(stickers))
    numbers, states, rows = {solved: 0}, [solved], []
    for state in states:
        row = []
        what_is_in = state + unused  # a table, with which bytes are composed in one call
        for sources in permutations:
            reached = sources.translate(what_is_in)
            if reached not in numbers:
                numbers[reached] = len(states)
                states.append(reached)
            row.append(numbers[reached])
        rows.append(row)
    return np.array(rows, np.int32)


@cache
def coordinates() -> CoordinateSpace:
    """Return the states of the corners and of the centres, with what turns do to them."""
    return CoordinateSpace((_move_table(_corner_stickers()), _move_table(_centre_stickers())))


def _corner_stickers() -> list[tuple[Vector, Vector]]:
    return [(corner, _direction(axis, corner[axis])) for corner in _CORNERS for axis in range(3)]


def _centre_stickers() -> list[tuple[Vector, Vector]]:
    return [(centre, centre) for centre in _CENTRES]


def _direction(axis: int, sign: int) -> Vector:
    return _CENTRES[2 * axis + (sign < 0)]


@cache
def distances() -> NDArray[np.uint8]:
    """Return the fewest turns from each state to the solved one; built where the cache has none.

    Raises TableCacheError where no folder takes them.
    """
    sizes = {"distances": coordinates().size}
    return load_or_build(f"skewb-{_VERSION}", sizes, _build)["distances"]


def _build() -> Mapping[str, NDArray[np.uint8]]:
    return {"distances": build_distance_table(coordinates(), [0])}


def state_after(turns: Iterable[SkewbTurn]) -> int:
    """Return the number of the state after turns."""
    corners, centres = coordinates().moves
    at = (0, 0)
    for turn in turns:
        number = TURNS.index(turn)
        at = int(corners[at[0], number]), int(centres[at[1], number])
    return coordinates().index(at)


def shortest(state: int) -> tuple[SkewbTurn, ...]:
    """Return the fewest turns that solve a state."""
    return tuple(TURNS[i] for i in descend_to_goal(coordinates(), distances(), state))


class Skewb(Puzzle):
    """The Skewb: scrambles of random states, and solutions of the fewest turns."""

    name = "skewb"
    methods = ("optimal",)
    needs_tables = True

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them."""
        distances()

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return turns to a random state, each of the 3,149,280 equally likely."""
        drawn = generator_of(seed).randrange(coordinates().size)
        return " ".join(str(turn.inverse) for turn in reversed(shortest(drawn)))

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises NotationError."""
        parse(text)
        return text

    def solve(self, state: str, method: str | None = None) -> PuzzleSolution:
        """Solve the state after a scramble, in the fewest turns."""
        self.choose_method(method)
        turns = shortest(state_after(parse(state)))
        return PuzzleSolution((PuzzleStage("Optimal", " ".join(map(str, turns))),), len(turns))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns bring every sticker of a state home."""
        stickers = (*_corner_stickers(), *_centre_stickers())
        placed = tuple(range(len(stickers)))
        for turn in (*parse(state), *parse(moves)):
            placed = tuple([placed[source] for source in _sources(stickers, turn)])
        return placed == tuple(range(len(stickers)))

    def draw(self, state: str, path: str | Path) -> None:
        """Draw the state after a scramble."""
        from drawing.canvas import save_drawing
        from solver.puzzles.polyhedra.drawing import picture, puzzle_after_turns
        from solver.puzzles.polyhedra.polyhedron import after, polyhedron

        shape = polyhedron(self.name)
        drawn = puzzle_after_turns(shape, after(shape, layer_turns(state)), None, self.name)
        save_drawing(picture([drawn], 1), Path(path))


def layer_turns(text: str) -> tuple[PolyhedronTurn, ...]:
    """Return turns as those of layers of the polyhedron that has the tips as layers of their own.

    Raises NotationError, which quotes what is no turn.
    """
    from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn, polyhedron

    found = []
    for turn in parse(text):
        axes = polyhedron("skewb").axes
        heights = [float(np.dot(axis.direction, AXES[turn.letter])) for axis in axes]
        axis = int(np.argmax(np.abs(heights)))
        is_end = heights[axis] > 0
        # Layers count from the end of the axis, and turns are clockwise as it sees them.
        amount = 1 if turn.clockwise == is_end else 2
        found += [PolyhedronTurn(axis, layer, amount) for layer in ((1, 2) if is_end else (4, 3))]
    return tuple(found)


def puzzle(name: str) -> Skewb:
    """Return the puzzle; the family has one."""
    return Skewb()
