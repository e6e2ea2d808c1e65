"""Turns of one outer face: parsing, inverse, cancellation, and HTM and QTM lengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Protocol, Self, TypeVar

from solver.core.errors import NotationError
from solver.core.geometry import FACES, OPPOSITE, quarter_turn_targets
from solver.core.permutation import Permutation

_SUFFIXES = {1: "", 2: "2", 3: "'"}
_QUARTERS = {"": 1, "2": 2, "'": 3, "2'": 2, "3": 3}


@dataclass(frozen=True, slots=True)
class Turn:
    """`face` (one of U R F D L B) turned clockwise by `quarter_turns` (1, 2 or 3) quarters."""

    face: str
    quarter_turns: int

    def __post_init__(self) -> None:
        if self.face not in OPPOSITE or self.quarter_turns not in _SUFFIXES:
            raise NotationError(
                f"no turn has face {self.face!r} and {self.quarter_turns!r} quarter turns; "
                "use a face of U R F D L B and 1, 2 or 3"
            )

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read one outer turn, such as R, U2 or F'.

        Raises NotationError for anything else; `solver.notation` reads whole sequences.
        """
        face, suffix = text[:1], text[1:]
        if face not in OPPOSITE or suffix not in _QUARTERS:
            raise NotationError(f"{text!r} is not a turn of an outer face; write R, R2 or R'")
        return cls(face, _QUARTERS[suffix])

    def __str__(self) -> str:
        return self.face + _SUFFIXES[self.quarter_turns]

    def inverse(self) -> Turn:
        """Return the turn that undoes this one."""
        return Turn(self.face, 4 - self.quarter_turns)

    def commutes_with(self, other: Turn) -> bool:
        """Return whether the two turns commute (the same or opposite faces)."""
        return other.face in (self.face, OPPOSITE[self.face])

    def merged_with(self, other: Turn) -> tuple[Turn, ...] | None:
        """Return the turn that both are together, none where they cancel; None for other faces."""
        if other.face != self.face:
            return None
        quarters = (self.quarter_turns + other.quarter_turns) % 4
        return (_QUARTERS_TO_TURN[self.face, quarters],) if quarters else ()


class MergingTurn(Protocol):
    """A turn that merges with those that it meets: of one layer, across those that commute."""

    def commutes_with(self, other: Self, /) -> bool:
        """Return whether the two may change places."""

    def merged_with(self, other: Self, /) -> tuple[Self, ...] | None:
        """Return what both are together, where they are turns of one layer."""


MergingT = TypeVar("MergingT", bound=MergingTurn)

Turns = tuple[Turn, ...]

ALL_TURNS: Turns = tuple(Turn(face, n) for face in FACES for n in (1, 2, 3))
# Where each turn takes each of the 54 facelets.
TURN_PERMUTATIONS: dict[Turn, Permutation] = {
    turn: Permutation(quarter_turn_targets(turn.face)) ** turn.quarter_turns for turn in ALL_TURNS
}
# The same as bytes, which `bytes.translate` follows at the speed of copying text.
_TARGETS = {
    face: [bytes([*(quarter**n).targets, *range(54, 256)]) for n in range(4)]
    for face in FACES
    for quarter in (Permutation(quarter_turn_targets(face)),)
}
_QUARTERS_TO_TURN = {(turn.face, turn.quarter_turns): turn for turn in ALL_TURNS}


def turned_facelets(facelets: str, turns: Iterable[Turn]) -> str:
    """Return 54 facelets after turns, each of which moves its stickers.

    What is said to solve a cube is checked by this: it has nothing in common with searches, which
    work with pieces, coordinates and tables.
    """
    places = bytes(range(54))
    for turn in turns:
        places = places.translate(_TARGETS[turn.face][turn.quarter_turns])
    letters = dict(zip(places, facelets, strict=True))
    return "".join([letters[place] for place in range(54)])


def parse_turns(text: str) -> tuple[Turn, ...]:
    """Read outer turns separated by spaces: a shorthand for tables and tests."""
    return tuple(Turn.parse(word) for word in text.split())


def generator_of(seed: int | Random | None) -> Random:
    """Return the generator of a seed, or the generator that is given."""
    return seed if isinstance(seed, Random) else Random(seed)


