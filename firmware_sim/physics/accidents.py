"""Events that would damage a real robot."""

from __future__ import annotations

from dataclasses import dataclass

COLLISION = "collision"
DROPPED = "cube dropped"


@dataclass(frozen=True, slots=True)
class Accident:
    """An event that would damage a real robot: its time (seconds), kind and description."""

    when: float
    kind: str
    description: str
