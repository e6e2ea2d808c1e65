"""The Skewb in WCA notation, solved in the fewest turns.

A turn rotates half of the puzzle about a corner: R about the corner at DRB, U about ULB, L about
DLF, B about DBL (WCA Regulations, 12h). None of them moves the corner at URF, which is as it is
held. Its 3,149,280 states are the product of 8,748 states of the corners and 360 of the centres.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import product
from operator import mul
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import NotationError
from solver.core.geometry import FACES, OPPOSITE
from solver.core.permutation import Permutation
from solver.core.turn import generator_of
from solver.notation.move import limited
from solver.notation.wca import plain_moves
from solver.puzzles.polyhedra.layered import CornerPuzzle
from solver.search.distance_table import (
    CoordinateSpace,
    descend_to_goal,
    load_or_build,
)
from solver.solution import Solution, Stage

_VERSION = 1  # of the kept distances: changed with what a state's number means
# The faces at the corner about which each letter turns, in the order in which it takes them.
_CORNERS = {"R": "DRB", "U": "ULB", "L": "DLF", "B": "DBL"}
# Numbers of turns: those back are one more than those clockwise.
TURNS = tuple(letter + way for letter in _CORNERS for way in ("", "'"))
_MOVE = re.compile(r"([RULB])(2?)('?)")
_ADVICE = "write R U L B for a third of a turn clockwise, and ' for anticlockwise"


def read(text: str) -> tuple[int, ...]:
    """Read turns in WCA notation, as their numbers in `TURNS`.

    Raises NotationError, which quotes what is none.
    """
    turns = []
    for word in limited(plain_moves(text).split(), text):
        match = _MOVE.fullmatch(word)
        if match is None:
            raise NotationError(f"{word!r} is not a turn of a Skewb: {_ADVICE}")
        letter, twice, back = match.groups()
        # Two thirds one way are one third the other.
        turns.append(TURNS.index(letter) + (bool(twice) != bool(back)))
    return tuple(turns)


def written(turns: Iterable[int]) -> str:
    """Return turns in WCA notation."""
    return " ".join(TURNS[turn] for turn in turns)


def inverse(turns: Sequence[int]) -> tuple[int, ...]:
    """Return the turns that undo turns."""
    return tuple(turn ^ 1 for turn in reversed(turns))


# A sticker: its face, and all faces of its piece.
_Sticker = tuple[str, frozenset[str]]
_CENTRE_STICKERS: tuple[_Sticker, ...] = tuple((face, frozenset(face)) for face in FACES)
_CORNER_STICKERS: tuple[_Sticker, ...] = tuple(
    (face, frozenset(corner)) for corner in product("UD", "RL", "FB") for face in corner
)


def _targets(stickers: Sequence[_Sticker], letter: str) -> Permutation:
    """Return where a clockwise turn takes stickers: the half that has most faces of its corner."""
    corner = _CORNERS[letter]
    taken = dict(zip(corner, corner[1:] + corner[:1], strict=True))
    taken |= {OPPOSITE[face]: OPPOSITE[other] for face, other in taken.items()}
    return Permutation(
        tuple(
            stickers.index((taken[face], frozenset(taken[other] for other in piece)))
            if 2 * len(piece.intersection(corner)) > len(piece)
            else i
            for i, (face, piece) in enumerate(stickers)
        )
    )


def _permutations(stickers: Sequence[_Sticker]) -> tuple[Permutation, ...]:
    """Return where each of `TURNS` takes stickers."""
    clockwise = [_targets(stickers, letter) for letter in _CORNERS]
    return tuple(each for turn in clockwise for each in (turn, turn.inverse()))


@cache
def coordinates() -> CoordinateSpace:
    """Return the states of the corners and of the centres, with what turns do to them."""
    return CoordinateSpace((_move_table(_CORNER_STICKERS), _move_table(_CENTRE_STICKERS)))


def _move_table(places: Sequence[_Sticker]) -> NDArray[np.int32]:
    """Return the number of the state after each of TURNS, of all states; 0 is the solved one."""
    permutations = [bytes(turn.inverse().targets) for turn in _permutations(places)]
    solved = bytes(range(len(places)))
    unused = bytes(256 - len(places))
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
def distances() -> NDArray[np.uint8]:
    """Return the fewest turns from each state to the solved one; built where the cache has none.

    Raises TableCacheError where no folder takes them.
    """
    sizes = {"distances": coordinates().size}
    return load_or_build(f"skewb-{_VERSION}", sizes, _build)["distances"]


def _build() -> Mapping[str, NDArray[np.uint8]]:
    # Only who builds a table waits for numba.
    from solver.search.distance_builder import build_distance_table

    return {"distances": build_distance_table(coordinates(), [0])}


def state_after(turns: Iterable[int]) -> int:
    """Return the number of the state after turns."""
    corners, centres = coordinates().moves
    at = (0, 0)
    for turn in turns:
        at = int(corners[at[0], turn]), int(centres[at[1], turn])
    return coordinates().index(at)


def shortest(state: int) -> tuple[int, ...]:
    """Return the fewest turns that solve a state."""
    return descend_to_goal(coordinates(), distances(), state)


class Skewb(CornerPuzzle):
    """The Skewb: scrambles of random states, and solutions of the fewest turns."""

    methods = ("optimal",)
    # The two layers beyond a corner are one half.
    layers = MappingProxyType({"R": "1J 2J", "U": "1K 2K", "L": "1L 2L", "B": "3I' 4I'"})

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them."""
        distances()

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return turns to a random state, each of the 3,149,280 equally likely."""
        drawn = generator_of(seed).randrange(coordinates().size)
        return written(inverse(shortest(drawn)))

    def thirds(self, text: str) -> Iterable[str]:
        """Read turns, as they are written. Raises NotationError, which quotes what is none."""
        return [TURNS[turn] for turn in read(text)]

    def parse(self, text: str) -> str:
        """Return a scramble that can be read. Raises NotationError."""
        read(text)
        return text

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Solve the state after a scramble, in the fewest turns."""
        chosen = self.choose_method(method)
        turns = shortest(state_after(read(state)))
        return Solution(state, chosen, (Stage("Optimal", tuple(written(turns).split())),))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns bring every sticker of a state home."""
        stickers = (*_CORNER_STICKERS, *_CENTRE_STICKERS)
        turns, home = _permutations(stickers), Permutation.identity(len(stickers))
        return reduce(mul, (turns[turn] for turn in (*read(state), *read(moves))), home) == home
