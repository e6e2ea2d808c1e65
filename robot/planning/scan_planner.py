"""Plans the fastest motion that shows all six faces to the camera (Held-Karp)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from robot.errors import RigError
from robot.planning.motion_plan import Plan, RobotState, plan_from_steps
from robot.planning.state_graph import (
    ROTATION_BETWEEN,
    Component,
    Floats,
    States,
    component_of,
    orientation_index,
)
from robot.rigs.rig import Rig
from solver.core.geometry import FACES, FRAMES, OPPOSITE, face_towards
from solver.core.orientation import ORIENTATIONS, Orientation

_ALL_FACES = 2 ** len(FACES) - 1


@dataclass(frozen=True, slots=True)
class ScanView:
    """A moment at which a camera sees `face`, at `position` of space, with no hand over it.

    `quarter_turns` says how far the face is turned clockwise in the picture, against the way its
    facelets are numbered.
    """

    face: str
    position: str
    quarter_turns: int
    holding: RobotState


@dataclass(frozen=True, slots=True)
class ScanLeg:
    """The way to the next stop of a scan."""

    plan: Plan
    stop: ScanView


def plan_scan(rig: Rig, start: RobotState) -> tuple[ScanLeg, ...]:
    """Find the fastest way to show all six faces to the camera, in whatever order.

    Dynamic programming over which faces have been seen and how the cube is held then (Held and Karp
    1962). Raises RigError for a rig that cannot show them all.
    """
    region = component_of(rig, start.pose)
    looks = _view_states(rig, region)
    here = States(
        region,
        np.array([orientation_index(start.orientation)]),
        np.array([region.index[rig.canonical_pose(start.pose)]]),
    )
    scans: dict[tuple[int, int], _PartialScan] = {}
    for look in looks:
        scan = scans.setdefault((look.seen, look.number), _PartialScan(look))
        scan.relax(region.seconds_between(here, look.ways), None)
    for seen in range(1, _ALL_FACES):
        so_far = [scans[seen, look.number] for look in looks if (seen, look.number) in scans]
        for scan, look in product(so_far, looks):
            if look.seen | seen != seen:
                key = look.seen | seen, look.number
                further = region.seconds_between(scan.look.ways, look.ways)
                after = scans.setdefault(key, _PartialScan(look))
                after.relax(scan.seconds[:, None] + further, scan)
    complete = [
        scans[_ALL_FACES, look.number] for look in looks if (_ALL_FACES, look.number) in scans
    ]
    best = min(complete, key=lambda scan: scan.seconds.min(), default=None)
    if best is None or not np.isfinite(best.seconds.min()):
        raise RigError(f"the {rig.name} rig cannot show all six faces to its camera")
    return tuple(_legs(rig, start, best.states()))


@dataclass(frozen=True, slots=True)
class _ViewStates:
    """Ways of holding the cube in which the same faces are seen (a bit for each of FACES)."""

    number: int
    seen: int
    ways: States


class _PartialScan:
    """The least seconds to have seen certain faces, ending in each of the ways of a look."""

    def __init__(self, look: _ViewStates) -> None:
        self.look = look
        self.seconds: Floats = np.full(len(look.ways.poses), np.inf)
        self._back_pointers: list[tuple[_PartialScan, int] | None] = [None] * len(look.ways.poses)

    def relax(self, reached: Floats, before: _PartialScan | None) -> None:
        """Take up whatever is reached sooner, from each of the ways before (rows)."""
        sooner = np.min(reached, axis=0) < self.seconds
        origins = np.argmin(reached, axis=0)
        for way in np.flatnonzero(sooner):
            self.seconds[way] = reached[origins[way], way]
            self._back_pointers[way] = None if before is None else (before, int(origins[way]))

    def states(self) -> list[tuple[int, int]]:
        """Return the orientation and the pose of each look of the fastest scan, in order."""
        found = []
        here: tuple[_PartialScan, int] | None = (self, int(np.argmin(self.seconds)))
        while here is not None:
            scan, way = here
            ways = scan.look.ways
            found.append((int(ways.orientations[way]), int(ways.poses[way])))
            here = scan._back_pointers[way]
        return found[::-1]


def _view_states(rig: Rig, region: Component) -> list[_ViewStates]:
    by_seen: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, pose in enumerate(region.poses):
        positions = rig.visible_faces(pose)
        for number, orientation in enumerate(ORIENTATIONS):
            faces = {orientation.face_at(position) for position in positions}
            by_seen[sum(1 << FACES.index(face) for face in faces)].append((number, index))
    by_seen.pop(0, None)
    looks = []
    for number, (seen, held) in enumerate(sorted(by_seen.items())):
        orientations, poses = np.array(held, dtype=np.intp).T
        looks.append(_ViewStates(number, seen, States(region, orientations, poses)))
    return looks


def _legs(rig: Rig, start: RobotState, looks: Sequence[tuple[int, int]]) -> Iterable[ScanLeg]:
    """Go from look to look; whoever sees several faces at once has more stops on the same spot."""
    region = component_of(rig, start.pose)
    shown_faces: set[str] = set()
    here = start
    for number, pose in looks:
        rotation = int(ROTATION_BETWEEN[orientation_index(here.orientation), number])
        plan = plan_from_steps(
            rig,
            here,
            region.shortest_path(region.index[rig.canonical_pose(here.pose)], rotation, pose),
        )
        for position in rig.visible_faces(plan.end.pose):
            face = plan.end.orientation.face_at(position)
            if face not in shown_faces:
                shown_faces.add(face)
                turned = face_rotation(plan.end.orientation, position)
                yield ScanLeg(plan, ScanView(face, position, turned, plan.end))
                plan = plan_from_steps(rig, plan.end, ())
        here = plan.end


def face_rotation(orientation: Orientation, position: str) -> int:
    """Return how far the face at `position` is turned clockwise, seen from outside.

    The picture's top is the side on which the facelets of `position` have their first row.
    """
    sides = _clockwise_sides(position)
    return sides.index(orientation.position_of(_clockwise_sides(orientation.face_at(position))[0]))


def _clockwise_sides(face: str) -> tuple[str, str, str, str]:
    """Return the neighbours of a face, clockwise from the one above its first row."""
    below, right = (face_towards(vector) for vector in (FRAMES[face].down, FRAMES[face].right))
    return OPPOSITE[below], right, below, OPPOSITE[right]
