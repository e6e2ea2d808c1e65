"""The solution of a cube that a rig turns out in the shortest time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from robot.command import Pose
from robot.motion import Holding
from robot.pricing import prices_of
from robot.rig import Rig
from solver.cube import Cube
from solver.fastest.search import Space, cheapest
from solver.turn import Turn
from solver.two_phase import solve

TIME_LIMIT = 1.0


def fastest_solution(
    rig: Rig, cube: Cube, start: Holding, seconds: float = TIME_LIMIT
) -> tuple[Turn, ...]:
    """Give turns that solve a legal cube, for which the rig needs the least time found.

    The search takes `seconds`, besides what it takes to prepare the rig once. It counts the way
    from `start` and the way to a pose of rest.
    """
    space = _space(rig, rig.like(start.pose))
    usual = rig.spelled(solve(cube).moves, start.orientation)
    return cheapest(cube, start.orientation, space, [usual], seconds)


def quickest(rig: Rig, solutions: Sequence[Sequence[Turn]], start: Holding) -> int:
    """Say which of some solutions the rig turns out in the shortest time."""
    space = _space(rig, rig.like(start.pose))
    prices = [
        space.price(rig.spelled(tuple(turns), start.orientation), start.orientation)
        for turns in solutions
    ]
    return prices.index(min(prices))


@lru_cache(maxsize=32)
def _space(rig: Rig, pose: Pose) -> Space:
    return Space.of(*prices_of(rig, [pose]))
