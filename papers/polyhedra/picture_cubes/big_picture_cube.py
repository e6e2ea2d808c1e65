"""The picture cubes of size 4 and more (polyhedra paper, section 14.3.5, which leaves them open).

A solution by the Tsukuda method leaves inner pieces of one colour in each other's places, and the
middles of an odd cube's faces turned. Corners and edges are told apart by their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace

from papers.polyhedra.picture_cubes.centres import centre_table
from papers.polyhedra.picture_cubes.inner_pieces import (
    are_pictures_solved,
    held_view,
    middle_rotations,
    place_inner_pieces,
    places_after,
)
from papers.polyhedra.picture_cubes.published_steps import solve_pictures_as_published
from solver.core.errors import PuzzleError
from solver.core.geometry import FACES
from solver.notation import parse, resolve
from solver.puzzles.big_cube import BigCube
from solver.puzzles.nxn.layers import Colours, LayerStage, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.registry import Puzzle
from solver.puzzles.tsukuda import steps, tables
from solver.solution import Solution, Stage, merge_across_stages

PICTURE_CUBE_SIZES = range(4, 21)
_COLOUR_LETTERS = "WRGYOB"

Turns = tuple[LayerTurn, ...]
Stages = tuple[LayerStage, ...]


@dataclass(frozen=True, slots=True)
class BigPictureCube(Puzzle):
    """A cube of size n with pictures as a puzzle."""

    n: int
    needs_tables = True

    @property
    def name(self) -> str:
        """Return the name of the puzzle."""
        return f"picture-{self.n}x{self.n}x{self.n}"

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods."""
        return tuple(_METHODS)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return random turns of single layers, as for the cube without pictures."""
        return BigCube(self.n).scramble(seed)

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises CubeError."""
        read(text, self.n)
        return text

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the tables that a cube of this size is solved with, or build them."""
        tables.prepare(self.n, progress)
        if self.n % 2:
            centre_table()

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve a scramble; the inner pieces during the method, after it or as the paper does."""
        chosen = self.choose_method(method)
        stages = _METHODS[chosen](read(state, self.n), self.n)
        written = tuple(Stage(each.name, write_all(each.turns, self.n)) for each in stages)
        return Solution(state, chosen, written, counted=steps.count_turns(stages))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave every piece of a state in its place and upright."""
        turns = (*read(state, self.n), *parse_layer_turns(moves, self.n))
        return are_pictures_solved(turns, self.n)


def read(text: str, n: int) -> Turns:
    """Read a scramble. Raises a CubeError for moves that are none, and for facelets."""
    packed = "".join(text.split())
    is_long = len(packed) == 6 * n * n and len(text.split()) <= len(FACES)
    if is_long and any(set(packed) <= set(letters) for letters in (FACES, _COLOUR_LETTERS)):
        raise PuzzleError(
            f"{packed[:12] + '...'!r}: facelets do not say which inner piece is where; write the "
            "turns from the solved cube, such as R 2U' F2"
        )
    return parse_layer_turns(text, n)


def solve_then_pictures(scramble: Turns, n: int) -> Stages:
    """Solve the cube as if it had no pictures, and then its inner pieces."""
    plain = steps.solve(_colours(scramble, n), n)
    return merge_across_stages([*plain, *_picture_stages((*scramble, *_all_turns(plain)), n)])


def solve_with_pictures(scramble: Turns, n: int) -> Stages:
    """Solve corners and edges, and then bring each inner piece at once to its own place.

    Several colours are tried as the bottom. The fewest turns are given, with those of
    `solve_then_pictures` among them.
    """
    colours = _colours(scramble, n)
    found = [solve_then_pictures(scramble, n)]
    for bottom in range(steps.bottom_colour_count(n)):
        outer = steps.corner_and_edge_steps(colours, n, bottom)
        pictures = _picture_stages((*scramble, *_all_turns(outer)), n)
        found.append(merge_across_stages([*outer, *pictures]))
    return min(found, key=steps.count_turns)


_METHODS: dict[str, Callable[[Turns, int], Stages]] = {
    "during": solve_with_pictures,
    "after": solve_then_pictures,
    "paper": solve_pictures_as_published,
}


def _colours(scramble: Turns, n: int) -> Colours:
    return geometry(n).apply(geometry(n).solved, scramble)


def _all_turns(stages: Stages) -> Turns:
    return tuple(turn for stage in stages for turn in stage.turns)


def _picture_stages(turns: Turns, n: int) -> Iterator[LayerStage]:
    """Yield the stages that solve the pictures after turns that solved corners and edges."""
    view = held_view(turns, n)
    assert view is not None
    if n % 2:
        upright = _upright_turns(turns, n, view)
        yield Stage("17 middles upright", upright)
        turns = (*turns, *upright)
    numbers = place_inner_pieces(places_after(turns, n, view), n)
    yield Stage("18 inner pieces placed", tuple(map(geometry(n).turn_at, numbers)))


def _upright_turns(turns: Sequence[LayerTurn], n: int, view: int) -> Turns:
    """Return the turns that turn the middles of an odd cube upright and keep corners and edges.

    They are those of the 3x3x3 with its outer layers alone, so that all inner layers move as one:
    a turn of its middle layers is two turns.
    """
    correction = centre_table(2).correction(middle_rotations(turns, n, view))
    outer = resolve(parse(" ".join(correction)).moves()).turns
    return parse_layer_turns(" ".join(map(str, outer)), n)


def _of_size(n: int) -> type[BigPictureCube]:
    """Return the class of the puzzle of size n, which is made without arguments."""

    class SizedPictureCube(BigPictureCube):
        def __init__(self) -> None:
            super().__init__(n)

    return SizedPictureCube


# What the entry points name: SIZES.n4 and so on.
SIZES = SimpleNamespace(**{f"n{n}": _of_size(n) for n in PICTURE_CUBE_SIZES})
