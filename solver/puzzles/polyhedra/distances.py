"""How many turns each state of a small polyhedron needs: complete breadth-first search.

A state says where one sticker of each piece is; that determines where the others of the piece are.
Its number has a field of bits for each. Where a sticker can be brought home by exactly one rotation
of the whole puzzle from wherever turns take it, each state is held so that it is at home: a turn
that moves it is followed by that rotation, and the states are fewer by the number of rotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import PuzzleError
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.polyhedra.solver import sticker_classes
from solver.puzzles.polyhedra.turn_group import IDENTITY, MAX_STICKERS, Element, TurnGroup

Keys = NDArray[np.int64]

_BITS = 63


@dataclass(frozen=True, slots=True)
class Distances:
    """The number of states that need 0, 1, ... turns; `rotations` states that differ only in how
    the whole is held count as one.
    """

    counts: tuple[int, ...]
    rotations: int

    @property
    def most(self) -> int:
        """Return the most turns that a state needs (God's number)."""
        return len(self.counts) - 1


def distances(
    name: str, watch: Callable[[int, int], None] = lambda depth, states: None
) -> Distances:
    """Return how many states of a polyhedron need how many turns until each face has one colour.

    A turn is one layer by any angle. `watch` is called with each depth and its states. Raises
    PuzzleError for a puzzle whose states do not fit into 63 bits.
    """
    puzzle = polyhedron(name)
    if len(puzzle.stickers) > MAX_STICKERS:
        raise PuzzleError(
            f"{puzzle.name} has too many states: its stickers are {len(puzzle.stickers)}"
        )
    group = TurnGroup(puzzle)
    states = _StateSpace(group)
    counts = []
    for depth, level in enumerate(states.levels(states.solved())):
        counts.append(len(level))
        watch(depth, len(level))
    return Distances(tuple(counts), states.held)


class _StateSpace:
    """The states of a puzzle as numbers, and the turns that act on them."""

    def __init__(self, group: TurnGroup) -> None:
        self._group = group
        home = _orienting_sticker(group)
        self.held = 1 if home is None else len(group.rotations)
        self._moves = sorted(
            {_held(group, group.elements[number], home) for number in group.effective_turns}
            - {IDENTITY}
        )
        self._fields = tuple(_fields(group, self._moves))
        self._tables = [self._table(move) for move in self._moves]

    def key(self, element: Element) -> int:
        """Return the number of a state."""
        return sum(places.index(element[first]) << shift for first, shift, places in self._fields)

    def solved(self) -> Keys:
        """Return the states in which each face has one colour."""
        looks = sticker_classes(self._group)
        solved = np.array([self.key(IDENTITY)])
        if len(set(looks)) == len(looks):
            return self._rotated(solved)
        every = np.concatenate(list(self.levels(solved)))
        alike = np.ones(len(every), dtype=bool)
        for field in self._fields:
            looks_right = np.zeros(field.mask + 1, dtype=bool)
            looks_right[: len(field.places)] = [
                looks[place] == looks[field.sticker] for place in field.places
            ]
            alike &= looks_right[every >> field.shift & field.mask]
        return self._rotated(every[alike])

    def _rotated(self, states: Keys) -> Keys:
        if self.held > 1:
            return states
        turned = [self._apply(states, self._table(rotation)) for rotation in self._group.rotations]
        return np.unique(np.concatenate(turned))

    def levels(self, start: Keys) -> Iterator[Keys]:
        """Yield the states at each distance from `start`, in order of their numbers."""
        before, level = np.array([], dtype=np.int64), np.sort(start)
        while len(level):
            yield level
            reached = np.array([], dtype=np.int64)
            for table in self._tables:
                new = self._apply(level, table)
                new.sort()
                # A turn changes the distance by one at most.
                for known in (before, level, reached):
                    new = new[~_is_in(new, known)]
                reached = _merged(reached, new)
            before, level = level, reached

    def _table(self, move: Element) -> list[Keys]:
        return [
            np.array([places.index(move[place]) << shift for place in places])
            for _, shift, places in self._fields
        ]

    def _apply(self, states: Keys, table: list[Keys]) -> Keys:
        moved = np.zeros_like(states)
        for field, to in zip(self._fields, table, strict=True):
            moved |= to[states >> field.shift & field.mask]
        return moved


class _Field(NamedTuple):
    """The bits of a state that say where a sticker is, of the places that turns take it to."""

    sticker: int
    shift: int
    places: tuple[int, ...]

    @property
    def mask(self) -> int:
        """Return the bits, shifted down."""
        return (1 << _width(self.places)) - 1


def _fields(group: TurnGroup, moves: Sequence[Element]) -> Iterator[_Field]:
    """Yield a field for one sticker of each piece that moves. Raises PuzzleError for too many."""
    orbit = group.orbits
    moved = {place for move in moves for place in range(MAX_STICKERS) if move[place] != place}
    shift = 0
    for piece in group.puzzle.pieces:
        if piece[0] in moved:
            places = tuple(i for i, first in enumerate(orbit) if first == orbit[piece[0]])
            yield _Field(piece[0], shift, places)
            shift += _width(places)
    if shift > _BITS:
        raise PuzzleError(
            f"{group.puzzle.name} is too large to search all its states: "
            f"a state takes {shift} bits, {_BITS} at most can be kept"
        )


def _width(places: Sequence[int]) -> int:
    return (len(places) - 1).bit_length()


def _orienting_sticker(group: TurnGroup) -> int | None:
    """Return a sticker that one rotation alone brings home from everywhere, or None."""
    orbit = group.orbits
    for sticker in range(len(orbit)):
        reached = {place for place, first in enumerate(orbit) if first == orbit[sticker]}
        rotated = [rotation[sticker] for rotation in group.rotations]
        if sorted(rotated) == sorted(reached):
            return sticker
    return None


def _held(group: TurnGroup, move: Element, home: int | None) -> Element:
    """Return a turn followed by the rotation after which the sticker is at home."""
    if home is None or move[home] == home:
        return move
    (back,) = [one for one in group.rotations if one[move[home]] == home]
    return move.translate(back)


def _is_in(values: Keys, among: Keys) -> NDArray[np.bool_]:
    """Return which values are among sorted ones."""
    if not len(among):
        return np.zeros(len(values), dtype=bool)
    at = np.minimum(np.searchsorted(among, values), len(among) - 1)
    found: NDArray[np.bool_] = among[at] == values
    return found


def _merged(first: Keys, second: Keys) -> Keys:
    both = np.concatenate([first, second])
    both.sort(kind="stable")
    return both[np.concatenate([[True], np.diff(both) != 0])] if len(both) else both
