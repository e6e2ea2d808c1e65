"""Syntax tree of an algorithm: moves, repeated groups, commutators and conjugates."""

from __future__ import annotations

from dataclasses import dataclass

from solver.notation.move import Move


@dataclass(frozen=True, slots=True)
class Group:
    """(A)3: `body` done `times` times, backwards where it is negative."""

    body: Algorithm
    times: int


@dataclass(frozen=True, slots=True)
class Commutator:
    """[A, B]: A B A' B'."""

    first: Algorithm
    second: Algorithm


@dataclass(frozen=True, slots=True)
class Conjugate:
    """[A: B]: A B A'."""

    setup: Algorithm
    body: Algorithm


Unit = Move | Group | Commutator | Conjugate


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A sequence of units as it was written; `moves` expands it."""

    units: tuple[Unit, ...]

    def moves(self) -> tuple[Move, ...]:
        """Return every move in order."""
        return tuple(move for unit in self.units for move in _moves(unit))


def inverse(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves that undo `moves`."""
    inverses = {move: move.inverse() for move in set(moves)}
    return tuple([inverses[move] for move in reversed(moves)])


def _moves(unit: Unit) -> tuple[Move, ...]:
    match unit:
        case Move():
            return (unit,)
        case Group(body, times):
            once = body.moves() if times >= 0 else inverse(body.moves())
            return once * abs(times)
        case Commutator(first, second):
            a, b = first.moves(), second.moves()
            return a + b + inverse(a) + inverse(b)
        case Conjugate(setup, body):
            a = setup.moves()
            return a + body.moves() + inverse(a)
