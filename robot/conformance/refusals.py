"""The rules of refusals: what a robot forbids or does not know moves nothing."""

from __future__ import annotations

from robot.command import Command, Move, Pose
from robot.conformance.expectations import expect_still
from robot.conformance.probe import InapplicableError, Probe
from robot.conformance.trials import a_move, steps_from_home
from robot.errors import RuleError
from robot.protocol import command_to_fields
from robot.rig import Step


def keeps_the_rules_of_its_rig(probe: Probe) -> None:
    """What the rig's rules forbid is refused with POSE, and moves nothing."""
    first, forbidden = _something_forbidden(probe)
    if first is not None:
        probe.perform(first)
    before = probe.pose()
    probe.send(*command_to_fields(forbidden))
    probe.error("POSE")
    expect_still(probe, before)


def refuses_what_it_does_not_know(probe: Probe) -> None:
    """An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT."""
    probe.send("JUMP")
    probe.error("UNKNOWN")
    probe.send("MOVE", ((probe.rig.axes[0], "far"),))
    probe.error("ARGUMENT")
    probe.send("MOVE", (("nosuchaxis", "+90"),))
    probe.error("ARGUMENT")


def _something_forbidden(probe: Probe) -> tuple[Command | None, Command]:
    """Find what the rig forbids: after a first command from home, or, if nothing else, at home."""
    known = {step.command for near in steps_from_home(probe) for step in (near, *_far(probe, near))}
    for first in steps_from_home(probe):
        for command in sorted(known, key=str):
            if _is_forbidden(probe, first.after, command):
                return first.command, command
    axis, _ = a_move(probe).targets[0]
    between = Move(((axis, 45),))
    if _is_forbidden(probe, probe.rig.home, between):
        return None, between
    raise InapplicableError(f"the {probe.rig.name} rig forbids nothing that could be tried")


def _far(probe: Probe, near: Step) -> tuple[Step, ...]:
    return probe.rig.steps(near.after)


def _is_forbidden(probe: Probe, pose: Pose, command: Command) -> bool:
    try:
        probe.rig.step(pose, command)
    except RuleError:
        return True
    return False
