"""The graph that every plan is a path in: ways of holding the cube, joined by commands."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import TypeVar

from robot.command import Command
from robot.motion import Action, Holding, Plan
from robot.rig import Rig, Rotated, Turned
from solver.orientation import ORIENTATIONS
from solver.turn import Turn

Node = TypeVar("Node")


@dataclass(frozen=True, slots=True)
class Edge:
    """A command from one way of holding the cube to another; `turn` is what it does to the cube."""

    command: Command
    seconds: float
    turn: Turn | None
    after: Holding


@lru_cache(maxsize=65536)
def edges_from(rig: Rig, holding: Holding) -> tuple[Edge, ...]:
    """List the commands that the rig allows while it holds the cube like this."""
    edges = []
    for step in rig.steps(holding.pose):
        orientation, turn = holding.orientation, None
        match step.effect:
            case Rotated(position, quarter_turns):
                orientation = _ROTATED[orientation, position, quarter_turns]
            case Turned(position, quarter_turns):
                turn = Turn(orientation.face_at(position), quarter_turns)
        edges.append(Edge(step.command, step.seconds, turn, Holding(orientation, step.after)))
    return tuple(edges)


_ROTATED = {
    (held, position, quarters): held.rotated(position, quarters)
    for held in ORIENTATIONS
    for position in "URFDLB"
    for quarters in (1, 2, 3)
}


def timetable(rig: Rig, start: Holding, path: Sequence[Edge]) -> Plan:
    """Put the commands of a path one after the other on the clock."""
    actions = []
    clock = 0.0
    for edge in path:
        actions.append(Action(edge.command, edge.turn, edge.after, clock, edge.seconds))
        clock += edge.seconds
    return Plan(rig.name, start, tuple(actions))


def shortest(
    start: Node,
    successors: Callable[[Node], Iterable[tuple[Edge, Node]]],
    is_end: Callable[[Node], bool],
) -> tuple[Edge, ...] | None:
    """Give the edges of the quickest path (Dijkstra 1959), or None where there is none."""
    order = count()
    queue: list[tuple[float, int, Node]] = [(0.0, next(order), start)]
    best: dict[Node, float] = {start: 0.0}
    came_by: dict[Node, tuple[Edge, Node]] = {}
    while queue:
        seconds, _, node = heapq.heappop(queue)
        if seconds > best[node]:
            continue
        if is_end(node):
            return _path_to(node, came_by)
        for edge, after in successors(node):
            reached = seconds + edge.seconds
            if reached < best.get(after, float("inf")):
                best[after] = reached
                came_by[after] = edge, node
                heapq.heappush(queue, (reached, next(order), after))
    return None


def _path_to(node: Node, came_by: dict[Node, tuple[Edge, Node]]) -> tuple[Edge, ...]:
    path = []
    while node in came_by:
        edge, node = came_by[node]
        path.append(edge)
    return tuple(reversed(path))
