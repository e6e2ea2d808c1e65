"""From turns of the cube to the fastest commands of a rig.

A node of the search is (next turn, whether the turn after it was done first because the two
commute, how the cube is held, the rig's pose). Each turn is made between two ways of holding the
cube, and the quickest way from one to the next is known (`robot.graph`), so that the shortest path
is found turn by turn (Bellman's dynamic programming). The planner knows no rig by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from robot.command import Pose
from robot.errors import RigError
from robot.graph import BETWEEN, Floats, Indices, Region, Ways, number_of, region_of
from robot.motion import Holding, Plan, timetable
from robot.rig import Rig, Step
from solver.geometry import OPPOSITE
from solver.orientation import ORIENTATIONS, Orientation
from solver.turn import Turn

Ends = Callable[[Pose], bool]


def anywhere(pose: Pose) -> bool:
    """Let a plan end in any pose."""
    return True


def plan_turns(rig: Rig, turns: Sequence[Turn], start: Holding, ends: Ends = anywhere) -> Plan:
    """Find the fastest commands that make `turns` from `start` to a pose of which `ends` is true.

    Turns that follow each other and commute may change places, and those of opposite faces may be
    made at the same time; each is made by one motion, either way round. `ends` is asked of poses
    that stand for others (`Rig.like`). Raises RigError where the rig cannot make the turns.
    """
    return plan_from_best(rig, turns, start.orientation, (start.pose,), ends)


def plan_from_best(
    rig: Rig,
    turns: Sequence[Turn],
    orientation: Orientation,
    poses: Sequence[Pose],
    ends: Ends = anywhere,
) -> Plan:
    """Find the fastest plan, as `plan_turns` does, from whichever of `poses` is best."""
    spelled = rig.spelled(tuple(turns), orientation)
    arrivals: dict[_Progress, list[_Front]] = defaultdict(list)
    arrivals[_Progress(0)] += _start_fronts(rig, orientation, poses)
    for progress in _in_order(len(spelled)):
        fronts = [_merged(fronts) for fronts in _by_region(arrivals.pop(progress, [])).values()]
        if progress.done == len(spelled):
            return _best_plan(rig, fronts, ends, spelled, poses)
        for front in fronts:
            for made, after in _next(spelled, progress):
                arrivals[after] += _advanced(front, made)
    raise AssertionError("the last progress is the end")


@dataclass(frozen=True, slots=True)
class _Progress:
    """The first `done` turns are made; with `ahead`, so is the one behind the next."""

    done: int
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class _Arrival:
    """How a way of holding the cube was come by: by `step` from way `index` of `front`."""

    front: _Front
    index: int
    start: tuple[int, int]
    step: Step


@dataclass(frozen=True, slots=True)
class _Front:
    """Ways of holding the cube at the same progress, the least seconds to each, and from where."""

    ways: Ways
    seconds: Floats
    arrivals: Callable[[int], _Arrival | None]


def _in_order(turns: int) -> Iterable[_Progress]:
    for done in range(turns):
        yield _Progress(done)
        yield _Progress(done, ahead=True)
    yield _Progress(turns)


def _next(
    turns: Sequence[Turn], progress: _Progress
) -> Iterable[tuple[frozenset[Turn], _Progress]]:
    """Say which turns may be made now, and what progress that is."""
    done = progress.done
    due = turns[done]
    if progress.ahead:
        yield frozenset([due]), _Progress(done + 2)
        return
    yield frozenset([due]), _Progress(done + 1)
    if done + 1 < len(turns) and turns[done + 1].commutes_with(due):
        follower = turns[done + 1]
        yield frozenset([follower]), _Progress(done, ahead=True)
        if follower.face == OPPOSITE[due.face]:
            yield frozenset([due, follower]), _Progress(done + 2)


def _start_fronts(rig: Rig, orientation: Orientation, poses: Sequence[Pose]) -> list[_Front]:
    by_region: dict[Region, list[Pose]] = defaultdict(list)
    for pose in poses:
        by_region[region_of(rig, pose)].append(pose)
    number = number_of(orientation)
    return [
        _Front(
            Ways(
                region,
                np.full(len(chosen), number),
                np.array([region.index[rig.like(pose)] for pose in chosen]),
            ),
            np.zeros(len(chosen)),
            lambda index: None,
        )
        for region, chosen in by_region.items()
    ]


def _by_region(fronts: Iterable[_Front]) -> dict[Region, list[_Front]]:
    by_region: dict[Region, list[_Front]] = defaultdict(list)
    for front in fronts:
        by_region[front.ways.region].append(front)
    return by_region


def _merged(fronts: Sequence[_Front]) -> _Front:
    """Put fronts of one region together, keeping each way's best arrival only."""
    region = fronts[0].ways.region
    orientations = np.concatenate([front.ways.orientations for front in fronts])
    poses = np.concatenate([front.ways.poses for front in fronts])
    seconds = np.concatenate([front.seconds for front in fronts])
    owner = np.concatenate([np.full(len(front.seconds), n) for n, front in enumerate(fronts)])
    within = np.concatenate([np.arange(len(front.seconds)) for front in fronts])
    by_time = np.argsort(seconds, kind="stable")
    by_time = by_time[np.isfinite(seconds[by_time])]
    _, firsts = np.unique(
        poses[by_time] * len(ORIENTATIONS) + orientations[by_time], return_index=True
    )
    kept = by_time[firsts]

    def arrival(index: int) -> _Arrival | None:
        front = fronts[int(owner[kept[index]])]
        return front.arrivals(int(within[kept[index]]))

    return _Front(Ways(region, orientations[kept], poses[kept]), seconds[kept], arrival)


