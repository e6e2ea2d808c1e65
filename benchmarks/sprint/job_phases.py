"""What the seconds of a whole job go to: its phases, as the events of the job tell them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields

from robot.clock import Clock
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from rokumen.jobs.events import Challenge, PlanMade, Replanning, Rescanning


@dataclass(frozen=True, slots=True)
class PhaseSeconds:
    """The seconds of a job; `moving` are those in which its plans' turns are made, as planned.

    `between`: waits between the commands of plans, for settling, the line and the camera;
    `retries`: from a command that failed to its end, and from a plan given up to the next one.
    """

    homing: float
    first_scan: float
    moving: float
    between: float
    last_scan: float
    challenge: float
    retries: float


class PhaseClock:
    """Adds up the seconds between the events of a job, by the robot's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at = clock.now()
        self._phase = "homing"
        self._is_retried = False
        # How many commands of the plan are still to be done.
        self._due = 0
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def take(self, event: RunEvent) -> None:
        """Add the seconds until an event, and note which phase it begins."""
        passed = self._passed()
        if isinstance(event, CommandDone) and self._phase == "between" and not self._is_retried:
            moving = min(event.action.seconds, passed)
            self._seconds["moving"] += moving
            passed -= moving
        self._seconds["retries" if self._is_retried else self._phase] += passed
        match event:
            case CommandStarted() if self._phase == "homing":
                self._phase = "first_scan"
            case PlanMade(plan=plan):
                self._phase, self._due = "between", len(plan.commands)
            case CommandDone():
                self._is_retried = False
                self._due -= 1
                if self._phase == "between" and not self._due:
                    self._phase = "last_scan"
            case CommandFailed():
                self._is_retried = True
            case Replanning() | Rescanning():
                self._phase, self._is_retried = "retries", False
            case Challenge():
                self._phase = "challenge"

    def seconds(self) -> PhaseSeconds:
        """Return what was added up, until now."""
        self._seconds[self._phase] += self._passed()
        return PhaseSeconds(
            **{each.name: self._seconds[each.name] for each in fields(PhaseSeconds)}
        )

    def _passed(self) -> float:
        now, before = self._clock.now(), self._at
        self._at = now
        return now - before
