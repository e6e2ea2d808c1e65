"""Checks of motions: their targets, `busy` messages, one at a time, and rejected commands."""

from __future__ import annotations

from itertools import pairwise

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.conformance.trials import (
    LATEST_BUSY_SECONDS,
    any_move,
    expect_at,
    expect_no_motion,
    seconds_in,
    skip_if_too_fast,
    slow_move,
    step_from_home,
    steps_from_home,
)
from robot.errors import ForbiddenCommandError
from robot.rigs.command import Command, Grip, Move, Pose
from robot.rigs.rig import Step


def reaches_target(probe: RawClient) -> None:
    """A motion is acknowledged, and ends where it was told to, with the time that it took."""
    command = any_move(probe)
    done = probe.execute(command)
    expect_at(probe.parse_pose(done), probe, command)
    if seconds_in(done, "took") <= 0:
        raise ProtocolViolationError("the robot reports a motion that took no time")


def moves_gripper(probe: RawClient) -> None:
    """A gripper goes to the position that it is told, and nothing else moves."""
    command = next((s.command for s in steps_from_home(probe) if isinstance(s.command, Grip)), None)
    if command is None:
        raise NotApplicableError(f"the {probe.rig.name} rig has no gripper that can move from home")
    before = probe.pose()
    after = probe.parse_pose(probe.execute(command))
    if after.grips != step_from_home(probe, command).after.grips or after.angles != before.angles:
        raise ProtocolViolationError(
            f"commanded {command}, the robot went from {before} to {after}"
        )


def ignores_repeated_target(probe: RawClient) -> None:
    """A motion to where it already stands is done, and moves nothing."""
    command = any_move(probe)
    probe.execute(command)
    expect_at(probe.parse_pose(probe.execute(command)), probe, command)


def sends_busy(probe: RawClient) -> None:
    """During a motion it says busy at least every half second."""
    probe.start_motion(slow_move(probe))
    times = [probe.now()]
    while probe.expect_reply("busy", "done", timeout=LATEST_BUSY_SECONDS).verb == "busy":
        probe.send_raw(b"?")
        times.append(probe.now())
    if len(times) < 2:
        skip_if_too_fast(probe.now() - times[0], LATEST_BUSY_SECONDS, "a busy is due")
    longest = max(after - before for before, after in pairwise([*times, probe.now()]))
    if len(times) < 2 or longest > LATEST_BUSY_SECONDS:
        raise ProtocolViolationError(
            f"the robot sent busy {len(times) - 1} times, once after {longest:.2f} s"
        )


def rejects_second_motion(probe: RawClient) -> None:
    """During a motion another one is refused with BUSY, and questions are answered."""
    probe.start_motion(slow_move(probe))
    probe.pose()
    probe.send("HOME")
    probe.expect_error("BUSY")


def rejects_forbidden_motion(probe: RawClient) -> None:
    """What the rig's rules forbid is refused with POSE, and moves nothing."""
    first, forbidden = _find_forbidden_command(probe)
    if first is not None:
        probe.execute(first)
    before = probe.pose()
    probe.send(forbidden.verb, forbidden.fields)
    probe.expect_error("POSE")
    expect_no_motion(probe, before)


def rejects_unknown_commands(probe: RawClient) -> None:
    """An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT."""
    probe.send("JUMP")
    probe.expect_error("UNKNOWN")
    probe.send("MOVE", ((probe.rig.axes[0], "far"),))
    probe.expect_error("ARGUMENT")
    probe.send("MOVE", (("nosuchaxis", "+90"),))
    probe.expect_error("ARGUMENT")


def _find_forbidden_command(probe: RawClient) -> tuple[Command | None, Command]:
    """Find a command that the rig forbids after a first command from home, or else at home."""
    known = {
        step.command
        for near in steps_from_home(probe)
        for step in (near, *_next_steps(probe, near))
    }
    for first in steps_from_home(probe):
        for command in sorted(known, key=str):
            if _is_forbidden(probe, first.after, command):
                return first.command, command
    axis, _ = any_move(probe).targets[0]
    between = Move(((axis, 45),))
    if _is_forbidden(probe, probe.rig.home, between):
        return None, between
    raise NotApplicableError(
        f"the {probe.rig.name} rig has no forbidden motion that could be tested"
    )


def _next_steps(probe: RawClient, near: Step) -> tuple[Step, ...]:
    return probe.rig.steps(near.after)


def _is_forbidden(probe: RawClient, pose: Pose, command: Command) -> bool:
    try:
        probe.rig.step(pose, command)
    except ForbiddenCommandError:
        return True
    return False
