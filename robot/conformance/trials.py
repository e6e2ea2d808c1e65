"""The motions that checks have a robot try, chosen from what its rig allows from home."""

from __future__ import annotations

from robot.command import Command, Move
from robot.conformance.probe import InapplicableError, Probe
from robot.rig import Step

# Slow enough that a motion is still going on when something is done about it: a tenth of full
# speed, and less where a motion would be over sooner than this, in seconds.
SLOW = 10
SLOW_SECONDS = 10.0


def steps_from_home(probe: Probe) -> tuple[Step, ...]:
    """Give every step that the rig allows from home."""
    return probe.rig.steps(probe.rig.home)


def step_from_home(probe: Probe, command: Command) -> Step:
    """Give the step that a command is from home. Raises RuleError where it is forbidden."""
    return probe.rig.step(probe.rig.home, command)


def a_move(probe: Probe) -> Move:
    """Find a motion of axes that is allowed from home."""
    for step in steps_from_home(probe):
        if isinstance(step.command, Move):
            return step.command
    raise InapplicableError(f"the {probe.rig.name} rig turns nothing from home")


def a_slow_move(probe: Probe, *, slowest: bool = False) -> Move:
    """Find the longest motion of axes that is allowed from home, and slow it down."""
    moves = [(s.seconds, s.command) for s in steps_from_home(probe) if isinstance(s.command, Move)]
    if not moves:
        raise InapplicableError(f"the {probe.rig.name} rig turns nothing from home")
    seconds, command = max(moves, key=lambda move: move[0])
    speed = 1 if slowest else max(1, min(SLOW, int(100 * seconds / SLOW_SECONDS)))
    return Move(command.targets, speed)
