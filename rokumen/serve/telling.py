"""The events of a job as the page is told them: JSON, with a sentence for people in each."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from robot.command import Pose
from robot.executor import Began, Caught, Ended
from robot.link import Link
from robot.rig import Rig
from rokumen.job import Event, Looked, LookingAgain, Planned, Read, Replanning
from rokumen.output import moves_text
from rokumen.show.timetable import bars, rows
from solver.facelets import SOLVED

Message = dict[str, Any]


def greeting(link: Link, camera: str) -> Message:
    """Say which robot and which camera there are, and where the actuators stand."""
    said = link.greeting
    return {
        "what": "robot",
        "words": f"{said.firmware}, a {said.rig} rig, on {link.url}; camera {camera}",
        "pose": pose(link.rig, link.pose()),
    }


def told(event: Event, rig: Rig) -> Message:
    """Say what has happened."""
    match event:
        case Looked(stop=stop, number=number):
            return {"what": "looked", "words": f"Picture {number} of 6: the {stop.face} face"}
        case Read(reading=reading):
            seen = "solved" if reading.facelets == SOLVED else "a cube"
            sure = f"Read: {seen}, with certainty"
            return {
                "what": "read",
                "words": sure if reading.certain else f"Not certain: {reading.advice}",
                "facelets": reading.facelets,
                "scheme": dict(reading.scheme),
                "ambiguous": list(reading.ambiguous),
                "certain": reading.certain,
                "trouble": not reading.certain,
            }
        case Planned():
            return _planned(event, rig)
        case Began(action=action, number=number, total=total):
            return {
                "what": "began",
                "words": str(action.command),
                "number": number,
                "total": total,
                "at": round(action.start, 3),
            }
        case Ended(action=action, seconds=seconds):
            return {
                "what": "ended",
                "turns": [str(turn) for turn in action.turns],
                "pose": pose(rig, action.after.pose),
                "seconds": round(seconds, 3),
            }
        case Caught(action=action, error=error, rung=rung):
            what = f"Turn {moves_text(action.turns)}" if action.turns else str(action.command)
            then = rung.words if rung else "giving this plan up"
            return {
                "what": "caught",
                "words": f"{what}: {error}; {then}",
                "again": rung is not None,
                "trouble": True,
            }
        case Replanning(why=why, avoided=avoided):
            hands = f", turning less with {' and '.join(avoided)}" if avoided else ""
            return {
                "what": "replanning",
                "words": f"{why}: holding, scanning again and planning anew{hands}",
                "trouble": True,
            }
        case LookingAgain(why=why):
            return {"what": "looking again", "words": f"{why}: looking again", "trouble": True}


def pose(rig: Rig, stands: Pose) -> list[dict[str, str]]:
    """Say where each actuator stands, as the page lists it."""
    angles = zip(rig.axes, stands.angles, strict=True)
    grips = zip(rig.grippers, stands.grips, strict=True)
    return [
        *({"name": f"{name} turns", "at": f"{angle:+.0f}°"} for name, angle in angles),
        *({"name": f"{name} grips", "at": position} for name, position in grips),
    ]


def _planned(event: Planned, rig: Rig) -> Message:
    solution, plan = event.solution, event.plan
    return {
        "what": "planned",
        "words": (
            f"Solved by {solution.method} in {solution.htm} turns; "
            f"{len(plan.actions)} commands, {plan.seconds:.0f} s of motion"
        ),
        "stages": [
            {"name": stage.name, "note": stage.note, "moves": [str(move) for move in stage.moves]}
            for stage in solution.stages
        ],
        "commands": len(plan.actions),
        "rows": list(rows(rig)),
        "bars": [
            {**asdict(bar), "start": round(bar.start, 3), "seconds": round(bar.seconds, 3)}
            for bar in bars(rig, plan)
        ],
        "seconds": round(plan.seconds, 3),
    }
