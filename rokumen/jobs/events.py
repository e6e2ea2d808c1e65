"""What a job publishes while it runs, beside the events of robot.execution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from robot.execution.events import ExecutionEvent
from robot.planning.face_views import ScanView
from robot.planning.motion_plan import Plan
from solver.core.turn import Turn
from solver.engines.solution import Solution
from vision.reading_result import Reading


@dataclass(frozen=True, slots=True)
class MayJump:
    """Servos have no power, so that they may jump at the first motion, in `seconds` seconds."""

    seconds: float
    words: ClassVar[str] = "The servos have no power: the first motion may jump. Stand clear."


@dataclass(frozen=True, slots=True)
class PictureTaken:
    """The cameras have taken pictures of `views`; of the six faces `shown` have been shown now."""

    views: tuple[ScanView, ...]
    shown: int


@dataclass(frozen=True, slots=True)
class PlacesLearnt:
    """The pictures of a scan have shown where the cameras look: the positions of each.

    `robot`: the name of the robot that keeps them, "" for none.
    """

    places: tuple[str, ...]
    robot: str = ""


@dataclass(frozen=True, slots=True)
class PlacesDoubted:
    """A scan failed with the places that a robot has kept, which are looked for again."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeRead:
    """A scan was read, with certainty or not."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class PlanMade:
    """A solution was found and planned as motion."""

    solution: Solution
    plan: Plan


@dataclass(frozen=True, slots=True)
class Replanning:
    """The plan was abandoned; the cube is scanned again and solved from where it is.

    `avoided` are the axes with a penalty in the next plan, as "the left wrist".
    """

    why: str
    avoided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rescanning:
    """A scan failed, or showed what was not expected, and is repeated."""

    why: str


@dataclass(frozen=True, slots=True)
class TurnMissing:
    """The camera has shown that a turn of the plan was not made; it is made up for."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Challenge:
    """The cube looks solved; a turn is made and taken back, which the cameras have to see."""

    turn: Turn


JobEvent = (
    MayJump
    | PictureTaken
    | PlacesLearnt
    | PlacesDoubted
    | CubeRead
    | PlanMade
    | Replanning
    | Rescanning
    | TurnMissing
    | Challenge
    | ExecutionEvent
)
