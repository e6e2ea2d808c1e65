"""The costs of turns on a rig whose motors do not wait for one another, for the search by cost.

A turn costs the time by which it begins after the one before, which depends on both; the last one
its duration. So the pose after a motion is the motion itself. A third turn that has to wait for the
first one is not counted: the schedule of the turns found (`robot.planning.turn_schedule`) is.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from robot.planning.turn_schedule import schedule_of, seconds_of
from robot.rigs.rig import FaceTurn, Rig
from solver.core.geometry import FACES
from solver.core.turn import Turn
from solver.engines.optimal.fastest_costs import (
    COST_UNITS_PER_SECOND,
    MOVES,
    UNREACHABLE_COST,
    MoveCosts,
)

_Motion = tuple[FaceTurn, ...]
_WAYS = (90, -90, 180, -180)


def has_delay_costs(rig: Rig) -> bool:
    """Return True if the costs of a rig are those of this file: it turns each face by a motor."""
    return rig.has_turn_delays and set(rig.axes) == set(FACES)


def delay_costs(rig: Rig) -> MoveCosts:
    """Return the costs of the moves from each motion before, and from rest as the last pose."""
    singles = [(FaceTurn(face, face, way),) for face in FACES for way in _WAYS]
    pairs = [
        (FaceTurn(face, face, way), FaceTurn(other, other, far))
        for face, other in zip(FACES[:3], FACES[3:], strict=True)
        for way, far in product(_WAYS, _WAYS)
    ]
    motions: list[_Motion] = [*singles, *pairs]
    number = {frozenset(move): index for index, move in enumerate(MOVES)}
    outcomes: list[list[int]] = [[] for _ in MOVES]
    for index, motion in enumerate(motions):
        made = frozenset(Turn(turn.axis, turn.quarter_turns) for turn in motion)
        outcomes[number[made]].append(index)
    most = max(map(len, outcomes))
    shape = len(MOVES), most
    pose = np.zeros(shape, dtype=np.int32)
    cost = np.full((len(motions) + 1, *shape), UNREACHABLE_COST, dtype=np.int32)
    for move, ends in enumerate(outcomes):
        for place, end in enumerate(ends):
            pose[move, place] = end
            cost[len(motions), move, place] = 0
            for before, motion in enumerate(motions):
                if not _shares_axis(motion, motions[end]):
                    cost[before, move, place] = _units(_delay(rig, motion, motions[end]))
    ending = [_units(seconds_of(schedule_of(rig, [motion]))) for motion in motions]
    return MoveCosts(
        np.array([len(ends) for ends in outcomes]),
        pose,
        np.zeros(shape, dtype=np.uint8),
        cost,
        np.array([*ending, 0], dtype=np.int32),
    )


def _shares_axis(one: _Motion, other: _Motion) -> bool:
    return FACES.index(one[0].axis) % 3 == FACES.index(other[0].axis) % 3


def _delay(rig: Rig, before: _Motion, after: _Motion) -> float:
    return max(rig.turn_delay(one, other) for one in before for other in after)


def _units(seconds: float) -> int:
    return round(seconds * COST_UNITS_PER_SECOND)
