"""A motion as the servos get it: segment by segment, and back where one catches."""

from __future__ import annotations

import math
from collections import deque

from firmware_sim.servos import Arrived, Outcome, Servos, Stalled
from robot.command import Grip, Move


class Segments:
    """The servo commands that make up one motion. `current` is the one that is driven now.

    A turn that catches is tried again `retries` times in all.
    """

    def __init__(
        self, servos: Servos, first: Move | Grip, *rest: Move | Grip, retries: int
    ) -> None:
        """Set the servos going."""
        self.current = first
        self._rest = deque(rest)
        self._count = 1 + len(rest)
        self._retries = retries
        self._took = 0.0
        self._servos = servos
        servos.drive(first)

    def percent(self) -> float:
        """Say how much of the motion is done."""
        done = self._count - len(self._rest) - 1 + self._servos.sense().progress
        return 100 * done / self._count

    def poll(self) -> Outcome | None:
        """Say, once, how the whole motion ended; None before that. Arrived says all its seconds."""
        while True:
            match self._servos.poll():
                case Stalled() as stalled if self._retries and isinstance(self.current, Move):
                    self._back_off(self.current, stalled)
                case Arrived() as arrived:
                    self._took += arrived.seconds
                    if not self._rest:
                        return Arrived(self._took)
                    self._drive(self._rest.popleft())
                case outcome:
                    return outcome

    def _back_off(self, caught: Move, stalled: Stalled) -> None:
        """Go back to the detent behind, then on again: no host can, before the pose is known."""
        self._retries -= 1
        target = dict(caught.targets)[stalled.axis]
        rounded = math.ceil if stalled.at > target else math.floor
        self._rest.appendleft(caught)
        self._count += 2
        self._drive(Move(((stalled.axis, 90 * rounded(stalled.at / 90)),)))

    def _drive(self, command: Move | Grip) -> None:
        self.current = command
        self._servos.drive(command)
