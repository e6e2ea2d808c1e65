"""Encodes job events as JSON messages, each with a text for the user."""

from __future__ import annotations

from typing import Any

from robot.errors import RobotError
from robot.execution.executor import CommandDone, CommandFailed, CommandStarted, Paused
from robot.rigs.actuator_names import angle, axis_name, command_words, gripper_name
from robot.rigs.camera_places import place_text
from robot.rigs.command import Command, Grip, Home, Move
from robot.rigs.rig import Rig
from rokumen import NamedPose, Robot
from rokumen.jobs.events import (
    CubeRead,
    JobEvent,
    PictureTaken,
    PlacesDoubted,
    PlacesLearnt,
    PlanMade,
    Replanning,
    Rescanning,
    TurnMissing,
)
from rokumen.show.stage_names import in_full
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES, SIDES
from solver.notation.printing import moves_text
from vision.reading_result import Reading

Message = dict[str, Any]


def robot_message(robot: Robot) -> Message:
    """Return the message with robot, camera and pose."""
    info = robot.info
    return {
        "what": "robot",
        "words": f"{info.firmware}, a {info.rig} rig, on {robot.url}; camera {robot.camera}",
        "pose": encode_pose(robot.pose),
        "sides": sides_of(robot.rig),
        "cameras": robot.camera.split(", ") if robot.camera else [],
        "jogs": can_do(robot, "jog"),
    }


def encode_event(event: JobEvent, rig: Rig) -> Message:
    """Return the message of an event.

    `held` of a command: the cube's faces that are at the positions U R F D L B after it.
    """
    match event:
        case PictureTaken(views=views, shown=shown):
            faces = ", ".join(SIDES[view.face] for view in views)
            words = f"{shown} of 6 faces shown; now the {faces}"
            return {"what": "looked", "words": words, "shown": shown}
        case PlacesLearnt(places=places):
            looks = " and ".join(map(place_text, places))
            return {"what": "learnt", "words": f"The cameras look at {looks}"}
        case PlacesDoubted(places=places):
            looks = " and ".join(map(place_text, places))
            words = f"The cameras no longer look at {looks}: looking for their places again"
            return {"what": "learnt", "words": words}
        case CubeRead(reading=reading):
            return _read(reading)
        case PlanMade():
            return _planned(event, rig)
        case CommandStarted(action=action, number=number, total=total):
            return {
                "what": "began",
                "words": command_words(action.command, rig.grippers),
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
                "what": "ended",
                "turns": [str(turn) for turn in action.turns],
                "pose": encode_pose(NamedPose.of(rig, action.after.pose)),
                "seconds": round(seconds, 3),
            }
        case CommandFailed():
            return _failed(event, rig)
        case Paused():
            return {"what": "paused", "words": "Paused, at the end of a turn or of a motion"}
        case Replanning(why=why, avoided=avoided):
            axes = f", avoiding {' and '.join(avoided)}" if avoided else ""
            return {
                "what": "replanning",
                "words": f"{why}: stopped, scanning and planning again{axes}",
                "trouble": True,
            }
        case Rescanning(why=why):
            return {"what": "looking again", "words": f"{why}: scanning again", "trouble": True}
        case TurnMissing(turn=turn):
            return {
                "what": "turn missing",
                "words": f"Turn {turn} was not made, as the camera shows: made up for",
                "trouble": True,
            }


def _read(reading: Reading) -> Message:
    solved = reading.certain and reading.facelets == SOLVED
    certain = f"Read with certainty: {'solved' if solved else 'a cube to solve'}"
    return {
        "what": "read",
        "words": certain if reading.certain else f"Not certain: {reading.advice}",
        "facelets": reading.facelets,
        "scheme": dict(reading.scheme),
        "ambiguous": list(reading.ambiguous),
        "certain": reading.certain,
        "solved": solved,
        "trouble": not reading.certain,
    }


def _failed(event: CommandFailed, rig: Rig) -> Message:
    turns = event.action.turns
    command = command_words(event.action.command, rig.grippers).capitalize()
    what = f"Turn {moves_text(turns)}" if turns else command
    next_action = event.next_step.description if event.next_step else "abandoning this plan"
    return {
        "what": "failed",
        "words": f"{what}: {event.error}; {next_action}",
        "again": event.next_step is not None,
        "trouble": True,
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
        case Home():
            moved = {actuator["actuator"] for actuator in encode_pose(after)}
    return [{**actuator, "moves": actuator["actuator"] in moved} for actuator in encode_pose(after)]


def _planned(event: PlanMade, rig: Rig) -> Message:
    solution, plan = event.solution, event.plan
    return {
        "what": "planned",
        "words": (
            f"Solved by {solution.method} in {solution.htm} turns; "
            f"{len(plan.commands)} commands, {plan.seconds:.0f} s of motion"
        ),
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
