"""When each turn begins on a rig whose motors do not wait for one another to end.

A turn begins as soon as all turns before it allow (`Rig.turn_delay`). A half turn may go either way
round, and its neighbours allow more for one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from robot.rigs.rig import FaceTurn, Rig
from solver.core.turn import Turn

_HALF_TURN = 180
# The degrees of a turn by its quarter turns.
_DEGREES = {1: 90, 2: _HALF_TURN, 3: -90}
# Of more turns than these before it none is on its way any more.
_TURNS_BACK = 6
# So many schedules are continued, of those that differ in the directions of their last half turns.
_BEAM = 16


@dataclass(frozen=True, slots=True)
class ScheduledTurn:
    """A turn from `start` on for some seconds, counted from the begin of the first turn."""

    turn: FaceTurn
    start: float
    seconds: float

    @property
    def end(self) -> float:
        """Return when the turn ends."""
        return self.start + self.seconds


Schedule = tuple[ScheduledTurn, ...]


def schedule_of(rig: Rig, motions: Iterable[Sequence[FaceTurn]]) -> Schedule:
    """Return the schedule of motions, each of one turn or of two of opposite faces, in their order.

    It is the shortest that was found among the directions of half turns.
    """
    found: list[Schedule] = [()]
    for motion in motions:
        ways = list(product(*(_directions(turn) for turn in motion)))
        longer = (_continued(rig, begun, turns) for begun in found for turns in ways)
        by_directions: dict[tuple[bool, ...], Schedule] = {}
        for each in sorted(longer, key=_costs):
            last = tuple(timed.turn.degrees > 0 for timed in each[-_TURNS_BACK:])
            by_directions.setdefault(last, each)
        found = list(by_directions.values())[:_BEAM]
    return min(found, key=seconds_of)


def schedule_of_turns(rig: Rig, turns: Iterable[Turn]) -> Schedule:
    """Return the schedule of turns in their order, each by the motor at its face."""
    return schedule_of(rig, [[FaceTurn(t.face, t.face, _DEGREES[t.quarter_turns])] for t in turns])


def seconds_of(schedule: Schedule) -> float:
    """Return the duration of a schedule."""
    return max((timed.end for timed in schedule), default=0.0)


def _costs(schedule: Schedule) -> tuple[float, float]:
    return max(timed.start for timed in schedule[-2:]), seconds_of(schedule[-_TURNS_BACK:])


def _directions(turn: FaceTurn) -> tuple[FaceTurn, ...]:
    if abs(turn.degrees) != _HALF_TURN:
        return (turn,)
    return tuple(replace(turn, degrees=degrees) for degrees in (_HALF_TURN, -_HALF_TURN))


def _continued(rig: Rig, begun: Schedule, turns: Sequence[FaceTurn]) -> Schedule:
    for turn in turns:
        start = max(
            (timed.start + _delay(rig, timed.turn, turn) for timed in begun[-_TURNS_BACK:]),
            default=0.0,
        )
        begun = (*begun, ScheduledTurn(turn, max(start, 0.0), rig.turn_seconds(turn)))
    return begun


@lru_cache(maxsize=4096)
def _delay(rig: Rig, before: FaceTurn, after: FaceTurn) -> float:
    return rig.turn_delay(before, after)
