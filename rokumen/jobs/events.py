"""What a job publishes while it runs, beside the events of robot.execution, each with its words."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from files.wording import counted
from robot.execution.events import RunEvent
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import ScanView
from robot.rigs.camera_places import place_text
from robot.rigs.command import axis_name
from solver.core.facelets import SOLVED
from solver.core.geometry import SIDES
from solver.core.turn import Turn
from solver.notation.printing import moves_text
from solver.solution import CubeSolution
from vision.reading_result import Reading


def places_words(places: Sequence[str]) -> str:
    """Return what the cameras see, from the positions that each sees: "URF and D"."""
    return " and ".join(map(place_text, places))


@dataclass(frozen=True, slots=True)
class MayJump(RunEvent):
    """Servos have no power, so that they may jump at the first motion, in `seconds` seconds."""

    kind = "may jump"
    is_trouble = True
    warning: ClassVar[str] = "The servos have no power: the first motion may jump. Stand clear."

    seconds: float

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"{self.warning[0].lower()}{self.warning[1:]} It comes in {self.seconds:g} s"


@dataclass(frozen=True, slots=True)
class PictureTaken(RunEvent):
    """The cameras have taken pictures of `views`; of the six faces `shown` have been shown now."""

    kind = "looked"

    views: tuple[ScanView, ...]
    shown: int

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        faces = ", ".join(SIDES[view.face] for view in self.views)
        return f"{self.shown} of 6 faces shown; now the {faces}"


@dataclass(frozen=True, slots=True)
class PlacesLearnt(RunEvent):
    """The pictures of a scan have shown where the cameras look: the positions of each.

    `robot`: the name of the robot that keeps them, "" for none.
    """

    kind = "learnt"

    places: tuple[str, ...]
    robot: str = ""

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"the cameras look at {places_words(self.places)}"


@dataclass(frozen=True, slots=True)
class PlacesDoubted(RunEvent):
    """A scan failed with the places that a robot has kept, which are looked for again."""

    kind = "learnt"

    places: tuple[str, ...]

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return (
            f"the pictures do not fit a camera that looks at {places_words(self.places)}, "
            "as it did before: looking for its place again"
        )


@dataclass(frozen=True, slots=True)
class CubeRead(RunEvent):
    """A scan was read, with certainty or not."""

    kind = "read"

    reading: Reading

    @property
    def is_solved(self) -> bool:
        """Return whether it shows a solved cube with certainty."""
        return self.reading.certain and self.reading.facelets == SOLVED

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        if not self.reading.certain:
            return f"not certain: {self.reading.advice_to_camera}"
        return f"read with certainty: {'solved' if self.is_solved else 'a cube to solve'}"

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        facelets, certain = self.reading.facelets, self.reading.certain
        return {"record": "scan", "facelets": facelets, "certain": certain}


@dataclass(frozen=True, slots=True)
class PlanMade(RunEvent):
    """A solution was found and planned as motion."""

    kind = "planned"

    solution: CubeSolution
    plan: Plan

    @property
    def solution_words(self) -> str:
        """Return how the cube is solved: "by lbl in 64 turns"."""
        return f"by {self.solution.method} in {counted(self.solution.htm, 'turn')}"

    @property
    def plan_words(self) -> str:
        """Return how much the robot moves: "168 commands, 187 s of motion"."""
        return f"{counted(len(self.plan.commands), 'command')}, {self.plan.seconds:.0f} s of motion"

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"solved {self.solution_words}; {self.plan_words}"

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        moves = moves_text(self.plan.turns)
        return {
            "record": "plan",
            "facelets": self.solution.cube.facelets,
            "moves": moves,
            "seconds": self.plan.seconds,
        }


@dataclass(frozen=True, slots=True)
class Replanning(RunEvent):
    """The plan was abandoned; the cube is scanned again and solved from where it is.

    `avoided` are the axes with a penalty in the next plan.
    """

    kind = "replanning"
    is_trouble = True

    why: str
    avoided: tuple[str, ...] = ()

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        axes = " and ".join(f"the {axis_name(axis, grippers)}" for axis in self.avoided)
        avoiding = f", avoiding {axes}" if axes else ""
        return f"{self.why}: stopped, scanning and planning again{avoiding}"

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        return {"record": "replanning", "why": self.why, "avoiding": list(self.avoided)}


@dataclass(frozen=True, slots=True)
class Rescanning(RunEvent):
    """A scan failed, or showed what was not expected, and is repeated."""

    kind = "looking again"
    is_trouble = True

    why: str

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"{self.why.rstrip('.')}: scanning again"


@dataclass(frozen=True, slots=True)
class TurnMissing(RunEvent):
    """The camera has shown that a turn of the plan was not made; it is made up for."""

    kind = "turn missing"
    is_trouble = True

    turn: Turn

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"turn {self.turn} was not made, as the camera shows: made up for"


@dataclass(frozen=True, slots=True)
class Challenge(RunEvent):
    """The cube looks solved; a turn is made and taken back, which the cameras have to see."""

    kind = "challenge"

    turn: Turn

    def words(self, grippers: Container[str]) -> str:
        """See `RunEvent`."""
        return f"the cube looks solved: {self.turn} is made and taken back, for the camera to see"

    def record(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        return {"record": "challenge", "turn": str(self.turn)}
