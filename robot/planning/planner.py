"""Finds the fastest commands that make a sequence of turns (dynamic programming).

A node of the search is (next turn, whether the turn after it was done first because the two
commute, orientation of the cube, pose of the rig). Each turn leads from one robot state to another,
and the fastest path between states is known (`robot.planning.state_graph`), so that the shortest
path is found turn by turn (Bellman's dynamic programming). The planner depends on no rig's name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from robot.errors import RigError
from robot.planning.motion_plan import Plan, plan_from_steps
from robot.planning.robot_state import RobotState
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
from robot.rigs.rig import FaceTurn, Rig, Step, canonical_pose
from solver.core.facelets import SOLVED
from solver.core.geometry import OPPOSITE
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import Turn, turned_facelets
from solver.notation.printing import moves_text

PosePredicate = Callable[[Pose], bool]


def any_pose(pose: Pose) -> bool:
    """Return True for every pose: no restriction on the end of a plan."""
    return True


def rests(rig: Rig) -> PosePredicate:
    """Return where a job may end on a rig and going home turns no layer."""

    def may_end(pose: Pose) -> bool:
        if not rig.may_end(pose):
            return False
        for command in rig.homing_commands(pose):
            step = rig.step(pose, command)
            if any(isinstance(effect, FaceTurn) for effect in step.effects):
                return False
            pose = step.after
        return True

    return may_end


def plan_turns(
    rig: Rig, turns: Sequence[Turn], start: RobotState, may_end: PosePredicate = any_pose
) -> Plan:
    """Return the fastest plan that makes `turns` from `start` and ends where `may_end` is true.

    Turns that follow each other and commute may change places, and those of opposite faces may be
    made at the same time; each is made by one motion, in either direction. `may_end` gets
    canonical poses (`robot.rigs.rig`). Raises RigError if the rig cannot make the
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
    """Return the fastest plan, as `plan_turns` does, that starts in any of `poses`.

    Raises RigError where the turns that its commands make would not do the same.
    """
    rewritten = rig.rewrite_turns(tuple(turns), orientation)
    arrivals: dict[_Progress, list[_Frontier]] = defaultdict(list)
    arrivals[_Progress(0)] += _start_frontiers(rig, orientation, poses)
    for progress in _all_progress(len(rewritten)):
        frontiers = [
            _merge(frontiers)
            for frontiers in _group_by_component(arrivals.pop(progress, [])).values()
        ]
        if progress.done == len(rewritten):
            made_plan = _backtrack(rig, frontiers, may_end, rewritten, poses)
            if turned_facelets(SOLVED, made_plan.turns) != turned_facelets(SOLVED, turns):
                raise RigError(
                    f"the plan of the {rig.name} rig does something else to the cube than "
                    f"{moves_text(turns)}, and is not given out; report it, with the rig"
                )
            return made_plan
        for frontier in frontiers:
            for made, after in _successors(rewritten, progress):
                arrivals[after] += _expand(frontier, made)
    raise AssertionError("the last progress is the end")


@dataclass(frozen=True, slots=True)
class _Progress:
    """The first `done` turns are made; with `swapped`, the turn after the next one is made too."""

    done: int
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class _BackPointer:
    """Back-pointer of a state: it was reached by `step` from state `index` of `frontier`."""

    frontier: _Frontier
    index: int
    start: tuple[int, int]
    step: Step


@dataclass(frozen=True, slots=True)
class _Frontier:
    """States with the same progress, the least time (s) to reach each, and back-pointers."""

    states: States
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
    by_component: dict[Component, list[Pose]] = defaultdict(list)
    for pose in poses:
        by_component[component_of(rig, pose)].append(pose)
    number = orientation_index(orientation)
    return [
        _Frontier(
            States(
                component,
                np.full(len(chosen), number),
                np.array([component.index[canonical_pose(rig, pose)] for pose in chosen]),
            ),
            np.zeros(len(chosen)),
            lambda index: None,
        )
        for component, chosen in by_component.items()
    ]


def _group_by_component(frontiers: Iterable[_Frontier]) -> dict[Component, list[_Frontier]]:
    by_component: dict[Component, list[_Frontier]] = defaultdict(list)
    for frontier in frontiers:
        by_component[frontier.states.component].append(frontier)
    return by_component


