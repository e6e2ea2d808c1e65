"""The rules of stops and of the events that tell of them."""

from __future__ import annotations

from robot.command import Move
from robot.conformance.expectations import SLACK, expect_still, expect_time, seconds_in
from robot.conformance.probe import PATIENCE, BreachError, Probe
from robot.conformance.trials import a_slow_move, step_from_home
from robot.protocol import BUSY_SECONDS, EVENT_REPEAT_SECONDS, STOP, Event, command_to_fields


def stops_at_once(probe: Probe) -> None:
    """0x18 halts a motion where it is, and nothing moves until CLEAR."""
    command = a_slow_move(probe)
    probe.begin(command)
    began = probe.now()
    if probe.reply("busy", "done", patience=BUSY_SECONDS + SLACK).verb == "done":
        expect_time(probe.now() - began, BUSY_SECONDS, "it could be stopped")
        raise BreachError("it did not say busy")
    probe.send_raw(STOP)
    probe.error("STOPPED")
    probe.accept(probe.event("ESTOP"))
    halted = probe.pose()
    probe.send(*command_to_fields(command))
    probe.error("STOPPED")
    expect_still(probe, halted)
    probe.send("CLEAR")
    probe.reply("done")
    probe.perform(_back(probe, command))


def repeats_events_until_they_are_answered(probe: Probe) -> None:
    """An event is repeated until it is answered, and not after."""
    probe.begin(a_slow_move(probe))
    probe.send_raw(STOP)
    first = probe.event("ESTOP")
    again = probe.event("ESTOP", patience=EVENT_REPEAT_SECONDS + SLACK)
    if again.number != first.number:
        raise BreachError(f"it told event {first.number} once and {again.number} then")
    probe.accept(first)
    probe.forget()
    late = probe.hear(2 * EVENT_REPEAT_SECONDS + SLACK)
    if isinstance(late, Event):
        raise BreachError(f"it went on telling event {late.number} after it had been answered")


def stops_when_its_host_is_silent(probe: Probe) -> None:
    """A host that falls silent during a motion makes it stop by itself."""
    heartbeat = seconds_in(probe.greeting, "heartbeat")
    slowest = a_slow_move(probe, slowest=True)
    lasts = step_from_home(probe, slowest).seconds * 100
    expect_time(lasts, heartbeat + SLACK, f"{heartbeat:g} s of silence have passed")
    probe.begin(slowest)
    reply = probe.reply("err", "done", patience=heartbeat + PATIENCE)
    if reply.get("code") != "STOPPED":
        raise BreachError(f"it went on for {heartbeat:g} s and more without hearing of its host")


def _back(probe: Probe, command: Move) -> Move:
    home = dict(zip(probe.rig.axes, probe.rig.home.angles, strict=True))
    return Move(tuple((axis, round(home[axis])) for axis, _ in command.targets))
