"""Plans the fastest motion that shows all six faces to the camera (Held-Karp)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

import numpy as np

from robot.errors import RigError
from robot.planning.motion_plan import Plan, plan_from_steps
from robot.planning.partial_scan import find_partial_scan
from robot.planning.robot_state import RobotState, ScanView, views_from
from robot.planning.state_graph import (
    ROTATION_BETWEEN,
    Component,
    Floats,
    States,
    component_of,
    orientation_index,
)
from robot.rigs.camera_places import place_text, with_cameras
from robot.rigs.rig import Rig, canonical_pose, whole_faces
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS

_ALL_FACES = 2 ** len(FACES) - 1
# Of so many cubes, of all, the sixth face does not follow from the others.
_SIXTH_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class ScanLeg:
    """The motion to the next stop of a scan, and what the cameras see there."""

    plan: Plan
    views: tuple[ScanView, ...]


# A robot scans from the same few states again and again.
@lru_cache(maxsize=64)
def plan_scan(rig: Rig, start: RobotState) -> tuple[ScanLeg, ...]:
    """Return the fastest motion that shows all six faces to the cameras, in any order.

    Where each camera sees one position, five are shown soon: the sixth one is shown where it does
    not follow from these, and the time until then counts by how often that is so.

    Dynamic programming over the set of seen faces and the robot state (Held and Karp 1962). Where
    grippers always hide stickers, faces are shown in several ways, and the motion is the fastest
    that a beam search finds. Raises RigError for a rig that cannot show all stickers.
    """
    component = component_of(rig, start.pose)
    views = _view_states(rig, component)
    here = _only_state(rig, component, start)
    scans: dict[tuple[int, int], _PartialScan] = {}
    for view in views:
        scan = scans.setdefault((view.seen, view.number), _PartialScan(view))
        scan.relax(component.seconds_between(here, view.states), None)
    between = {
        (one.number, other.number): component.seconds_between(one.states, other.states)
        for one, other in permutations(views, 2)
    }
    for seen in range(1, _ALL_FACES):
        so_far = [scans[seen, view.number] for view in views if (seen, view.number) in scans]
        is_last = seen.bit_count() == len(FACES) - 1
        share = _SIXTH_SHARE if is_last and all(len(at) == 1 for at in rig.cameras) else 1.0
        for scan, view in product(so_far, views):
            if view.seen | seen != seen:
                key = view.seen | seen, view.number
                further = share * between[scan.view.number, view.number]
                after = scans.setdefault(key, _PartialScan(view))
                after.relax(scan.seconds[:, None] + further, scan)
    complete = [
        scans[_ALL_FACES, view.number] for view in views if (_ALL_FACES, view.number) in scans
    ]
    best = min(complete, key=lambda scan: scan.seconds.min(), default=None)
    if best is None or not np.isfinite(best.seconds.min()):
        parts = find_partial_scan(rig, component, here)
        if parts is not None:
            return tuple(_legs(rig, start, parts))
        places = " and ".join(place_text(place) for place in rig.cameras)
        raise RigError(
            f"the {rig.name} rig cannot show all six faces to a camera that looks at {places}"
        )
    return tuple(_legs(rig, start, best.states()))


@lru_cache(maxsize=256)
def plan_view(
    rig: Rig, start: RobotState, face: str, stickers: frozenset[int], least: int
) -> ScanLeg:
    """Return the fastest motion after which a camera sees a face of the cube.

    Of its `stickers` (0 to 8) at least so many are not hidden there. Raises RigError where the rig
    shows the cameras no such view.
    """
    component = component_of(rig, start.pose)
    held = [
        (orientation_index(view.holding.orientation), index)
        for index, pose in enumerate(component.poses)
        for position in {sight.position for sight in rig.sights(pose)}
        for orientation in ORIENTATIONS
        if orientation.face_at(position) == face
        for view in views_from(rig, RobotState(orientation, pose))
        if view.face == face and len(stickers - view.hidden_facelets) >= least
    ]
    if not held:
        raise RigError(f"the {rig.name} rig shows no camera the face {face}")
    orientations, poses = np.array(held, dtype=np.intp).T
    here = _only_state(rig, component, start)
    seconds = component.seconds_between(here, States(component, orientations, poses))[0]
    best = int(np.argmin(seconds))
    if not np.isfinite(seconds[best]):
        raise RigError(f"the {rig.name} rig cannot show the face {face} from where it stands")
    (leg,) = _legs(rig, start, [held[best]])
    return leg


def scan_legs(rig: Rig, places: Sequence[str], start: RobotState) -> Iterable[ScanLeg]:
    """Return the motions of a scan by cameras at some places; a search if none is known.

    Raises RigError for a rig that cannot show all stickers there.
    """
    return plan_scan(with_cameras(rig, places), start) if any(places) else plan_search(rig, start)


def plan_search(rig: Rig, start: RobotState) -> Iterator[ScanLeg]:
    """Yield motions that show all six faces at each position at which the rig can, in turn.

    So a camera sees them all, wherever it looks. Raises RigError for a rig that cannot show them
    at any position.
    """
    found = False
    for position in FACES:
        with suppress(RigError):
            legs = plan_scan(with_cameras(rig, (position,)), start)
            found = True
            yield from legs
            start = legs[-1].plan.end
    if not found:
        raise RigError(
            f"the {rig.name} rig shows no camera all six faces at one position: say where the "
            "cameras look"
        )


@dataclass(frozen=True, slots=True)
class _ViewStates:
    """States in which the camera sees the same faces (`seen`: one bit for each of FACES)."""

    number: int
    seen: int
    states: States


class _PartialScan:
    """The least seconds to have seen certain faces and end in each state of `view`."""

    def __init__(self, view: _ViewStates) -> None:
        self.view = view
        self.seconds: Floats = np.full(len(view.states.poses), np.inf)
        self._back_pointers: list[tuple[_PartialScan, int] | None] = [None] * len(view.states.poses)

    def relax(self, reached: Floats, before: _PartialScan | None) -> None:
        """Store faster arrivals; `reached` has a row for each state of the scan `before`."""
        origins = np.argmin(reached, axis=0)
        soonest = reached[origins, np.arange(len(self.seconds))]
        for index in np.flatnonzero(soonest < self.seconds):
            self.seconds[index] = soonest[index]
            self._back_pointers[index] = None if before is None else (before, int(origins[index]))

    def states(self) -> list[tuple[int, int]]:
        """Return the orientation and the pose of each view of the fastest scan, in order."""
        found = []
        here: tuple[_PartialScan, int] | None = (self, int(np.argmin(self.seconds)))
        while here is not None:
            scan, index = here
            states = scan.view.states
            found.append((int(states.orientations[index]), int(states.poses[index])))
            here = scan._back_pointers[index]
        return found[::-1]


def _only_state(rig: Rig, component: Component, state: RobotState) -> States:
    return States(
        component,
        np.array([orientation_index(state.orientation)]),
        np.array([component.index[canonical_pose(rig, state.pose)]]),
    )


def _view_states(rig: Rig, component: Component) -> list[_ViewStates]:
    by_seen: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, pose in enumerate(component.poses):
        positions = whole_faces(rig, pose)
        for number, orientation in enumerate(ORIENTATIONS):
            faces = {orientation.face_at(position) for position in positions}
            by_seen[sum(1 << FACES.index(face) for face in faces)].append((number, index))
    by_seen.pop(0, None)
    views = []
    for number, (seen, held) in enumerate(sorted(by_seen.items())):
        orientations, poses = np.array(held, dtype=np.intp).T
        views.append(_ViewStates(number, seen, States(component, orientations, poses)))
    return views


def _legs(rig: Rig, start: RobotState, views: Sequence[tuple[int, int]]) -> Iterable[ScanLeg]:
    """Return the legs from view to view."""
    component = component_of(rig, start.pose)
    here = start
    for number, pose in views:
        rotation = int(ROTATION_BETWEEN[orientation_index(here.orientation), number])
        begun = component.index[canonical_pose(rig, here.pose)]
        plan = plan_from_steps(rig, here, component.shortest_path(begun, rotation, pose))
        here = plan.end
        yield ScanLeg(plan, views_from(rig, here))
