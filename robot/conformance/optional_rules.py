"""Checks of what HELLO announces: LOAD and OFF, and overlapping motions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.conformance.trials import expect_no_motion, seconds_in
from robot.rigs.command import CLOSED, Home, Load, Pose, Regrip
from robot.rigs.rig import with_overlap


def loads(probe: RawClient) -> None:
    """LOAD opens every gripper, with the axes at home, and HOME closes them again."""
    require(probe, "load")
    after = probe.parse_pose(probe.execute(Load()))
    if CLOSED in after.grips or after.angles != probe.rig.home.angles:
        raise ProtocolViolationError(f"after LOAD the robot is at {after}")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after LOAD and HOME the robot is at {pose}")


def switches_off(probe: RawClient) -> None:
    """After OFF the robot does not move until HOME."""
    require(probe, "off")
    probe.send("OFF")
    probe.expect_reply("done")
    if (state := probe.status().get("state")) != "unhomed":
        raise ProtocolViolationError(f"after OFF the robot is {state} and not unhomed")
    step = next(iter(probe.rig.steps(probe.rig.home)))
    probe.send(step.command.verb, step.command.fields)
    probe.expect_error("POSE")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after OFF and HOME the robot is at {pose}")


def regrips(probe: RawClient) -> None:
    """REGRIP lets go, turns and holds again, in less time than its parts need one by one."""
    step = _any_regrip(probe)
    rig = with_overlap(probe.rig)
    opening, turning, closing = rig.parts(rig.home, step.command)
    done = probe.execute(step.command)
    if (pose := probe.parse_pose(done)) != step.after:
        raise ProtocolViolationError(f"after {step.command} the robot is at {pose}")
    took = seconds_in(done, "took")
    probe.execute(Home())
    apart = sum(seconds_in(probe.execute(part.command), "took") for part in (opening, turning))
    apart += seconds_in(probe.execute(closing.command), "took")
    if not 0 < took < apart:
        raise ProtocolViolationError(f"it took {took:g} s; its parts alone take {apart:g} s")


def refuses_unsafe_regrips(probe: RawClient) -> None:
    """REGRIP is refused with POSE where a cube could fall or grippers collide; nothing moves."""
    command = _any_regrip(probe).command
    turned = command.targets[0]
    unsafe = [replace(command, grippers=probe.rig.grippers)]
    unsafe.append(replace(command, targets=((turned[0], 45),)))
    for each in unsafe:
        _expect_refused(probe, each)
    probe.execute(command.opening)
    _expect_refused(probe, command)
    probe.execute(command.closing)
    for name in ("nosuchgripper", ""):
        probe.send(command.verb, (("grippers", name), *command.turning.fields))
        probe.expect_error("ARGUMENT")


def _any_regrip(probe: RawClient) -> _RegripStep:
    """Return a regrip from home. Raises NotApplicableError for a robot that does not overlap."""
    require(probe, "overlap")
    if probe.rig.can_overlap:
        rig = with_overlap(probe.rig)
        for step in rig.steps(rig.home):
            if isinstance(step.command, Regrip) and step.command.targets[0][1]:
                return _RegripStep(step.command, step.after)
    raise NotApplicableError(f"the {probe.rig.name} rig regrips nothing from home")


@dataclass(frozen=True, slots=True)
class _RegripStep:
    """A regrip, and the pose after it."""

    command: Regrip
    after: Pose


def _expect_refused(probe: RawClient, command: Regrip) -> None:
    before = probe.pose()
    probe.send(command.verb, command.fields)
    probe.expect_error("POSE")
    expect_no_motion(probe, before)


def require(probe: RawClient, command: str) -> None:
    """Raise NotApplicableError if the robot does not announce an optional command."""
    if command not in probe.greeting.get("can").split(","):
        raise NotApplicableError(f"the robot does not announce {command} (can= in HELLO)")
