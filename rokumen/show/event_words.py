"""The events of a job in words, as the terminal and the pages show them."""

from __future__ import annotations

from collections.abc import Container, Sequence

from files.wording import counted
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, Paused
from robot.link.handshake import RobotInfo
from robot.planning.motion_plan import Plan
from robot.rigs.camera_places import place_text
from robot.rigs.command import command_words
from rokumen.jobs.events import (
    Challenge,
    CubeRead,
    JobEvent,
    MayJump,
    PictureTaken,
    PlacesDoubted,
    PlacesLearnt,
    PlanMade,
    Replanning,
    Rescanning,
    TurnMissing,
)
from solver.core.facelets import SOLVED
from solver.core.geometry import SIDES
from solver.engines.solution import Solution
from solver.notation.printing import moves_text
from vision.reading_result import Reading


def event_words(event: JobEvent, grippers: Container[str]) -> str:
    """Return what an event of a robot with these grippers says, "" for the end of a command.

    It begins with a small letter, and has no full stop.
    """
    match event:
        case MayJump(words=words, seconds=seconds):
            return f"{words[0].lower()}{words[1:]} It comes in {seconds:g} s"
        case PictureTaken(views=views, shown=shown):
            faces = ", ".join(SIDES[view.face] for view in views)
            return f"{shown} of 6 faces shown; now the {faces}"
        case PlacesLearnt(places=places):
            return f"the cameras look at {places_words(places)}"
        case PlacesDoubted(places=places):
            return (
                f"the pictures do not fit a camera that looks at {places_words(places)}, "
                "as it did before: looking for its place again"
            )
        case CubeRead(reading=reading):
            return _reading_words(reading)
        case PlanMade(solution=solution, plan=plan):
            return f"solved {solution_words(solution)}; {plan_words(plan)}"
        case CommandStarted(action=action):
            return command_words(action.command, grippers)
        case CommandDone():
            return ""
        case CommandFailed():
            return _failure_words(event, grippers)
        case Paused():
            return "paused, at the end of a turn or of a motion"
        case Replanning(why=why, avoided=avoided):
            axes = f", avoiding {' and '.join(avoided)}" if avoided else ""
            return f"{why}: stopped, scanning and planning again{axes}"
        case Rescanning(why=why):
            return f"{why.rstrip('.')}: scanning again"
        case TurnMissing(turn=turn):
            return f"turn {turn} was not made, as the camera shows: made up for"
        case Challenge(turn=turn):
            return f"the cube looks solved: {turn} is made and taken back, for the camera to see"


def robot_words(info: RobotInfo, port: str) -> str:
    """Return which robot is on which port: its firmware and its rig."""
    return f"{info.firmware}, a {info.rig} rig, on {port}"


def places_words(places: Sequence[str]) -> str:
    """Return what the cameras see, from the positions that each sees: "URF and D"."""
    return " and ".join(map(place_text, places))


def solution_words(solution: Solution) -> str:
    """Return how a cube is solved: "by lbl in 64 turns"."""
    return f"by {solution.method} in {counted(solution.htm, 'turn')}"


def plan_words(plan: Plan) -> str:
    """Return how much a robot moves: "168 commands, 187 s of motion"."""
    return f"{counted(len(plan.commands), 'command')}, {plan.seconds:.0f} s of motion"


def is_solved(reading: Reading) -> bool:
    """Return whether a reading shows a solved cube with certainty."""
    return reading.certain and reading.facelets == SOLVED


def capital(words: str) -> str:
    """Return words with a capital at their beginning, unless they begin with an address."""
    is_address = "://" in words.partition(" ")[0]
    return words if is_address else words[:1].upper() + words[1:]


def _reading_words(reading: Reading) -> str:
    if not reading.certain:
        return f"not certain: {reading.advice_to_camera}"
    return f"read with certainty: {'solved' if is_solved(reading) else 'a cube to solve'}"


def _failure_words(event: CommandFailed, grippers: Container[str]) -> str:
    turns = event.action.turns
    what = f"turn {moves_text(turns)}" if turns else command_words(event.action.command, grippers)
    then = event.next_step.description if event.next_step else "abandoning this plan"
    return f"{what}: {event.error}; {then}"
