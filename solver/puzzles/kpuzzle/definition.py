"""A puzzle as a KPuzzle definition has it: orbits of pieces, and what moves do to them.

A move brings to place i the piece of place `permutation[i]`, and adds `orientationDelta[i]` to its
orientation, modulo the number of orientations of its orbit. Source: the definitions of cubing.js,
KPuzzleDefinition.schema.json (L. Garron, MPL-2.0 or GPL-3.0).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul
from reprlib import repr as short_repr
from typing import Any, NamedTuple

from solver.core.errors import NotationError, PuzzleError
from solver.core.permutation import Permutation
from solver.puzzles.kpuzzle.moves import NamedMove, is_name, parse_moves

# Positions of stickers, each a place and an orientation; an element of the group is a bytes.
MAX_POSITIONS = 256
MAX_MOVES = 200
# Powers of a move before it is undone: each is a turn of its own.
MAX_ORDER = 60
_ORBIT = re.compile(r"\w{1,40}")


@dataclass(frozen=True, slots=True)
class PieceOrbit:
    """Places that pieces of one kind exchange.

    Of the solved puzzle: `labels`, the piece in each place; `turned`, its orientation; `seen`,
    modulo what its orientation can be seen.
    """

    name: str
    orientations: int
    labels: tuple[int, ...]
    turned: tuple[int, ...]
    seen: tuple[int, ...]

    @property
    def places(self) -> int:
        """Return the number of places."""
        return len(self.labels)


class Position(NamedTuple):
    """Where a sticker is: a place of an orbit, and an orientation."""

    orbit: PieceOrbit
    place: int
    orientation: int

    @property
    def look(self) -> tuple[str, int, int]:
        """Return what is seen there of the solved puzzle, equal where nothing differs."""
        orbit, place = self.orbit, self.place
        turned = (self.orientation - orbit.turned[place]) % orbit.seen[place]
        return orbit.name, orbit.labels[place], turned


@dataclass(frozen=True, eq=False)
class Definition:
    """The orbits of a puzzle, and its moves by name: where each takes what is at each position.

    Positions are numbered orbit by orbit, place by place, orientation by orientation.
    """

    name: str
    orbits: tuple[PieceOrbit, ...]
    moves: Mapping[str, Permutation]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return all positions in the order of their numbers."""
        return tuple(
            Position(orbit, place, orientation)
            for orbit in self.orbits
            for place in range(orbit.places)
            for orientation in range(orbit.orientations)
        )

    @property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """Return the positions of each place."""
        found: dict[tuple[str, int], list[int]] = {}
        for number, at in enumerate(self.positions):
            found.setdefault((at.orbit.name, at.place), []).append(number)
        return tuple(map(tuple, found.values()))

    @property
    def colours(self) -> tuple[int, ...]:
        """Return the colour at each position of the solved puzzle: equal where nothing differs."""
        number: dict[tuple[str, int, int], int] = {}
        return tuple(number.setdefault(at.look, len(number)) for at in self.positions)

    def with_orbits(self, names: Container[str]) -> Definition:
        """Return the definition of a puzzle of which other orbits are not seen."""
        kept = [number for number, at in enumerate(self.positions) if at.orbit.name in names]
        number = {position: i for i, position in enumerate(kept)}
        moves = {
            name: Permutation(tuple(number[move.targets[position]] for position in kept))
            for name, move in self.moves.items()
        }
        orbits = tuple(orbit for orbit in self.orbits if orbit.name in names)
        return Definition(self.name, orbits, moves)


def read_definition(value: Any, name: str) -> Definition:
    """Return the definition that a JSON value is, of a puzzle that is called `name` here.

    Raises PuzzleError, which says where it is wrong.
    """
    _check(
        isinstance(value, dict),
        "a definition is an object with orbits, defaultPattern and moves",
        value,
    )
    orbits = tuple(_orbits(_part(value, "orbits", list), _part(value, "defaultPattern", dict)))
    count = sum(orbit.places * orbit.orientations for orbit in orbits)
    _check(
        0 < count <= MAX_POSITIONS,
        f"orbits have {count} positions (numPieces times numOrientations), 1 to {MAX_POSITIONS} "
        "are read",
        [orbit.name for orbit in orbits],
    )
    given = _part(value, "moves", dict)
    _check(0 < len(given) <= MAX_MOVES, f"moves are 1 to {MAX_MOVES}", len(given))
    moves = {
        _move_name(move): _permutation(f"moves.{move}", what, orbits)
        for move, what in given.items()
    }
    derived = value.get("derivedMoves") or {}
    _check(isinstance(derived, dict), "derivedMoves is an object", derived)
    _check(len(derived) <= MAX_MOVES, f"derivedMoves are at most {MAX_MOVES}", len(derived))
    moves |= _Derived(moves, {_move_name(move): text for move, text in derived.items()}).all()
    return Definition(name, orbits, moves)