def random_turns(rng: Random, count: int) -> tuple[Turn, ...]:
    """Return `count` random turns, none of the same face as the one before it."""
    drawn: list[Turn] = []
    while len(drawn) < count:
        turn = rng.choice(ALL_TURNS)
        if not drawn or turn.face != drawn[-1].face:
            drawn.append(turn)
    return tuple(drawn)


def inverse(sequence: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return the sequence that undoes `sequence`."""
    return tuple(turn.inverse() for turn in reversed(tuple(sequence)))


def cancel_turns(sequence: Iterable[Turn]) -> tuple[Turn, ...]:
    """Merge turns of one face that are neighbours, or separated by the opposite face only."""
    (merged,) = merge_parts([sequence])
    return merged


def merge_parts(parts: Iterable[Iterable[MergingT]]) -> list[tuple[MergingT, ...]]:
    """Merge turns that meet, also across parts of a sequence: each stays in that of its first.

    So a part may end with a turn of the next one, or lack its last turn.
    """
    kept: list[tuple[MergingT, int]] = []
    count = 0
    for part in parts:
        for turn in part:
            _merge_into(kept, turn, count)
        count += 1
    merged: list[list[MergingT]] = [[] for _ in range(count)]
    for turn, number in kept:
        merged[number].append(turn)
    return [tuple(part) for part in merged]


def _merge_into(kept: list[tuple[MergingT, int]], turn: MergingT, number: int) -> None:
    for i in range(len(kept) - 1, -1, -1):
        earlier, owner = kept[i]
        merged = earlier.merged_with(turn)
        if merged is not None:
            kept[i : i + 1] = [(each, owner) for each in merged]
            return
        if not earlier.commutes_with(turn):
            break
    kept.append((turn, number))


def is_canonical_pair(earlier: str, later: str) -> bool:
    """Return whether a turn of the face `later` may come right after one of `earlier`.

    Of sequences that differ only in the order of commuting turns one is canonical: the one that
    has opposite faces in the order U R F D L B. A face never follows itself.
    """
    return later != earlier and (
        later != OPPOSITE[earlier] or FACES.index(earlier) < FACES.index(later)
    )


def is_canonical(sequence: Sequence[Turn]) -> bool:
    """Return whether commuting turns are in the canonical order, and none can be merged."""
    return all(is_canonical_pair(earlier.face, later.face) for earlier, later in pairwise(sequence))


def canonical_order(sequence: Iterable[Turn]) -> Turns:
    """Return the sequence with neighbouring turns of opposite faces in the canonical order."""
    ordered: list[Turn] = []
    for turn in sequence:
        at, opposite = len(ordered), OPPOSITE[turn.face]
        while (
            at and ordered[at - 1].face == opposite and not is_canonical_pair(opposite, turn.face)
        ):
            at -= 1
        ordered.insert(at, turn)
    return tuple(ordered)


def htm(sequence: Iterable[Turn]) -> int:
    """Return the number of turns, a half turn as one."""
    return sum(1 for _ in sequence)


def qtm(sequence: Iterable[Turn]) -> int:
    """Return the number of quarter turns, a half turn as two."""
    return sum(2 if turn.quarter_turns == 2 else 1 for turn in sequence)


def layer_quarters(sequence: Iterable[Turn]) -> int:
    """Return the number of quarter turns where one of a middle layer counts as one.

    The polyhedra paper counts so, and a rotation of the whole cube as none: R L' is a quarter turn
    of the layer between R and L. Turns of one axis on end are counted as in the best way to do
    them.
    """
    total = 0
    on_axis: dict[str, int] = {}
    for turn in (*sequence, None):
        if turn is None or any(turn.face not in (face, OPPOSITE[face]) for face in on_axis):
            total += _quarters_of_axis(*on_axis.values())
            on_axis = {}
        if turn is not None:
            on_axis[turn.face] = on_axis.get(turn.face, 0) + turn.quarter_turns
    return total


def _quarters_of_axis(first: int = 0, second: int = 0) -> int:
    """Return the fewest quarter turns for two opposite faces, each turned so far clockwise."""
    return min(
        sum(min(n % 4, -n % 4) for n in (first - middle, second + middle, middle))
        for middle in range(4)
    )