def _advanced(front: _Front, turns: frozenset[Turn]) -> list[_Front]:
    """Go on from a front by every way to make turns at once."""
    region, ways = front.ways.region, front.ways
    turning = region.turning(turns, np.unique(ways.orientations))
    if not turning.steps or not front.seconds.size:
        return []
    through = front.seconds[:, None] + region.seconds_between(ways, turning.starts)
    before = np.argmin(through, axis=0)
    reached = np.min(through, axis=0)[turning.origins] + turning.seconds

    def arrivals(leading: Indices) -> Callable[[int], _Arrival]:
        def arrival(index: int) -> _Arrival:
            by = leading[index]
            origin = turning.origins[by]
            start = int(turning.starts.orientations[origin]), int(turning.starts.poses[origin])
            return _Arrival(front, int(before[origin]), start, turning.steps[by])

        return arrival

    return [_Front(ends, reached[leading], arrivals(leading)) for ends, leading in turning.ends]


def _best_plan(
    rig: Rig, fronts: Sequence[_Front], ends: Ends, turns: Sequence[Turn], poses: Sequence[Pose]
) -> Plan:
    """Go from the quickest way of the last fronts to an end, and find out how it was come by."""
    best = min(
        (end for front in fronts for end in _way_ends(front, ends)),
        key=lambda end: end.seconds,
        default=None,
    )
    if best is None or best.seconds == float("inf"):
        raise RigError(f"the {rig.name} rig finds no way to make {' '.join(map(str, turns))}")
    region = best.front.ways.region
    steps = [region.path(int(best.front.ways.poses[best.index]), best.rotation, best.pose)]
    front, index = best.front, best.index
    while arrival := front.arrivals(index):
        front, index = arrival.front, arrival.index
        ways, (orientation, pose) = front.ways, arrival.start
        rotation = int(BETWEEN[ways.orientations[index], orientation])
        way = ways.region.path(int(ways.poses[index]), rotation, pose)
        steps.append((*way, arrival.step))
    ways = front.ways
    begun = ways.region.poses[ways.poses[index]]
    first = next(pose for pose in poses if rig.like(pose) == begun)
    start = Holding(ORIENTATIONS[ways.orientations[index]], first)
    return timetable(rig, start, chain.from_iterable(reversed(steps)))


@dataclass(frozen=True, slots=True)
class _End:
    """A plan that ends in `pose`, `rotation` away from way `index` of the last front."""

    seconds: float
    front: _Front
    index: int
    rotation: int
    pose: int


def _way_ends(front: _Front, ends: Ends) -> Iterable[_End]:
    """Give, for each pose of a front, the quickest way on from it to an end."""
    region, poses = front.ways.region, front.ways.poses
    allowed = [index for index, pose in enumerate(region.poses) if ends(pose)]
    for pose in np.unique(poses) if allowed else ():
        mine = np.flatnonzero(poses == pose)
        index = int(mine[np.argmin(front.seconds[mine])])
        further, rotation, end = region.nearest(int(pose), allowed)
        yield _End(float(front.seconds[index]) + further, front, index, rotation, end)
