"""Checks of what a robot does at rest: closed jaws relax, and press the cube in every motion."""

from __future__ import annotations

from robot.conformance.optional_rules import require
from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.conformance.servo_rules import asked_pulse
from robot.conformance.trials import any_move
from robot.rigs.command import CLOSED, Home

# Jaws that have not relaxed so long after a motion, in seconds, stay closed.
LATEST_REST_SECONDS = 2.0


def relaxes_at_rest(probe: RawClient) -> None:
    """Closed jaws relax at rest and still count as closed, and press again in the next motion."""
    for command in ("relax", "jog"):
        require(probe, command)
    name = _closed_gripper(probe)
    pressing, resting = _pulses_of_rest(probe, name)
    if pressing == resting:
        raise NotApplicableError(
            f"the jaws of {name} have not relaxed {LATEST_REST_SECONDS:g} s after a motion: their "
            "place is not known, or they are told not to"
        )
    pose, state = probe.pose(), probe.status().get("state")
    if pose != probe.rig.home or state != "idle":
        raise ProtocolViolationError(f"at rest the robot is {state} at {pose}")
    again = _pulses_of_rest(probe, name)
    if again != (pressing, resting):
        raise ProtocolViolationError(
            f"the jaws of {name} went from {pressing} to {resting} µs at rest; after the next "
            f"motion they were at {again[0]} µs, and at rest at {again[1]}"
        )


def _closed_gripper(probe: RawClient) -> str:
    grips = zip(probe.rig.grippers, probe.rig.home.grips, strict=True)
    for name, grip in grips:
        if grip == CLOSED:
            return name
    raise NotApplicableError(f"no gripper of a {probe.rig.name} rig is closed at home")


def _pulses_of_rest(probe: RawClient, name: str) -> tuple[int, int]:
    """Return the pulse of a gripper just after a motion, and at rest after it."""
    probe.execute(any_move(probe))
    probe.execute(Home())
    before = asked_pulse(probe, ("gripper", name))
    probe.read_line(LATEST_REST_SECONDS)
    return before, asked_pulse(probe, ("gripper", name))
