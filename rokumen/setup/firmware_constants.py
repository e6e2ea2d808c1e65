"""What the setup finds as constants of a firmware that keeps them, and back."""

from __future__ import annotations

from collections.abc import Mapping

from robot.rigs.servo_constants import PLACES
from rokumen.storage.robots import RobotFile

_DURATIONS = ("turn", "open", "close")


def with_pulses_of(robot: RobotFile, constants: Mapping[str, int]) -> RobotFile:
    """Return the robot with the pulses that its firmware keeps."""
    for servo in robot.servos:
        for place in servo.pulses:
            name = PLACES.get(f"{servo.actuator} {place}")
            if name is not None:
                robot = robot.with_pulse(servo.actuator, place, float(constants[name]))
    return robot


def pulse_constants(robot: RobotFile, before: Mapping[str, int]) -> dict[str, int]:
    """Return the constants for the pulses of a robot; `before` are those that the firmware has.

    A loading position that was that of open stays so, and so does one that would be no further.
    """
    found = {
        PLACES[f"{servo.actuator} {place}"]: round(pulse)
        for servo in robot.servos
        for place, pulse in servo.pulses.items()
        if f"{servo.actuator} {place}" in PLACES
    }
    for name in "LR":
        closed, now, loading = (f"grip_{name}_{at}" for at in ("closed", "open", "loading"))
        if closed not in found or now not in found or loading in found:
            continue
        is_further = (before[loading] - found[now]) * (found[now] - found[closed]) > 0
        keeps = before[loading] != before[now] and is_further
        found[loading] = before[loading] if keeps else found[now]
    return found


def duration_constants(durations: Mapping[str, float], settle: float) -> dict[str, int]:
    """Return the constants for the durations of the motions, in seconds, and for `settle`."""
    found = {f"{name}_ms": round(1000 * durations[name]) for name in _DURATIONS}
    return {**found, "settle_ms": round(1000 * settle)}
