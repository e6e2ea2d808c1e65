"""Checks of the stop byte, the heartbeat time-out and event repetition."""

from __future__ import annotations

from robot.conformance.optional_rules import require
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
    StopLevel,
)
from robot.rigs.command import Home, Move


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


def raises_stops(probe: RawClient) -> None:
    """A stop is raised to relax and to off by their four bytes, and by none of them damaged."""
    require(probe, "relax")
    home = probe.pose()
    probe.send_raw(STOP)
    probe.acknowledge(probe.expect_event("ESTOP"))
    for level in (StopLevel.RELAX, StopLevel.OFF):
        for number in range(len(level.raw)):
            damaged = bytearray(level.raw)
            damaged[number] ^= 0x40
            probe.send_raw(bytes(damaged) + b"\n")
        probe.drain_input()
        _expect_level(probe, "", StopLevel.HOLD.word)
    # Jaws that know no place to relax to hold, and the robot says so.
    probe.send_raw(StopLevel.RELAX.raw)
    said = _acknowledged_level(probe)
    _expect_level(probe, StopLevel.RELAX.word, StopLevel.HOLD.word)
    expect_no_motion(probe, home)
    probe.send_raw(StopLevel.OFF.raw)
    if (off := _acknowledged_level(probe)) != StopLevel.OFF.word or not said:
        raise ProtocolViolationError(f"ESTOP has level={said!r} after relax, {off!r} after off")
    probe.send_raw(StopLevel.RELAX.raw)
    _expect_level(probe, StopLevel.OFF.word)
    probe.send(Home.verb)
    probe.expect_error("STOPPED")
    probe.send("CLEAR")
    probe.expect_reply("done")
    if (state := probe.status().get("state")) != "unhomed":
        raise ProtocolViolationError(f"after a stop with off, and CLEAR, the robot is {state}")


def _acknowledged_level(probe: RawClient) -> str:
    event = probe.expect_event("ESTOP")
    probe.acknowledge(event)
    return event.get("level")


def _expect_level(probe: RawClient, *levels: str) -> None:
    status = probe.status()
    if status.get("state") != "stopped" or status.get("level") not in levels:
        raise ProtocolViolationError(
            f"the robot is {status.get('state')} with level={status.get('level')!r}, and not "
            f"stopped with {levels[0]!r}"
        )


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
