"""Whether a scramble is done as it is written, told turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from solver.core.turn import Turn, Turns, cancel_turns, canonical_order, inverse


@dataclass(frozen=True, slots=True)
class ScrambleCheck:
    """How far a scramble is done: `done` of its turns.

    `scramble`: outer turns of a cube whose centres rest, none of which cancel. `wrong`: what was
    made that is not in it, since the last turn that was right; none while all is right. A half turn
    may be made as two quarter turns, in either direction, and turns of opposite faces that follow
    each other in either order.
    """

    scramble: Turns
    done: int = 0
    wrong: Turns = ()
    _made: Turns = ()
    _right: Mapping[Turns, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, turns: Iterable[Turn]) -> ScrambleCheck:
        """Return the check of a scramble of which nothing is done."""
        scramble = cancel_turns(turns)
        return cls(scramble, _right=dict(_right_beginnings(scramble)))

    @property
    def is_done(self) -> bool:
        """Return whether the whole scramble was made, and nothing else."""
        return not self.wrong and self.done == len(self.scramble)

    @property
    def next(self) -> Turn | None:
        """Return the turn that is to be made, None after the last one."""
        return self.scramble[self.done] if self.done < len(self.scramble) else None

    @property
    def undoing(self) -> Turns:
        """Return the turns that undo what is wrong."""
        return inverse(self.wrong)

    def after(self, turns: Iterable[Turn]) -> ScrambleCheck:
        """Return the check after more turns were made, one after the other."""
        return reduce(ScrambleCheck._after_one, turns, self)

    def _after_one(self, turn: Turn) -> ScrambleCheck:
        made = canonical_order(cancel_turns((*self._made, turn)))
        done = self._right.get(made)
        if done is None:
            return replace(self, wrong=cancel_turns((*self.wrong, turn)), _made=made)
        return replace(self, done=done, wrong=(), _made=made)


def _right_beginnings(scramble: Turns) -> Iterator[tuple[Turns, int]]:
    """Yield what may be made on the way, and how many turns of the scramble are done then."""
    for done in range(len(scramble) + 1):
        before = scramble[:done]
        for begun in _parts(scramble[done:]):
            yield canonical_order(cancel_turns((*before, *begun))), done
        yield canonical_order(before), done


def _parts(left: Turns) -> Iterator[Turns]:
    """Yield the ways to begin with the turns that are left, of which none is done."""
    if not left:
        return
    first = left[0]
    halves = _quarters(first)
    yield from ((each,) for each in halves)
    if len(left) > 1 and left[1].commutes_with(first):
        for second in (left[1], *_quarters(left[1])):
            yield (second,)
            yield from ((each, second) for each in halves)


def _quarters(turn: Turn) -> Turns:
    """Return the quarter turns with which a half turn may begin."""
    return (Turn(turn.face, 1), Turn(turn.face, 3)) if turn.quarter_turns == 2 else ()
