"""The result of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


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
