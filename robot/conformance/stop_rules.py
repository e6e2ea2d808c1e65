"""Checks of the stop byte, the heartbeat time-out and event repetition."""

from __future__ import annotations

from robot.conformance.probe import (
    MOTION_TIMEOUT_SECONDS,
    NotApplicableError,
    ProtocolViolationError,
    RawClient,
)
from robot.conformance.trials import (
    LATEST_BUSY_SECONDS,
    TIME_TOLERANCE_SECONDS,
    expect_no_motion,
    seconds_in,
    skip_if_too_fast,
    slow_move,
    step_from_home,
)
from robot.link.protocol import (
    EVENT_REPEAT_PERIOD_SECONDS,
    STOP,
    Event,
)
from robot.rigs.command import Move


def stops_at_once(probe: RawClient) -> None:
    """0x18 halts a motion where it is, and nothing moves until CLEAR."""
    command = slow_move(probe)
    probe.start_motion(command)
    began = probe.now()
    if probe.expect_reply("busy", "done", timeout=LATEST_BUSY_SECONDS).verb == "done":
        skip_if_too_fast(probe.now() - began, LATEST_BUSY_SECONDS, "the robot could be stopped")
        raise ProtocolViolationError("the robot did not send busy")
    probe.send_raw(STOP)
    probe.expect_error("STOPPED")
    probe.acknowledge(probe.expect_event("ESTOP"))
    halted = probe.pose()
    probe.send(command.verb, command.fields)
    probe.expect_error("STOPPED")
    expect_no_motion(probe, halted)
    probe.send("CLEAR")
    probe.expect_reply("done")
    probe.execute(_move_home(probe, command))


def repeats_events_until_acknowledged(probe: RawClient) -> None:
    """An event is repeated until it is answered, and not after."""
    probe.start_motion(slow_move(probe))
    probe.send_raw(STOP)
    first = probe.expect_event("ESTOP")
    again = probe.expect_event(
        "ESTOP", timeout=EVENT_REPEAT_PERIOD_SECONDS + TIME_TOLERANCE_SECONDS
    )
    if again.number != first.number:
        raise ProtocolViolationError(
            f"the robot sent event {first.number} and then {again.number}, not the same one again"
        )
    probe.acknowledge(first)
    probe.drain_input()
    late = probe.read_line(2 * EVENT_REPEAT_PERIOD_SECONDS + TIME_TOLERANCE_SECONDS)
    if isinstance(late, Event):
        raise ProtocolViolationError(
            f"the robot repeated event {late.number} after it was acknowledged"
        )


def stops_on_heartbeat_timeout(probe: RawClient) -> None:
    """A host that falls silent during a motion makes it stop by itself."""
    heartbeat = seconds_in(probe.greeting, "heartbeat")
    if not heartbeat:
        raise NotApplicableError("the robot has no heartbeat")
    slowest = slow_move(probe, slowest=True)
    lasts = step_from_home(probe, slowest).seconds * 100
    skip_if_too_fast(
        lasts, heartbeat + TIME_TOLERANCE_SECONDS, f"the heartbeat of {heartbeat:g} s ran out"
    )
    probe.start_motion(slowest)
    reply = probe.expect_reply("err", "done", timeout=heartbeat + MOTION_TIMEOUT_SECONDS)
    if reply.get("code") != "STOPPED":
        raise ProtocolViolationError(
            f"the robot kept moving for {heartbeat:g} s and more while its host was silent"
        )


def _move_home(probe: RawClient, command: Move) -> Move:
    home = dict(zip(probe.rig.axes, probe.rig.home.angles, strict=True))
    return Move(tuple((axis, round(home[axis])) for axis, _ in command.targets))
