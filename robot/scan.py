"""The fastest way to show all six faces of the cube to the camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from robot.errors import RigError
from robot.graph import Edge, edges_from, shortest, timetable
from robot.motion import Holding, Plan
from robot.rig import Rig
from solver.geometry import FRAMES, OPPOSITE, face_towards
from solver.orientation import Orientation


@dataclass(frozen=True, slots=True)
class ScanStop:
    """A moment at which the camera sees `face` with no hand over it.

    `quarter_turns` says how far the face is turned clockwise in the picture, against the way its
    facelets are numbered.
    """

    face: str
    quarter_turns: int
    holding: Holding


@dataclass(frozen=True, slots=True)
class ScanLeg:
    """The way to the next stop of a scan."""

    plan: Plan
    stop: ScanStop


def plan_scan(rig: Rig, start: Holding) -> tuple[ScanLeg, ...]:
    """Find the fastest way to show all six faces to the camera, in whatever order.

    Raises RigError for a rig that cannot show them all.
    """
    every_face = frozenset(start.orientation.faces)

    def looked(holding: Holding, seen: frozenset[str]) -> frozenset[str]:
        position = rig.shown(holding.pose)
        return seen | {holding.orientation.face_at(position)} if position else seen

    def successors(
        node: tuple[Holding, frozenset[str]],
    ) -> Iterable[tuple[Edge, tuple[Holding, frozenset[str]]]]:
        holding, seen = node
        for edge in edges_from(rig, holding):
            if edge.turn is None:
                yield edge, (edge.after, looked(edge.after, seen))

    first = looked(start, frozenset())
    path = shortest((start, first), successors, lambda node: node[1] == every_face)
    if path is None:
        raise RigError(f"the {rig.name} rig cannot show all six faces to its camera")
    return tuple(_legs(rig, start, path))


def _legs(rig: Rig, start: Holding, path: Sequence[Edge]) -> Iterable[ScanLeg]:
    seen: set[str] = set()
    leg_start, leg = start, list[Edge]()
    for holding, edge in [(start, None), *((edge.after, edge) for edge in path)]:
        leg += [edge] if edge is not None else []
        position = rig.shown(holding.pose)
        if position is None or holding.orientation.face_at(position) in seen:
            continue
        face = holding.orientation.face_at(position)
        seen.add(face)
        turned = quarter_turns_seen(holding.orientation, position)
        yield ScanLeg(timetable(rig, leg_start, leg), ScanStop(face, turned, holding))
        leg_start, leg = holding, []


def quarter_turns_seen(held: Orientation, position: str) -> int:
    """Say how far the face at `position` is turned clockwise, seen from outside.

    The picture's top is the side on which the facelets of `position` have their first row.
    """
    sides = _clockwise_sides(position)
    return sides.index(held.position_of(_clockwise_sides(held.face_at(position))[0]))


def _clockwise_sides(face: str) -> tuple[str, str, str, str]:
    """Name the neighbours of a face, clockwise from the one above its first row."""
    below, right = (face_towards(vector) for vector in (FRAMES[face].down, FRAMES[face].right))
    return OPPOSITE[below], right, below, OPPOSITE[right]
