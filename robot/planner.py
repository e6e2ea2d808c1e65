"""From turns of the cube to the fastest commands of a rig.

A node of the search is (next turn, whether the turn after it was done first because the two
commute, how the cube is held, the rig's pose); Dijkstra's algorithm over the rig's durations gives
the shortest plan. The planner knows no rig by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from robot.command import Pose
from robot.errors import RigError
from robot.graph import Edge, edges_from, shortest, timetable
from robot.motion import Holding, Plan
from robot.rig import Rig
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class _Progress:
    """The first `done` turns are made; with `ahead`, so is the one behind the next."""

    done: int
    ahead: bool
    holding: Holding


def plan_turns(
    rig: Rig, turns: Sequence[Turn], start: Holding, end_pose: Pose | None = None
) -> Plan:
    """Find the fastest commands that make `turns`, ending in `end_pose` (any pose for None).

    Turns that follow each other and commute may change places. Raises RigError where the rig cannot
    make them.
    """

    def is_end(node: _Progress) -> bool:
        return node.done == len(turns) and end_pose in (None, node.holding.pose)

    def successors(node: _Progress) -> Iterable[tuple[Edge, _Progress]]:
        for edge in edges_from(rig, node.holding):
            after = _advance(turns, node, edge)
            if after is not None:
                yield edge, after

    path = shortest(_Progress(0, ahead=False, holding=start), successors, is_end)
    if path is None:
        raise RigError(f"the {rig.name} rig finds no way to make {' '.join(map(str, turns))}")
    return timetable(rig, start, path)


def plan_pose(rig: Rig, start: Holding, pose: Pose) -> Plan:
    """Find the fastest commands that bring the rig to `pose` without turning a face."""
    return plan_turns(rig, (), start, pose)


def _advance(turns: Sequence[Turn], node: _Progress, edge: Edge) -> _Progress | None:
    """Say where an edge leads among the turns, or None where it makes one that is not due."""
    if edge.turn is None:
        return _Progress(node.done, node.ahead, edge.after)
    if node.done < len(turns) and edge.turn == turns[node.done]:
        return _Progress(node.done + (2 if node.ahead else 1), ahead=False, holding=edge.after)
    follower = node.done + 1
    if (
        not node.ahead
        and follower < len(turns)
        and edge.turn == turns[follower]
        and turns[follower].commutes_with(turns[node.done])
    ):
        return _Progress(node.done, ahead=True, holding=edge.after)
    return None
