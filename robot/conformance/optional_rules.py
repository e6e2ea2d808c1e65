"""Checks of the optional commands that HELLO announces: LOAD, OFF and JOG."""

from __future__ import annotations

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.link.protocol import Message
from robot.rigs.command import CLOSED, Home, Jog, Load

STEP_MICROSECONDS = 50


def loads(probe: RawClient) -> None:
    """LOAD opens every gripper, with the axes at home, and HOME closes them again."""
    _require(probe, "load")
    after = probe.parse_pose(probe.execute(Load()))
    if CLOSED in after.grips or after.angles != probe.rig.home.angles:
        raise ProtocolViolationError(f"after LOAD the robot is at {after}")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after LOAD and HOME the robot is at {pose}")


def switches_off(probe: RawClient) -> None:
    """After OFF the robot does not move until HOME."""
    _require(probe, "off")
    probe.send("OFF")
    probe.expect_reply("done")
    if (state := probe.status().get("state")) != "unhomed":
        raise ProtocolViolationError(f"after OFF the robot is {state} and not unhomed")
    step = next(iter(probe.rig.steps(probe.rig.home)))
    probe.send(step.command.verb, step.command.fields)
    probe.expect_error("POSE")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after OFF and HOME the robot is at {pose}")


def jogs(probe: RawClient) -> None:
    """JOG changes the pulse of one servo by a step, only where the robot holds no cube."""
    _require(probe, "jog")
    axis = probe.rig.axes[0]
    jog = Jog("axis", axis, STEP_MICROSECONDS)
    probe.send(jog.verb, jog.fields)
    probe.expect_error("POSE")
    probe.send("OFF")
    probe.expect_reply("done")
    before = _jogged(probe, Jog("axis", axis, 0))
    after = _jogged(probe, Jog("axis", axis, STEP_MICROSECONDS))
    if abs(after - before - STEP_MICROSECONDS) > 1:
        raise ProtocolViolationError(
            f"jogged by {STEP_MICROSECONDS} µs, the pulse went from {before} to {after} µs"
        )
    probe.send("JOG", (("axis", axis), ("by", "+9999")))
    probe.expect_error("ARGUMENT")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after JOG and HOME the robot is at {pose}")


def _jogged(probe: RawClient, jog: Jog) -> int:
    probe.send(jog.verb, jog.fields)
    return _microseconds(probe.expect_reply("done"))


def _microseconds(reply: Message) -> int:
    if not reply.get("us").isdecimal():
        raise ProtocolViolationError(f"the robot's reply has us={reply.get('us')!r}, no pulse")
    return int(reply.get("us"))


def _require(probe: RawClient, command: str) -> None:
    if command not in probe.greeting.get("can").split(","):
        raise NotApplicableError(f"the robot does not announce {command} (can= in HELLO)")
