"""The turns of a defined puzzle, as its group is made of them, and turns of the whole of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import mul

from solver.core.errors import PuzzleError
from solver.core.permutation import Permutation
from solver.puzzles.kpuzzle.definition import Definition
from solver.puzzles.kpuzzle.moves import NamedMove
from solver.puzzles.polyhedra.polyhedron import PolyhedronTurn, opposite_numbers

# A wide group of turns of the whole puzzle is that of an icosahedron.
_MOST_ROTATIONS = 60
_MOST_TURNS = 400


class DefinedTurns:
    """A definition as a puzzle that is turned: each name of a turn is an axis with one layer.

    Names end in v, or are x, y and z, for turns of the whole puzzle, as cubing.js calls them; they
    count as such if they take turns to turns. A name for a power of another turn is read, and not
    used.
    """

    whole_turns: tuple[tuple[PolyhedronTurn, ...], ...] = ()

    def __init__(self, definition: Definition, table_name: str) -> None:
        """Choose the turns of a definition; `table_name`: of the file that keeps its chain.

        Raises PuzzleError for a puzzle that no move changes, and for one with too many.
        """
        self.name, self.table_name = definition.name, table_name
        self.colours, self.pieces = definition.colours, definition.pieces
        self.piece_of = tuple(i for i, piece in enumerate(self.pieces) for _ in piece)
        self._moves = definition.moves
        self.rotations = _rotations(definition.moves)
        self.names = tuple(_different(definition.moves, self.rotations))
        if not self.names:
            raise PuzzleError(f"no move changes {self.name}: there is nothing to solve")
        self.orders = tuple(self._moves[name].order() for name in self.names)
        self.all_turns = tuple(
            PolyhedronTurn(axis, 1, amount)
            for axis, most in enumerate(self.orders)
            for amount in range(1, most)
        )
        if len(self.all_turns) > _MOST_TURNS:
            raise PuzzleError(
                f"{self.name} has {len(self.all_turns)} turns, of which at most {_MOST_TURNS} are "
                "searched"
            )

    @cached_property
    def _opposites(self) -> tuple[int, ...]:
        return opposite_numbers(self.all_turns, self.orders)

    def targets(self, turn: PolyhedronTurn) -> tuple[int, ...]:
        """Return where a turn takes what is at each position."""
        return (self._moves[self.names[turn.axis]] ** turn.amount).targets

    def inverse_word(self, word: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the turns that undo turns, which are numbers in `all_turns`."""
        return tuple(self._opposites[number] for number in reversed(word))

    def after(self, moves: Iterable[NamedMove]) -> Permutation:
        """Return where moves take what is at each position."""
        made = (self._moves[name] ** amount for name, amount in moves)
        return reduce(mul, made, Permutation.identity(len(self.piece_of)))

    def is_solved_after(self, moves: Iterable[NamedMove]) -> bool:
        """Return whether each position shows its own colour after moves."""
        return self.after(moves).act(self.colours) == self.colours

    def home(self, moves: Iterable[NamedMove]) -> tuple[NamedMove, ...]:
        """Return the fewest turns of the whole puzzle that undo those among moves."""
        turned = self.after(move for move in moves if move.name in self.rotations)
        return self._home[turned]

    @cached_property
    def _home(self) -> Mapping[Permutation, tuple[NamedMove, ...]]:
        """Return for each way to hold the puzzle the turns of the whole that lead back."""
        held = Permutation.identity(len(self.piece_of))
        found: dict[Permutation, tuple[NamedMove, ...]] = {held: ()}
        for places in (waiting := [held]):
            for name in self.rotations:
                for amount in range(1, self._moves[name].order()):
                    # Made before those that lead back from `places`.
                    reached = self._moves[name] ** -amount * places
                    if reached not in found:
                        found[reached] = (*found[places], self._shorter(name, amount))
                        waiting.append(reached)
            if len(found) > _MOST_ROTATIONS:
                raise PuzzleError(f"{self.name} can be held in more than {_MOST_ROTATIONS} ways")
        return found

    def named(self, turns: Iterable[PolyhedronTurn]) -> tuple[NamedMove, ...]:
        """Return turns by name, backwards where that is the shorter way."""
        return tuple(self._shorter(self.names[turn.axis], turn.amount) for turn in turns)

    def _shorter(self, name: str, amount: int) -> NamedMove:
        most = self._moves[name].order()
        return NamedMove(name, amount if 2 * amount <= most else amount - most)


def write_moves(moves: Iterable[NamedMove]) -> str:
    """Return moves as text: R, R2, R'."""
    return " ".join(
        f"{name}{abs(amount) if abs(amount) > 1 else ''}{chr(39) if amount < 0 else ''}"
        for name, amount in moves
    )


def _rotations(moves: Mapping[str, Permutation]) -> frozenset[str]:
    """Return the names of the moves that turn the whole puzzle."""
    called = {name for name in moves if name in ("x", "y", "z") or name.endswith("v")}
    turns = {
        move**amount
        for name, move in moves.items()
        if name not in called
        for amount in range(move.order())
    }
    return frozenset(
        name
        for name in called
        if turns == {moves[name].inverse() * each * moves[name] for each in turns}
    )


def _different(moves: Mapping[str, Permutation], rotations: frozenset[str]) -> Iterable[str]:
    """Yield the names of turns of which none is a power of another before it, or none at all."""
    known = {Permutation.identity(len(next(iter(moves.values())).targets))}
    for name, move in moves.items():
        if name not in rotations and move not in known:
            known |= {move**amount for amount in range(move.order())}
            yield name
