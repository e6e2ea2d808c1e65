"""The cameras of the labelled pictures, and the halves for choosing numbers and for judging them.

A drawn cube has a camera, a light and colours of its own. Of real photographs the names of files
say which camera took them, and of pictures by robots their numbers.
"""

from __future__ import annotations

from pathlib import Path

# The first number of each run of pictures of robot-photos by one camera.
ROBOT_CAMERAS = (
    (2000, "robot A"),
    (2102, "robot C"),
    (2242, "robot B"),
    (2299, "robot C"),
    (2484, "robot D"),
    (4531, "robot E"),
    (4603, "robot F"),
)
# The first letters of the names of real-photos by one camera; the first that fits counts.
REAL_CAMERAS = ("cubecolor", "cubix", "lazycube_PXL", "lazycube")
# The cameras of real-photos and robot-photos with which numbers in the code were chosen. Of the
# drawn cubes these are the even ones.
CHOSEN_ON = frozenset({"cubecolor", "cubix", "robot A", "robot B", "robot E", "robot F"})


def camera_of(picture: Path) -> str:
    """Return the name of the camera of a labelled picture, from its path."""
    folder, name = picture.parent.name, picture.stem
    if folder == "robot-photos":
        return max((first, camera) for first, camera in ROBOT_CAMERAS if first <= int(name))[1]
    if folder == "real-photos":
        return next(camera for camera in REAL_CAMERAS if name.startswith(camera))
    return f"{picture.parent.parent.name}/{folder}"


def is_chosen_on(camera: str) -> bool:
    """Return whether numbers were chosen with this camera; with the others they are judged."""
    _, slash, cube = camera.partition("/")
    if slash:
        return int(cube.removeprefix("cube")) % 2 == 0
    return camera in CHOSEN_ON


def left_out_together(camera: str) -> str:
    """Return the name of the cameras that are left out with this one when colours are fitted.

    A real camera is left out alone, and a drawn one with its half of the drawn cubes.
    """
    if "/" not in camera:
        return camera
    return "even cubes" if is_chosen_on(camera) else "odd cubes"
