"""The steps of the setup in which the camera finds its place, and the cube is put in."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from files.lasting_names import lasting_cameras
from robot.errors import ForbiddenCommandError, RobotError, UnsupportedError
from robot.rigs.command import OPEN, Grip, MotionCommand, Move, gripper_name
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.errors import ApplicationError
from rokumen.setup.screen import AGAIN, OK, Choice, Dialogue, Screen
from rokumen.setup.servos import closed_further
from rokumen.setup.tools import HOLD_SECONDS, Tools
from rokumen.storage.robots import RobotFile, StoredPlace, save_changes
from vision.errors import VisionError

HOLD_THE_CUBE = "Hold the cube between the jaws"
_ELSEWHERE = Choice("elsewhere", "It looks from elsewhere: the first scan finds out where")
_KEEP = Choice("keep", "The cube is held well: go on")
_HELD, _SLIPPED = Choice("held", "It did not move"), Choice("slipped", "It slipped or fell")


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
            _cameras_words(seen) + " A number, or the URL of a phone or network camera.",
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
            _cameras_words(seen)
            + " The place of the cube is in the middle and fills half of the picture.",
            choices=(OK, AGAIN, _ELSEWHERE, Choice("other", "Another camera")),
            photo=photo,
            lines=(f"The camera gives pictures of {width} x {height}.",),
        )
        if answer != AGAIN.key:
            return answer


def _cameras_words(seen: tuple[str, ...]) -> str:
    if seen == ("U",):
        return "It looks straight down on the upper face of the cube, from 20 to 40 cm above."
    return f"Cameras look at {' and '.join(seen)}."


def load(robot: RobotFile, tools: Tools) -> Dialogue:
    """Put the cube in, let the camera see it, and close jaws that let it slip at rest further."""
    alert = ""
    while True:
        try:
            yield from put_in(robot, tools, alert)
            alert = _unseen(robot, tools)
        except UnsupportedError as error:
            yield Screen("Put the cube in", "White up and green in front.", (OK,), alert=str(error))
            return robot
        if alert:
            answer = yield Screen("The camera does not see the cube", alert, (AGAIN, _KEEP))
            if answer != _KEEP.key:
                continue
        slipped = yield from _let_go(robot, tools)
        if not slipped:
            return robot
        robot, alert = _further(robot, slipped)


def holding_alone(rig: Rig, gripper: str) -> tuple[MotionCommand, ...]:
    """Return the commands after which a gripper holds the cube at home as alone as the rig allows.

    Its wrist is turned, so that no jaw is below the cube. () where a cube needs no gripper.
    """
    others = [Grip(((each, OPEN),)) for each in rig.grippers if each != gripper]
    pose, commands = rig.home, []
    for command in (*others, *([Move(((gripper, 90),))] if gripper in rig.axes else ())):
        try:
            pose = rig.step(pose, command).after
        except ForbiddenCommandError:
            continue
        commands.append(command)
    return tuple(commands)


def _let_go(robot: RobotFile, tools: Tools) -> Generator[Screen, str, str]:
    """Let each gripper hold the cube at rest; return the one from which it slips, "" for none."""
    rig = load_rig(robot.rig)
    trials = {name: holding_alone(rig, name) for name in rig.grippers}
    if not all(trials.values()):
        return ""
    for name, commands in trials.items():
        yield Screen(
            "Let go of the cube, and hold a hand below it",
            f"The {gripper_name(name)} holds it alone now, turned to its side, and rests for "
            f"{HOLD_SECONDS:g} seconds. The cube must not move.",
            (Choice("ok", "My hand is below it"),),
        )
        slipped = tools.slips_at_rest(robot, commands, looks=_can_look(robot, tools))
        if slipped is None:
            answer = yield Screen("Did the cube stay where it was?", choices=(_HELD, _SLIPPED))
            slipped = answer == _SLIPPED.key
        if slipped:
            return name
    with tools.connected(robot) as connected:
        connected.home()
    return ""


def _further(robot: RobotFile, gripper: str) -> tuple[RobotFile, str]:
    """Return the robot with jaws that close a degree further, saved, and what to say of it."""
    the = gripper_name(gripper)
    if not robot.has_drive:
        return robot, (
            f"The cube slipped out of the {the}, whose pulses are built into the robot's firmware."
        )
    before = next((each for each in robot.servos if each.actuator == f"gripper:{gripper}"), None)
    after = before and closed_further(before, robot.limits)
    if before is None or after is None or after == before:
        return robot, (
            f"The cube slipped out of the {the}, which cannot be closed further from here: look at "
            "its horn and its jaws."
        )
    servos = tuple(after if each == before else each for each in robot.servos)
    robot = save_changes(robot, replace(robot, servos=servos))
    return robot, f"The cube slipped out of the {the}: its jaws close one degree further now."


def put_in(robot: RobotFile, tools: Tools, alert: str = "") -> Generator[Screen, str, None]:
    """Open the grippers and close them on the cube. Raises UnsupportedError and RobotError."""
    yield _opening(alert)
    with tools.connected(robot) as connected:
        connected.load()
        yield Screen(
            HOLD_THE_CUBE,
            "White up and green in front, its middle at the middle of the jaws. The grippers close "
            "on it one after the other.",
            (Choice("ok", "Close the grippers"),),
        )
        connected.home()


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
    if not _can_look(robot, tools):
        return ""
    try:
        return tools.sees_cube(robot)
    except (RobotError, VisionError) as error:
        return str(error)


def _can_look(robot: RobotFile, tools: Tools) -> bool:
    """Return whether a camera looks at a single face of the cube, from its usual place."""
    sees_more = any(len(seen) > 1 for seen in load_rig(robot.rig).cameras)
    return not (tools.has_own_camera(robot) or robot.places or sees_more)
