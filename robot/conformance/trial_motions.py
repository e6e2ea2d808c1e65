"""Chooses motions for the checks from what the rig allows at home."""

from __future__ import annotations

from robot.conformance.probe import NotApplicableError, RawClient
from robot.rigs.command import Command, Move
from robot.rigs.rig import Step

# Slow enough that a check can act during the motion: a tenth of full
# speed, and less where a motion would end sooner than this, in seconds.
SLOW_PERCENT = 10
SLOW_MIN_SECONDS = 10.0


def steps_from_home(probe: RawClient) -> tuple[Step, ...]:
    """Return every step that the rig allows from home."""
    return probe.rig.steps(probe.rig.home)


def step_from_home(probe: RawClient, command: Command) -> Step:
    """Return the step of a command from home. Raises ForbiddenCommandError if it is forbidden."""
    return probe.rig.step(probe.rig.home, command)


def any_move(probe: RawClient) -> Move:
    """Return a motion of axes that is allowed from home."""
    for step in steps_from_home(probe):
        if isinstance(step.command, Move):
            return step.command
    raise NotApplicableError(f"the {probe.rig.name} rig turns nothing from home")


def slow_move(probe: RawClient, *, slowest: bool = False) -> Move:
    """Return the longest motion of axes that is allowed from home, slowed down."""
    moves = [(s.seconds, s.command) for s in steps_from_home(probe) if isinstance(s.command, Move)]
    if not moves:
        raise NotApplicableError(f"the {probe.rig.name} rig turns nothing from home")
    seconds, command = max(moves, key=lambda move: move[0])
    speed = 1 if slowest else max(1, min(SLOW_PERCENT, int(100 * seconds / SLOW_MIN_SECONDS)))
    return Move(command.targets, speed)
