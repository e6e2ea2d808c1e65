"""Where the cameras of a robot are taken to look, and the places that a robot keeps."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from files.lasting_names import lasting_cameras
from robot.errors import RigError
from robot.rigs.camera_places import parse_places, with_cameras
from robot.rigs.rig import Rig
from rokumen.errors import InputError
from rokumen.storage.robots import StoredPlace, change_robot, load_robot
from vision.held.placed_views import CameraPlace

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlaceMemory:
    """Where the cameras of a robot with a name are kept: in its file. Without a name, nowhere."""

    robot: str = ""

    def keep(self, places: Sequence[CameraPlace]) -> None:
        """Store where each camera looks; a file that cannot be written is logged as a warning."""
        if not self.robot:
            return
        stored = tuple(StoredPlace.of(place) for place in places)
        try:
            change_robot(self.robot, lambda robot: replace(robot, places=stored))
        except InputError as error:
            _log.warning("where the cameras look is not kept: %s", error)


NO_MEMORY = PlaceMemory()


def memory_of(robot: str, cameras: str) -> PlaceMemory:
    """Return the memory of cameras' places: the robot's file if the cameras are its own, or none.

    `robot`: its name, "" for none; `cameras`: their names, with commas. Raises InputError.
    """
    if not robot:
        return NO_MEMORY
    kept = load_robot(robot).camera
    is_own = kept == "" or lasting_cameras(kept) == lasting_cameras(cameras)
    return PlaceMemory(robot) if is_own else NO_MEMORY


def places_to_begin(
    rig: Rig, names: str, count: int, camera_at: str, memory: PlaceMemory = NO_MEMORY
) -> tuple[CameraPlace, ...]:
    """Return where each of some cameras looks: as the user says, as was kept, or as the rig's.

    `camera_at`: as the user gave them, "" where not said. Raises InputError where they are not as
    many as the cameras.
    """
    kept = load_robot(memory.robot).places if memory.robot and not camera_at else ()
    if not kept:
        return tuple(map(CameraPlace, _places_said(rig, names, count, camera_at)))
    if len(kept) != count:
        raise InputError(
            f"the robot {memory.robot!r} keeps where {len(kept)} cameras look, and --camera "
            f"{names!r} names {count}: say where they look with --camera-at, once for each"
        )
    return tuple(place.place() for place in kept)


def _places_said(rig: Rig, names: str, count: int, camera_at: str) -> tuple[str, ...]:
    """Return the positions that each of some cameras sees, "" for those that are not known.

    More cameras than the rig has may be anywhere. Raises InputError if they are fewer, or not as
    many as places.
    """
    if not camera_at:
        if count < len(rig.cameras):
            raise InputError(
                f"--camera {names!r} names {count}; the {rig.name} rig has {len(rig.cameras)}, on "
                f"{' and '.join(rig.cameras)}: give --camera several times"
            )
        return (*rig.cameras, *[""] * (count - len(rig.cameras)))
    try:
        places = parse_places(camera_at)
        with_cameras(rig, places)
    except RigError as error:
        raise InputError(f"--camera-at {camera_at!r}: {error}") from error
    if len(places) != count:
        raise InputError(
            f"--camera-at {camera_at!r} gives {len(places)} places for {count} cameras ({names}): "
            "give it once for each camera, in their order"
        )
    return places
