"""How a run ends: with a result, or stopped before its end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robot.errors import RobotError
from rokumen import exit_status
from rokumen.errors import ApplicationError


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run, or of the part of it that was done.

    `solved`: what the camera saw at the end; `facelets`: the cube as it was first read, or empty;
    `moves` (WCA): what was turned; `motion_seconds`: by the robot's clock; `jams`, `slips`,
    `retries` and `replans`: how often; `missing_turns`: how many turns the camera showed to be
    missing, which were made up for within their plan; `outcome`: "solved", or "stopped" or
    "interrupted" for the `result` of an error; `journal`: the file that tells the run step by step.
    """

    solved: bool
    facelets: str
    moves: str
    htm: int
    motion_seconds: float
    jams: int
    slips: int
    retries: int
    replans: int
    missing_turns: int
    outcome: str
    journal: Path


class StoppedRunError(ApplicationError, RobotError):
    """A run that stopped before its end and can be resumed; the message is the reason.

    `advice`: what to do at the robot before resuming; `journal`: the file to resume from;
    `result`: what was done before, None if nothing.
    """

    code = "E710"

    def __init__(
        self, reason: str, advice: str, journal: Path, result: Result | None = None
    ) -> None:
        super().__init__(reason)
        self.advice = advice
        self.journal = journal
        self.result = result


class SafeStopError(StoppedRunError):
    """A run in which the robot stopped safely: it stands still."""

    code = "E711"
    exit_status = exit_status.STOPPED_SAFELY


class InterruptedRunError(StoppedRunError):
    """A run that the user stopped; the robot does not move."""

    code = "E712"
    exit_status = exit_status.INTERRUPTED
