"""The steps of the setup in which the camera finds its place, and the cube is put in."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from files.lasting_names import lasting_cameras
from robot.errors import RobotError, UnsupportedError
from robot.rigs.registry import load_rig
from rokumen.api.robot import Robot
from rokumen.errors import ApplicationError
from rokumen.setup.screen import AGAIN, OK, Choice, Dialogue, Screen
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile, StoredPlace
from vision.errors import VisionError

HOLD_THE_CUBE = "Hold the cube between the jaws"
_ELSEWHERE = Choice("elsewhere", "It looks from elsewhere: the first scan finds out where")
_KEEP = Choice("keep", "The cube is held well: go on")


def camera(robot: RobotFile, tools: Tools) -> Dialogue:
    """Ask for the camera, and show its picture until it is in its place."""
    seen = load_rig(robot.rig).cameras
    if tools.has_own_camera(robot):
        yield Screen("The simulated robot has its own camera", choices=(OK,))
        return robot
    found = tools.cameras()
    alert = ""
    while True:
        answer = yield Screen(
            "Which camera looks at the cube?",
            _where(seen) + " A number, or the URL of a phone or network camera.",
            choices=tuple(Choice(str(each.number), f"{each.name} {each.status}") for each in found),
            entry="Camera",
            default=robot.camera or "0",
            alert=alert,
        )
        names = answer.split(",")
        if len(names) != len(seen):
            alert = f"{answer!r} names {len(names)}; this rig has {len(seen)}: part them by commas."
            continue
        try:
            where = yield from _placed(names[0], seen, tools)
        except (VisionError, ApplicationError) as error:
            alert = str(error)
            continue
        kept = lasting_cameras(answer)
        if where == OK.key:
            return replace(robot, camera=kept, places=())
        if where == _ELSEWHERE.key:
            return replace(robot, camera=kept, places=(StoredPlace(),) * len(names))


def _placed(name: str, seen: tuple[str, ...], tools: Tools) -> Generator[Screen, str, str]:
    """Show the picture of a camera until it is right; return the key of the last answer."""
    while True:
        photo = tools.photo(name)
        height, width = photo.shape[:2]
        answer = yield Screen(
            "Bring the camera to its place",
            _where(seen) + " The place of the cube is in the middle and fills half of the picture.",
            choices=(OK, AGAIN, _ELSEWHERE, Choice("other", "Another camera")),
            photo=photo,
            lines=(f"The camera gives pictures of {width} x {height}.",),
        )
        if answer != AGAIN.key:
            return answer


def _where(seen: tuple[str, ...]) -> str:
    if seen == ("U",):
        return "It looks straight down on the upper face of the cube, from 20 to 40 cm above."
    return f"Cameras look at {' and '.join(seen)}."


def load(robot: RobotFile, tools: Tools) -> Dialogue:
    """Put the cube in, and let the camera see it."""
    alert = ""
    while True:
        try:
            yield from put_in(robot, tools, alert)
            alert = _unseen(robot, tools)
        except UnsupportedError as error:
            yield Screen("Put the cube in", "White up and green in front.", (OK,), alert=str(error))
            return robot
        if not alert:
            return robot
        answer = yield Screen("The camera does not see the cube", alert, (AGAIN, _KEEP))
        if answer == _KEEP.key:
            return robot


def put_in(
    robot: RobotFile,
    tools: Tools,
    alert: str = "",
    while_open: Callable[[Robot], None] = lambda opened: None,
) -> Generator[Screen, str, None]:
    """Open the grippers and close them on the cube; `while_open` is called in between.

    Raises UnsupportedError and RobotError.
    """
    yield _opening(alert)
    with tools.connected(robot) as connected:
        connected.load()
        while_open(connected)
        yield Screen(
            HOLD_THE_CUBE,
            "White up and green in front, its middle at the middle of the jaws. The grippers close "
            "on it one after the other.",
            (Choice("ok", "Close the grippers"),),
        )
        connected.home()
    yield Screen(
        "Tug at the cube gently",
        "It must not move. If it does, the closed pulses are too wide: do the step `angles` again.",
        (Choice("ok", "It holds"),),
    )


def take_out(robot: RobotFile, tools: Tools) -> Generator[Screen, str, None]:
    """Open the grippers, so that the cube can be taken out. Raises what `put_in` does."""
    yield _opening()
    with tools.connected(robot) as connected:
        connected.load()


def _opening(alert: str = "") -> Screen:
    return Screen(
        "The grippers open now",
        "Keep your fingers away from the jaws. If they hold a cube, hold it too.",
        (OK,),
        alert=alert,
    )


def _unseen(robot: RobotFile, tools: Tools) -> str:
    """Return why the camera does not see the cube, "" if it does or has no single face to see."""
    if (
        tools.has_own_camera(robot)
        or robot.places
        or any(len(seen) > 1 for seen in load_rig(robot.rig).cameras)
    ):
        return ""
    try:
        return tools.sees_cube(robot)
    except (RobotError, VisionError) as error:
        return str(error)
