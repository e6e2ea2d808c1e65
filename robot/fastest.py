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
from solver.orientation import Orientation
from solver.turn import Turn
from solver.two_phase import solve

TIME_LIMIT = 1.5


def fastest_solution(
    rig: Rig, cube: Cube, start: Holding, seconds: float = TIME_LIMIT
) -> tuple[Turn, ...]:
    """Give turns that solve a legal cube, for which the rig needs the least time found.

    The search takes `seconds`, besides what it takes to prepare the rig once. It counts the way
    from `start` and the way to a pose of rest.
    """
    return fastest_from_best(rig, cube, start.orientation, (start.pose,), seconds)


def fastest_from_best(
    rig: Rig, cube: Cube, orientation: Orientation, poses: Sequence[Pose], seconds: float
) -> tuple[Turn, ...]:
    """Give turns as `fastest_solution` does, from whichever of `poses` is best."""
    space = _space(rig, tuple(dict.fromkeys(map(rig.like, poses))))
    usual = rig.spelled(solve(cube).moves, orientation)
    return cheapest(cube, orientation, space, [usual], seconds)


def quickest(rig: Rig, solutions: Sequence[Sequence[Turn]], start: Holding) -> int:
    """Say which of some solutions the rig turns out in the shortest time."""
    space = _space(rig, (rig.like(start.pose),))
    prices = [
        space.price(rig.spelled(tuple(turns), start.orientation), start.orientation)
        for turns in solutions
    ]
    return prices.index(min(prices))


@lru_cache(maxsize=32)
def _space(rig: Rig, poses: tuple[Pose, ...]) -> Space:
    return Space.of(*prices_of(rig, poses))
