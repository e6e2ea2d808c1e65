"""What all ways to follow a cube have in common.

Packets may be repeated, come in another order, be damaged or not come at all. A turn is told apart
from others by what its protocol has: a number, the tick of a clock, the cube after it, the angle
of a centre. What packets repeat must agree with what is known; if it does not, sync is lost, and
the cube is asked for its state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rokumen.smart_cubes.protocols.messages import (
    AskHistory,
    AskState,
    CubeState,
    Damaged,
    History,
    Message,
    TurnsMade,
)
from solver.core.turn import Turn
from solver.cube import Cube

# Turns that are remembered, to compare with them what packets repeat or tell late.
_REMEMBERED = 32


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn that was made, and the cube after it.

    `age`: in seconds before the packet that told it, None where that is not known; `after_gap`:
    whether turns before it may be missing.
    """

    turn: Turn
    cube: Cube
    age: float | None
    after_gap: bool


@dataclass(frozen=True, slots=True)
class SyncLost:
    """What the cube says does not fit what is known of it: turns may be missing or wrong."""

    reason: str


@dataclass(frozen=True, slots=True)
class SyncFound:
    """The cube has told its state, and turns are known from here on."""

    cube: Cube


Tracked = NewTurn | SyncLost | SyncFound | AskState | AskHistory


class Tracker(ABC):
    """The cube as it is known from all messages so far: `cube`, None while it is not known."""

    def __init__(self) -> None:
        self.cube: Cube | None = None
        # Whether turns may be missing before the next one; and whether so when sync was lost.
        self._has_gap = self._had_gap = False
        # The last turns since the cube was last told, each with the cube after it.
        self._made: deque[tuple[Turn, Cube]] = deque(maxlen=_REMEMBERED)

    @property
    def is_waiting(self) -> bool:
        """Return whether turns have come before one that was made earlier."""
        return False

    def receive(self, message: Message) -> Iterator[Tracked]:
        """Yield what a message means for the cube, and what it is to be asked."""
        match message:
            case TurnsMade():
                if self.cube is None and message.cube is None:
                    self._keep(message)
                    yield AskState()
                else:
                    yield from self._turned(message)
            case CubeState():
                if self.cube is None:
                    yield from self._begin(message)
                else:
                    yield from self._take_state(self.cube, message)
            case History(turns, serial):
                yield from self._remembered(turns, serial)
            case Damaged():
                yield from self._damaged(message)

    def lose(self, reason: str) -> Iterator[Tracked]:
        """Lose sync, and yield that."""
        self.cube = None
        self._had_gap, self._has_gap = self._has_gap, True
        yield SyncLost(reason)
        yield AskState()

    @abstractmethod
    def _turned(self, made: TurnsMade) -> Iterator[Tracked]:
        """Yield what turns mean; either the cube is known, or they tell it."""

    @abstractmethod
    def _take_state(self, cube: Cube, state: CubeState) -> Iterator[Tracked]:
        """Yield what a state means while the cube is known."""

    def _damaged(self, packet: Damaged) -> Iterator[Tracked]:
        """Yield what a damaged packet means: if it was a turn, the state will show it."""
        del packet
        yield AskState()

    def _keep(self, made: TurnsMade) -> None:
        """Keep turns that are made while the cube is not known, for when it is told."""
        del made

    def _remembered(self, turns: tuple[Turn, ...], serial: int) -> Iterator[Tracked]:
        """Yield what turns mean that the cube was asked for."""
        del turns, serial
        yield from ()

    def _begin(self, state: CubeState) -> Iterator[Tracked]:
        """Take the cube that is told as the cube."""
        self.cube = state.cube
        self._made.clear()
        yield SyncFound(state.cube)

    def _begin_again(self, state: CubeState, reason: str) -> Iterator[Tracked]:
        """Lose sync and find it with a state, which is to be confirmed by another one."""
        yield from self.lose(reason)
        yield from self._begin(state)

    def _make(self, turn: Turn, age: float | None) -> NewTurn:
        """Return a turn of the cube, which is known, as made."""
        assert self.cube is not None
        self.cube = self.cube.turn(turn)
        self._made.append((turn, self.cube))
        had_gap, self._has_gap = self._has_gap, False
        return NewTurn(turn, self.cube, age, had_gap)

    def _was(self, cube: Cube) -> bool:
        """Return whether the cube has been this one after one of the last turns."""
        return any(cube == earlier for _, earlier in self._made)


def with_ages(made: TurnsMade) -> list[tuple[Turn, float]]:
    """Return turns with their ages, 0 where they are not told."""
    return list(zip(made.turns, made.ages or (0.0,) * len(made.turns), strict=True))


def end_alike(known: Sequence[Turn], told: Sequence[Turn]) -> bool:
    """Return whether the last turns of both are the same, as far as both go."""
    count = min(len(known), len(told))
    return count == 0 or list(known[-count:]) == list(told[-count:])
