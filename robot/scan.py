"""The fastest way to show all six faces of the cube to the camera."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from robot.errors import RigError
from robot.graph import BETWEEN, Floats, Region, Ways, number_of, region_of
from robot.motion import Holding, Plan, timetable
from robot.rig import Rig
from solver.geometry import FACES, FRAMES, OPPOSITE, face_towards
from solver.orientation import ORIENTATIONS, Orientation

_ALL_SEEN = 2 ** len(FACES) - 1


@dataclass(frozen=True, slots=True)
class ScanStop:
    """A moment at which a camera sees `face`, at `position` of space, with no hand over it.

    `quarter_turns` says how far the face is turned clockwise in the picture, against the way its
    facelets are numbered.
    """

    face: str
    position: str
    quarter_turns: int
    holding: Holding


@dataclass(frozen=True, slots=True)
class ScanLeg:
    """The way to the next stop of a scan."""

    plan: Plan
    stop: ScanStop


def plan_scan(rig: Rig, start: Holding) -> tuple[ScanLeg, ...]:
    """Find the fastest way to show all six faces to the camera, in whatever order.

    Dynamic programming over which faces have been seen and how the cube is held then (Held and Karp
    1962). Raises RigError for a rig that cannot show them all.
    """
    region = region_of(rig, start.pose)
    looks = _looks(rig, region)
    here = Ways(
        region,
        np.array([number_of(start.orientation)]),
        np.array([region.index[rig.like(start.pose)]]),
    )
    scans: dict[tuple[int, int], _Scanned] = {}
    for look in looks:
        scan = scans.setdefault((look.seen, look.number), _Scanned(look))
        scan.improve(region.seconds_between(here, look.ways), None)
    for seen in range(1, _ALL_SEEN):
        so_far = [scans[seen, look.number] for look in looks if (seen, look.number) in scans]
        for scan, look in product(so_far, looks):
            if look.seen | seen != seen:
                key = look.seen | seen, look.number
                further = region.seconds_between(scan.look.ways, look.ways)
                after = scans.setdefault(key, _Scanned(look))
                after.improve(scan.seconds[:, None] + further, scan)
    complete = [
        scans[_ALL_SEEN, look.number] for look in looks if (_ALL_SEEN, look.number) in scans
    ]
    best = min(complete, key=lambda scan: scan.seconds.min(), default=None)
    if best is None or not np.isfinite(best.seconds.min()):
        raise RigError(f"the {rig.name} rig cannot show all six faces to its camera")
    return tuple(_legs(rig, start, best.ways_of_looking()))


@dataclass(frozen=True, slots=True)
class _Look:
    """Ways of holding the cube in which the same faces are seen (a bit for each of FACES)."""

    number: int
    seen: int
    ways: Ways


class _Scanned:
    """The least seconds to have seen certain faces, ending in each of the ways of a look."""

    def __init__(self, look: _Look) -> None:
        self.look = look
        self.seconds: Floats = np.full(len(look.ways.poses), np.inf)
        self._came: list[tuple[_Scanned, int] | None] = [None] * len(look.ways.poses)

    def improve(self, reached: Floats, before: _Scanned | None) -> None:
        """Take up whatever is reached sooner, from each of the ways before (rows)."""
        sooner = np.min(reached, axis=0) < self.seconds
        origins = np.argmin(reached, axis=0)
        for way in np.flatnonzero(sooner):
            self.seconds[way] = reached[origins[way], way]
            self._came[way] = None if before is None else (before, int(origins[way]))

    def ways_of_looking(self) -> list[tuple[int, int]]:
        """Give the orientation and the pose of each look of the quickest scan, in order."""
        found = []
        here: tuple[_Scanned, int] | None = (self, int(np.argmin(self.seconds)))
        while here is not None:
            scan, way = here
            ways = scan.look.ways
            found.append((int(ways.orientations[way]), int(ways.poses[way])))
            here = scan._came[way]
        return found[::-1]


def _looks(rig: Rig, region: Region) -> list[_Look]:
    by_seen: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, pose in enumerate(region.poses):
        positions = rig.shown(pose)
        for number, orientation in enumerate(ORIENTATIONS):
            faces = {orientation.face_at(position) for position in positions}
            by_seen[sum(1 << FACES.index(face) for face in faces)].append((number, index))
    by_seen.pop(0, None)
    looks = []
    for number, (seen, held) in enumerate(sorted(by_seen.items())):
        orientations, poses = np.array(held, dtype=np.intp).T
        looks.append(_Look(number, seen, Ways(region, orientations, poses)))
    return looks


def _legs(rig: Rig, start: Holding, looks: Sequence[tuple[int, int]]) -> Iterable[ScanLeg]:
    """Go from look to look; whoever sees several faces at once has more stops on the same spot."""
    region = region_of(rig, start.pose)
    seen: set[str] = set()
    here = start
    for number, pose in looks:
        rotation = int(BETWEEN[number_of(here.orientation), number])
        plan = timetable(rig, here, region.path(region.index[rig.like(here.pose)], rotation, pose))
        for position in rig.shown(plan.end.pose):
            face = plan.end.orientation.face_at(position)
            if face not in seen:
                seen.add(face)
                turned = quarter_turns_seen(plan.end.orientation, position)
                yield ScanLeg(plan, ScanStop(face, position, turned, plan.end))
                plan = timetable(rig, plan.end, ())
        here = plan.end


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
