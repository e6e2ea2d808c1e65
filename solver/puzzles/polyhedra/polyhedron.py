"""A twisty polyhedron: stickers, pieces and the sticker permutation of each turn.

Polyhedra paper, sections 3 to 12. Nothing is typed in but a solid, a kind of axis and where planes
cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import NotationError, PuzzleError
from solver.notation.move import limited
from solver.notation.wca import plain_moves
from solver.puzzles.families import POLYHEDRA, systematic_name
from solver.puzzles.family import PolyhedronFamily
from solver.puzzles.polyhedra.cutting import CUT_HEIGHTS, Sticker, cut
from solver.puzzles.polyhedra.solid import Axis, RegularSolid, axes, match_points, solid

Permutation = tuple[int, ...]
# As many random turns as the paper scrambles with.
SCRAMBLE_TURNS = 100


@dataclass(frozen=True, slots=True)
class PolyhedronTurn:
    """A layer turned about its axis, `amount` times the axis' smallest turn clockwise."""

    axis: int
    layer: int
    amount: int


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A solid cut across axes of a kind; `planes` are heights along each axis, falling.

    A piece is the stickers that lie in the same layer of every axis: no turn separates them.
    """

    name: str
    solid: RegularSolid
    axes: tuple[Axis, ...]
    planes: tuple[tuple[float, ...], ...]

    @property
    def layers(self) -> int:
        """Return the number of layers across each axis."""
        return len(self.planes[0]) + 1

    @property
    def table_name(self) -> str:
        """Return the name of the file that keeps its chain."""
        return self.name

    @property
    def orders(self) -> tuple[int, ...]:
        """Return how many smallest turns about each axis make a whole one."""
        return tuple(axis.order for axis in self.axes)

    @cached_property
    def stickers(self) -> tuple[Sticker, ...]:
        """Return all stickers, face by face."""
        return tuple(cut(self.solid, self.axes, self.planes))

    @cached_property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """Return the stickers of each piece."""
        found: dict[tuple[int, ...], list[int]] = {}
        for number, sticker in enumerate(self.stickers):
            found.setdefault(sticker.layers, []).append(number)
        return tuple(tuple(numbers) for numbers in found.values())

    @cached_property
    def piece_of(self) -> tuple[int, ...]:
        """Return for each sticker which piece carries it."""
        carrier = {sticker: i for i, piece in enumerate(self.pieces) for sticker in piece}
        return tuple(carrier[sticker] for sticker in range(len(self.stickers)))

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Return the colour of each sticker: the face that it lies on when the puzzle is solved."""
        return tuple(sticker.face for sticker in self.stickers)

    @cached_property
    def all_turns(self) -> tuple[PolyhedronTurn, ...]:
        """Return every turn of one layer, by axis, layer and amount."""
        return tuple(
            PolyhedronTurn(i, layer, amount)
            for i, axis in enumerate(self.axes)
            for layer in range(1, self.layers + 1)
            for amount in range(1, axis.order)
        )

    @property
    def whole_turns(self) -> tuple[tuple[PolyhedronTurn, ...], ...]:
        """Return for each axis the turns of all layers, which turn the whole puzzle."""
        return tuple(
            tuple(PolyhedronTurn(i, layer, 1) for layer in range(1, self.layers + 1))
            for i in range(len(self.axes))
        )

    @cached_property
    def opposite_turns(self) -> tuple[int, ...]:
        """Return for each of `all_turns` the number of the one that undoes it."""
        return opposite_numbers(self.all_turns, self.orders)

    def inverse_word(self, word: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the turns that undo turns, which are numbers in `all_turns`."""
        return tuple(self.opposite_turns[number] for number in reversed(word))

    def targets(self, turn: PolyhedronTurn) -> Permutation:
        """Return where a turn takes what is at each sticker's place."""
        whole = self._whole[turn.axis]
        places = np.arange(len(whole))
        moving = self._layer_numbers[:, turn.axis] == turn.layer
        for _ in range(turn.amount):
            places = np.where(moving, whole[places], places)
        return tuple(places.tolist())

    @cached_property
    def _whole(self) -> tuple[NDArray[np.int64], ...]:
        """Return, for each axis, what its smallest turn of the whole puzzle does to the
        stickers.
        """
        centres = np.array([sticker.corners.mean(axis=0) for sticker in self.stickers])
        found = [match_points(centres @ axis.rotation.T, centres) for axis in self.axes]
        return tuple(_require_permutation(targets, self.name) for targets in found)

    @cached_property
    def _layer_numbers(self) -> NDArray[np.int64]:
        return np.array([sticker.layers for sticker in self.stickers])


def opposite_numbers(turns: Sequence[PolyhedronTurn], orders: Sequence[int]) -> tuple[int, ...]:
    """Return for each of all turns the number of the one that undoes it."""
    number = {turn: i for i, turn in enumerate(turns)}
    return tuple(number[replace(turn, amount=orders[turn.axis] - turn.amount)] for turn in turns)


@cache
def polyhedron(name: str) -> Polyhedron:
    """Make a puzzle by its name, or a familiar one. Raises PuzzleError for an unknown name."""
    name = systematic_name(name)
    for family in POLYHEDRA:
        size = family.size_of(name)
        if size is None:
            continue
        if size not in family.sizes:
            raise PuzzleError(f"unknown puzzle {name!r}; available: {', '.join(family.names)}")
        return _of_family(family, size)
    known = ", ".join(family.names[0] for family in POLYHEDRA)
    raise PuzzleError(f"unknown polyhedron {name!r}; available: {known} and other sizes")


def _of_family(family: PolyhedronFamily, size: int) -> Polyhedron:
    shape = solid(family.solid)
    lines = tuple(axis for kind in family.kinds for axis in axes(family.solid, kind))
    heights = CUT_HEIGHTS[family.cuts]
    planes = tuple(heights(shape, axis, family.layers(size)) for axis in lines)
    return Polyhedron(family.name(size), shape, lines, planes)


def after(puzzle: Polyhedron, turns: Iterable[PolyhedronTurn]) -> Permutation:
    """Return where turns, one after the other, take what is at each sticker's place."""
    made = tuple(turns)
    # Each is worked out once: a solution may have thousands of turns, of a few dozen.
    targets = {turn: np.array(puzzle.targets(turn)) for turn in set(made)}
    places = np.arange(len(puzzle.stickers))
    for turn in made:
        places = targets[turn][places]
    return tuple(places.tolist())


def is_solved_after(puzzle: Polyhedron, turns: Iterable[PolyhedronTurn]) -> bool:
    """Return whether turns leave one colour on every face, however the whole is turned."""
    seen = {
        (puzzle.colours[i], puzzle.colours[place]) for i, place in enumerate(after(puzzle, turns))
    }
    return len(seen) == len(puzzle.solid.faces)


def random_turns(rng: Random, turns: Sequence[PolyhedronTurn]) -> list[PolyhedronTurn]:
    """Return SCRAMBLE_TURNS of some turns, each of another layer than the one before it.

    Where there is one layer alone, all are of that.
    """
    layers = {(turn.axis, turn.layer) for turn in turns}
    drawn = [rng.choice(turns)]
    while len(drawn) < SCRAMBLE_TURNS:
        turn = rng.choice(turns)
        if len(layers) == 1 or (turn.axis, turn.layer) != (drawn[-1].axis, drawn[-1].layer):
            drawn.append(turn)
    return drawn


def _require_permutation(targets: NDArray[np.int64] | None, name: str) -> NDArray[np.int64]:
    if targets is None:
        raise ValueError(f"the planes of {name} do not cut it alike from every axis")
    return targets


_TURN = re.compile(r"([0-9]{1,9})([A-Z])([0-9]?)('?)")


def parse(puzzle: Polyhedron, text: str, name: str = "") -> tuple[PolyhedronTurn, ...]:
    """Parse turns separated by spaces. Raises NotationError, which quotes a bad one.

    `name`: of the puzzle in the error, where it was asked for by another than its own.
    """
    words = limited(plain_moves(text).split(), text)
    return tuple(_parse_one(puzzle, word, name or puzzle.name) for word in words)


def format_turn(puzzle: Polyhedron, turn: PolyhedronTurn) -> str:
    """Write a turn, counterclockwise where that is the shorter way."""
    axis = puzzle.axes[turn.axis]
    back = axis.order - turn.amount
    amount, prime = (back, "'") if back < turn.amount else (turn.amount, "")
    return f"{turn.layer}{axis.name}{amount if amount > 1 else ''}{prime}"


def format_turns(puzzle: Polyhedron, turns: Iterable[PolyhedronTurn]) -> tuple[str, ...]:
    """Write turns in order."""
    return tuple(format_turn(puzzle, turn) for turn in turns)


def _parse_one(puzzle: Polyhedron, word: str, called: str) -> PolyhedronTurn:
    names = [axis.name for axis in puzzle.axes]
    match = _TURN.fullmatch(word)
    if match is None or match[2] not in names or not 1 <= int(match[1]) <= puzzle.layers:
        raise NotationError(
            f"{word!r} is not a turn of {called}: write a layer from 1 to {puzzle.layers}, "
            f"an axis of {' '.join(names)}, and 2 or ' where wanted, like 1{names[0]}'"
        )
    axis = names.index(match[2])
    order = puzzle.axes[axis].order
    amount = int(match[3] or 1) * (-1 if match[4] else 1) % order
    if amount == 0:
        raise NotationError(
            f"{word!r} turns nothing: {order} turns about {match[2]} make a whole one"
        )
    return PolyhedronTurn(axis, int(match[1]), amount)