def _orbits(given: list[Any], solved: dict[str, Any]) -> Iterator[PieceOrbit]:
    names: set[str] = set()
    for number, each in enumerate(given):
        where = f"orbits[{number}]"
        _check(isinstance(each, dict), f"{where} is an object", each)
        name = _part(each, "orbitName", str, where)
        _check(
            _ORBIT.fullmatch(name) is not None and name not in names,
            f"{where}.orbitName is a word that no other orbit has",
            name,
        )
        names.add(name)
        places = _whole(f"{where}.numPieces", each.get("numPieces"), 1, MAX_POSITIONS)
        ways = _whole(f"{where}.numOrientations", each.get("numOrientations"), 1, MAX_POSITIONS)
        pattern = _part(solved, name, dict, "defaultPattern")
        inside = f"defaultPattern.{name}"
        labels = _wholes(f"{inside}.pieces", pattern.get("pieces"), places, MAX_POSITIONS)
        turned = _wholes(f"{inside}.orientation", pattern.get("orientation"), places, ways)
        # 0 stands for an orientation that is seen wholly.
        modulo = _wholes(
            f"{inside}.orientationMod", pattern.get("orientationMod", [0] * places), places, ways
        )
        seen = tuple(each or ways for each in modulo)
        _check(
            not any(ways % each for each in seen),
            f"{inside}.orientationMod divides {ways}, or is 0",
            list(modulo),
        )
        yield PieceOrbit(name, ways, labels, turned, seen)


def _permutation(where: str, what: Any, orbits: Sequence[PieceOrbit]) -> Permutation:
    """Return where a move takes what is at each position."""
    _check(isinstance(what, dict), f"{where} is an object with the orbits", what)
    unknown = set(what) - {orbit.name for orbit in orbits}
    _check(not unknown, f"{where} names orbits of the puzzle only", sorted(unknown))
    targets: list[int] = []
    for orbit in orbits:
        start, ways = len(targets), orbit.orientations
        targets += range(start, start + orbit.places * ways)
        if orbit.name not in what:
            continue  # it does nothing to them
        inside, change = f"{where}.{orbit.name}", _part(what, orbit.name, dict, where)
        sources = _wholes(
            f"{inside}.permutation", change.get("permutation"), orbit.places, orbit.places
        )
        _check(
            len(set(sources)) == orbit.places,
            f"{inside}.permutation has each of 0 to {orbit.places - 1} once",
            list(sources),
        )
        deltas = _wholes(
            f"{inside}.orientationDelta", change.get("orientationDelta"), orbit.places, ways
        )
        for place, (source, delta) in enumerate(zip(sources, deltas, strict=True)):
            for way in range(ways):
                targets[start + source * ways + way] = start + place * ways + (way + delta) % ways
    found = Permutation(tuple(targets))
    _check(found.order() <= MAX_ORDER, f"{where} is undone by {MAX_ORDER} times at most", what)
    return found


class _Derived:
    """Moves that are written as sequences of others, each worked out once."""

    def __init__(self, moves: Mapping[str, Permutation], texts: Mapping[str, Any]) -> None:
        self._moves = dict(moves)
        self._texts = {name: text for name, text in texts.items() if name not in moves}
        self._open: set[str] = set()

    def all(self) -> dict[str, Permutation]:
        return {name: self._move(name) for name in self._texts}

    def _move(self, name: str) -> Permutation:
        if name in self._moves:
            return self._moves[name]
        where, text = f"derivedMoves.{name}", self._texts[name]
        _check(isinstance(text, str), f"{where} is a sequence of moves", text)
        _check(name not in self._open, f"{where} is made of other moves, not of itself", text)
        self._open.add(name)
        try:
            sequence = parse_moves(text, {*self._moves, *self._texts})
        except NotationError as error:
            raise PuzzleError(f"{where}: {error}") from error
        made = self._moves[name] = self._product_of(sequence)
        _check(made.order() <= MAX_ORDER, f"{where} is undone by {MAX_ORDER} times at most", text)
        return made

    def _product_of(self, sequence: Sequence[NamedMove]) -> Permutation:
        size = len(next(iter(self._moves.values())).targets)
        made = (self._move(name) ** amount for name, amount in sequence)
        return reduce(mul, made, Permutation.identity(size))


def _move_name(name: str) -> str:
    _check(is_name(name), "a move's name is letters, with digits before them at most", name)
    return name


def _part(value: Mapping[str, Any], key: str, kind: type, where: str = "") -> Any:
    found = value.get(key)
    path = f"{where}.{key}" if where else key
    names: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}
    _check(isinstance(found, kind), f"{path} is {names[kind]}", found)
    return found


def _wholes(where: str, given: Any, count: int, below: int) -> tuple[int, ...]:
    _check(isinstance(given, list) and len(given) == count, f"{where} is a list of {count}", given)
    return tuple(_whole(f"{where}[{i}]", each, 0, below - 1) for i, each in enumerate(given))


def _whole(where: str, value: Any, least: int, most: int) -> int:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    _check(is_whole and least <= value <= most, f"{where} is a number {least} to {most}", value)
    return int(value)


def _check(holds: bool, rule: str, given: object) -> None:
    if not holds:
        raise PuzzleError(f"no KPuzzle definition: {rule}, not {short_repr(given)}")
