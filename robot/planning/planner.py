"""Finds the fastest commands that make a sequence of turns (dynamic programming).

A node of the search is (next turn, whether the turn after it was done first because the two
commute, how the cube is held, the rig's pose). Each turn is made between two ways of holding the
cube, and the fastest way from one to the next is known (`robot.planning.state_graph`), so that
the shortest path
is found turn by turn (Bellman's dynamic programming). The planner knows no rig by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from robot.errors import RigError
from robot.planning.motion_plan import Plan, RobotState, plan_from_steps
from robot.planning.state_graph import (
    ROTATION_BETWEEN,
    Component,
    Floats,
    Indices,
    States,
    component_of,
    orientation_index,
)
from robot.rigs.command import Pose
from robot.rigs.rig import Rig, Step
from solver.core.geometry import OPPOSITE
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import Turn

PosePredicate = Callable[[Pose], bool]


def any_pose(pose: Pose) -> bool:
    """Let a plan end in any pose."""
    return True


def plan_turns(
    rig: Rig, turns: Sequence[Turn], start: RobotState, may_end: PosePredicate = any_pose
) -> Plan:
    """Find the fastest commands that make `turns` from `start` to a pose of which `may_end` is
    true.

    Turns that follow each other and commute may change places, and those of opposite faces may be
    made at the same time; each is made by one motion, either way round. `may_end` is asked of poses
    that stand for others (`Rig.canonical_pose`). Raises RigError where the rig cannot make the
    turns.
    """
    return plan_from_best_pose(rig, turns, start.orientation, (start.pose,), may_end)


def plan_from_best_pose(
    rig: Rig,
    turns: Sequence[Turn],
    orientation: Orientation,
    poses: Sequence[Pose],
    may_end: PosePredicate = any_pose,
) -> Plan:
    """Find the fastest plan, as `plan_turns` does, from whichever of `poses` is best."""
    rewritten = rig.rewrite_turns(tuple(turns), orientation)
    arrivals: dict[_Progress, list[_Frontier]] = defaultdict(list)
    arrivals[_Progress(0)] += _start_frontiers(rig, orientation, poses)
    for progress in _all_progress(len(rewritten)):
        fronts = [
            _merge(fronts) for fronts in _group_by_component(arrivals.pop(progress, [])).values()
        ]
        if progress.done == len(rewritten):
            return _backtrack(rig, fronts, may_end, rewritten, poses)
        for front in fronts:
            for made, after in _successors(rewritten, progress):
                arrivals[after] += _expand(front, made)
    raise AssertionError("the last progress is the end")


@dataclass(frozen=True, slots=True)
class _Progress:
    """The first `done` turns are made; with `swapped`, so is the one behind the next."""

    done: int
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class _BackPointer:
    """Back-pointer of a state: it was reached by `step` from state `index` of `front`."""

    front: _Frontier
    index: int
    start: tuple[int, int]
    step: Step


@dataclass(frozen=True, slots=True)
class _Frontier:
    """Ways of holding the cube at the same progress, the least seconds to each, and from where."""

    ways: States
    seconds: Floats
    back_pointer: Callable[[int], _BackPointer | None]


def _all_progress(turns: int) -> Iterable[_Progress]:
    for done in range(turns):
        yield _Progress(done)
        yield _Progress(done, swapped=True)
    yield _Progress(turns)


def _successors(
    turns: Sequence[Turn], progress: _Progress
) -> Iterable[tuple[frozenset[Turn], _Progress]]:
    """Return which turns may be made now, and what progress that is."""
    done = progress.done
    due = turns[done]
    if progress.swapped:
        yield frozenset([due]), _Progress(done + 2)
        return
    yield frozenset([due]), _Progress(done + 1)
    if done + 1 < len(turns) and turns[done + 1].commutes_with(due):
        follower = turns[done + 1]
        yield frozenset([follower]), _Progress(done, swapped=True)
        if follower.face == OPPOSITE[due.face]:
            yield frozenset([due, follower]), _Progress(done + 2)


def _start_frontiers(rig: Rig, orientation: Orientation, poses: Sequence[Pose]) -> list[_Frontier]:
    by_region: dict[Component, list[Pose]] = defaultdict(list)
    for pose in poses:
        by_region[component_of(rig, pose)].append(pose)
    number = orientation_index(orientation)
    return [
        _Frontier(
            States(
                region,
                np.full(len(chosen), number),
                np.array([region.index[rig.canonical_pose(pose)] for pose in chosen]),
            ),
            np.zeros(len(chosen)),
            lambda index: None,
        )
        for region, chosen in by_region.items()
    ]


def _group_by_component(fronts: Iterable[_Frontier]) -> dict[Component, list[_Frontier]]:
    by_region: dict[Component, list[_Frontier]] = defaultdict(list)
    for front in fronts:
        by_region[front.ways.region].append(front)
    return by_region


def _merge(fronts: Sequence[_Frontier]) -> _Frontier:
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

    def arrival(index: int) -> _BackPointer | None:
        front = fronts[int(owner[kept[index]])]
        return front.back_pointer(int(within[kept[index]]))

    return _Frontier(States(region, orientations[kept], poses[kept]), seconds[kept], arrival)


def _expand(front: _Frontier, turns: frozenset[Turn]) -> list[_Frontier]:
    """Go on from a front by every way to make turns at once."""
    region, ways = front.ways.region, front.ways
    turning = region.turn_edges(turns, np.unique(ways.orientations))
    if not turning.steps or not front.seconds.size:
        return []
    through = front.seconds[:, None] + region.seconds_between(ways, turning.starts)
    before = np.argmin(through, axis=0)
    reached = np.min(through, axis=0)[turning.start_index] + turning.seconds

    def arrivals(step_indices: Indices) -> Callable[[int], _BackPointer]:
        def arrival(index: int) -> _BackPointer:
            step_index = step_indices[index]
            origin = turning.start_index[step_index]
            start = int(turning.starts.orientations[origin]), int(turning.starts.poses[origin])
            return _BackPointer(front, int(before[origin]), start, turning.steps[step_index])

        return arrival

    return [
        _Frontier(may_end, reached[leading], arrivals(leading)) for may_end, leading in turning.ends
    ]


def _backtrack(
    rig: Rig,
    fronts: Sequence[_Frontier],
    may_end: PosePredicate,
    turns: Sequence[Turn],
    poses: Sequence[Pose],
) -> Plan:
    """Return the fastest plan: from the best end back to the start, along the back-pointers."""
    best = min(
        (end for front in fronts for end in _finishes(front, may_end)),
        key=lambda end: end.seconds,
        default=None,
    )
    if best is None or best.seconds == float("inf"):
        raise RigError(f"the {rig.name} rig finds no way to make {' '.join(map(str, turns))}")
    region = best.front.ways.region
    steps = [region.shortest_path(int(best.front.ways.poses[best.index]), best.rotation, best.pose)]
    front, index = best.front, best.index
    while arrival := front.back_pointer(index):
        front, index = arrival.front, arrival.index
        ways, (orientation, pose) = front.ways, arrival.start
        rotation = int(ROTATION_BETWEEN[ways.orientations[index], orientation])
        way = ways.region.shortest_path(int(ways.poses[index]), rotation, pose)
        steps.append((*way, arrival.step))
    ways = front.ways
    begun = ways.region.poses[ways.poses[index]]
    first = next(pose for pose in poses if rig.canonical_pose(pose) == begun)
    start = RobotState(ORIENTATIONS[ways.orientations[index]], first)
    return plan_from_steps(rig, start, chain.from_iterable(reversed(steps)))


@dataclass(frozen=True, slots=True)
class _Finish:
    """A plan that ends in `pose`, `rotation` away from way `index` of the last front."""

    seconds: float
    front: _Frontier
    index: int
    rotation: int
    pose: int


def _finishes(front: _Frontier, may_end: PosePredicate) -> Iterable[_Finish]:
    """Return, for each pose of a frontier, the fastest path from it to an end."""
    region, poses = front.ways.region, front.ways.poses
    allowed = [index for index, pose in enumerate(region.poses) if may_end(pose)]
    for pose in np.unique(poses) if allowed else ():
        mine = np.flatnonzero(poses == pose)
        index = int(mine[np.argmin(front.seconds[mine])])
        further, rotation, end = region.nearest_end(int(pose), allowed)
        yield _Finish(float(front.seconds[index]) + further, front, index, rotation, end)
