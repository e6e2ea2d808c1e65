"""Encodes a job's events, and a robot's pose, as JSON messages of the pages."""

from __future__ import annotations

from typing import Any

from files.wording import capital
from robot.errors import RobotError
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from robot.planning.motion_plan import Plan
from robot.rigs.command import Command, Grip, Home, Move, Regrip, angle, axis_name, gripper_name
from robot.rigs.rig import Rig
from rokumen import NamedPose, Robot
from rokumen.jobs.events import CubeRead, PictureTaken, PlanMade
from rokumen.show.stage_names import in_full
from solver.core.geometry import FACES
from solver.solution import CubeSolution

Message = dict[str, Any]


def robot_message(robot: Robot) -> Message:
    """Return the message with robot, camera and pose."""
    return {
        "what": "robot",
        "words": f"{robot.info.words(robot.url)}; camera {robot.camera}",
        "pose": encode_pose(robot.pose),
        "sides": sides_of(robot.rig),
        "cameras": robot.camera.split(", ") if robot.camera else [],
        "jogs": can_do(robot, "jog"),
    }


def encode_event(event: RunEvent, rig: Rig) -> Message:
    """Return the message of an event, in which `words` are for the user.

    `held` of a command: the cube's faces that are at the positions U R F D L B after it.
    """
    words = event.words(rig.grippers)
    # The page puts a command after its number.
    said = words if isinstance(event, CommandStarted) else capital(words)
    return {
        **({"words": said} if said else {}),
        "what": event.kind,
        **({"trouble": True} if event.is_trouble else {}),
        **_event_data(event, rig),
    }


def _event_data(event: RunEvent, rig: Rig) -> Message:
    """Return what the page draws of an event."""
    match event:
        case PictureTaken(shown=shown):
            return {"shown": shown}
        case CubeRead():
            return _encode_reading(event)
        case PlanMade(solution=solution, plan=plan):
            return _encode_plan(solution, plan)
        case CommandStarted(action=action, number=number, total=total):
            return {
                "command": str(action.command),
                "number": number,
                "total": total,
                "at": round(action.start, 3),
                "turns": [str(turn) for turn in action.turns],
                "held": "".join(action.after.orientation.faces),
                "pose": _encode_targets(action.command, NamedPose.of(rig, action.after.pose)),
            }
        case CommandDone(action=action, seconds=seconds):
            return {
                "turns": [str(turn) for turn in action.turns],
                "pose": encode_pose(NamedPose.of(rig, action.after.pose)),
                "seconds": round(seconds, 3),
            }
        case CommandFailed(next_step=next_step):
            return {"again": next_step is not None}
    return {}


def _encode_reading(event: CubeRead) -> Message:
    reading = event.reading
    return {
        "facelets": reading.facelets,
        "scheme": dict(reading.scheme),
        "ambiguous": list(reading.ambiguous),
        "certain": reading.certain,
        "solved": event.is_solved,
        "trouble": not reading.certain,
    }


def sides_of(rig: Rig) -> dict[str, str]:
    """Return actuator -> the side of the cube on which it is; a base is below it."""
    at: tuple[str, ...] = getattr(rig, "positions", rig.axes)
    return {
        name: side if side in FACES else "D"
        for name, side in [*zip(rig.axes, at, strict=True), *zip(rig.grippers, at, strict=False)]
    }


def can_do(robot: Robot, command: str) -> bool:
    """Return whether a robot knows `load`, `off` or `jog`."""
    try:
        robot.require(command)
    except RobotError:
        return False
    return True


def encode_pose(pose: NamedPose) -> list[Message]:
    """Return the name and position of each actuator, as the page lists them.

    `actuator`: its name on the wire.
    """
    return [
        *(
            {
                "name": axis_name(name, pose.grips),
                "actuator": f"axis:{name}",
                "at": angle(degrees),
                "axis": name,
                "degrees": degrees,
            }
            for name, degrees in pose.angles.items()
        ),
        *(
            {
                "name": gripper_name(name),
                "actuator": f"gripper:{name}",
                "at": position,
                "gripper": name,
            }
            for name, position in pose.grips.items()
        ),
    ]


def _encode_targets(command: Command, after: NamedPose) -> list[Message]:
    """Return the pose after a command, with which actuators the command moves."""
    match command:
        case Move(targets=turned):
            moved = {f"axis:{axis}" for axis, _ in turned}
        case Grip(targets=gripped):
            moved = {f"gripper:{gripper}" for gripper, _ in gripped}
        case Regrip():
            moved = {f"axis:{axis}" for axis, _ in command.targets}
            moved |= {f"gripper:{gripper}" for gripper in command.grippers}
        case Home():
            moved = {actuator["actuator"] for actuator in encode_pose(after)}
    return [{**actuator, "moves": actuator["actuator"] in moved} for actuator in encode_pose(after)]


def _encode_plan(solution: CubeSolution, plan: Plan) -> Message:
    return {
        "stages": [
            {
                "name": in_full(stage.name),
                "note": stage.note,
                "moves": [str(move) for move in stage.turns],
            }
            for stage in solution.stages
        ],
        "commands": len(plan.commands),
        "rows": list(plan.timetable.rows),
        "bars": [
            {
                "row": bar.row,
                "start": round(bar.start, 3),
                "seconds": round(bar.seconds, 3),
                "label": bar.label,
                "kind": bar.kind,
            }
            for bar in plan.timetable.bars
        ],
        "seconds": round(plan.seconds, 3),
    }