def _merge(frontiers: Sequence[_Frontier]) -> _Frontier:
    """Merge frontiers of one component; keep the fastest arrival at each state."""
    component = frontiers[0].states.component
    orientations = np.concatenate([frontier.states.orientations for frontier in frontiers])
    poses = np.concatenate([frontier.states.poses for frontier in frontiers])
    seconds = np.concatenate([frontier.seconds for frontier in frontiers])
    owner = np.concatenate(
        [np.full(len(frontier.seconds), n) for n, frontier in enumerate(frontiers)]
    )
    within = np.concatenate([np.arange(len(frontier.seconds)) for frontier in frontiers])
    by_time = np.argsort(seconds, kind="stable")
    by_time = by_time[np.isfinite(seconds[by_time])]
    _, firsts = np.unique(
        poses[by_time] * len(ORIENTATIONS) + orientations[by_time], return_index=True
    )
    kept = by_time[firsts]

    def arrival(index: int) -> _BackPointer | None:
        frontier = frontiers[int(owner[kept[index]])]
        return frontier.back_pointer(int(within[kept[index]]))

    return _Frontier(States(component, orientations[kept], poses[kept]), seconds[kept], arrival)


def _expand(frontier: _Frontier, turns: frozenset[Turn]) -> list[_Frontier]:
    """Return the frontiers reached from this one by making `turns` at the same time."""
    component, states = frontier.states.component, frontier.states
    turning = component.turn_edges(turns, np.unique(states.orientations))
    if not turning.steps or not frontier.seconds.size:
        return []
    through = frontier.seconds[:, None] + component.seconds_between(states, turning.starts)
    before = np.argmin(through, axis=0)
    reached = np.min(through, axis=0)[turning.start_index] + turning.seconds

    def arrivals(step_indices: Indices) -> Callable[[int], _BackPointer]:
        def arrival(index: int) -> _BackPointer:
            step_index = step_indices[index]
            origin = turning.start_index[step_index]
            start = int(turning.starts.orientations[origin]), int(turning.starts.poses[origin])
            return _BackPointer(frontier, int(before[origin]), start, turning.steps[step_index])

        return arrival

    return [_Frontier(ends, reached[leading], arrivals(leading)) for ends, leading in turning.ends]


def _backtrack(
    rig: Rig,
    frontiers: Sequence[_Frontier],
    may_end: PosePredicate,
    turns: Sequence[Turn],
    poses: Sequence[Pose],
) -> Plan:
    """Return the fastest plan: from the best end back to the start, along the back-pointers."""
    best = min(
        (end for frontier in frontiers for end in _finishes(frontier, may_end)),
        key=lambda end: end.seconds,
        default=None,
    )
    if best is None or best.seconds == float("inf"):
        raise RigError(f"the {rig.name} rig cannot make the turns {' '.join(map(str, turns))}")
    component = best.frontier.states.component
    steps = [
        component.shortest_path(
            int(best.frontier.states.poses[best.index]), best.rotation, best.pose
        )
    ]
    frontier, index = best.frontier, best.index
    while arrival := frontier.back_pointer(index):
        frontier, index = arrival.frontier, arrival.index
        states, (orientation, pose) = frontier.states, arrival.start
        rotation = int(ROTATION_BETWEEN[states.orientations[index], orientation])
        path = states.component.shortest_path(int(states.poses[index]), rotation, pose)
        steps.append((*path, arrival.step))
    states = frontier.states
    begun = states.component.poses[states.poses[index]]
    first = next(pose for pose in poses if canonical_pose(rig, pose) == begun)
    start = RobotState(ORIENTATIONS[states.orientations[index]], first)
    return plan_from_steps(rig, start, chain.from_iterable(reversed(steps)))


@dataclass(frozen=True, slots=True)
class _Finish:
    """A plan's end in `pose`, `rotation` away from state `index` of the last frontier."""

    seconds: float
    frontier: _Frontier
    index: int
    rotation: int
    pose: int


def _finishes(frontier: _Frontier, may_end: PosePredicate) -> Iterable[_Finish]:
    """Return, for each pose of a frontier, the fastest path from it to an end."""
    component, poses = frontier.states.component, frontier.states.poses
    allowed = [index for index, pose in enumerate(component.poses) if may_end(pose)]
    for pose in np.unique(poses) if allowed else ():
        from_pose = np.flatnonzero(poses == pose)
        index = int(from_pose[np.argmin(frontier.seconds[from_pose])])
        further, rotation, end = component.nearest_end(int(pose), allowed)
        yield _Finish(float(frontier.seconds[index]) + further, frontier, index, rotation, end)
