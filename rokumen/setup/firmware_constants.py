"""What the setup finds as constants of a firmware that keeps them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from robot.rigs.servo_constants import (
    DEFAULTS,
    NAMES,
    PLACES,
    overshoot_constants,
    rig_constants,
)
from rokumen.setup.servos import first_servos
from rokumen.storage.robots import RobotFile, Servo

# The constants of the durations of each rig, where they have another name.
_DURATIONS = {
    "two-gripper": {
        **{name: name for name in ("turn", "half_turn", "empty_turn", "empty_half_turn")},
        **{name: name for name in ("open", "close")},
    },
    "flipper": {
        **{name: name for name in ("flip", "lower", "open_from_low", "spin", "spin_half")},
        "turn": "turn",
        "turn_half": "turn_half",
        "close": "close",
        "release": "open",
    },
}


def with_pulses_of(robot: RobotFile, constants: Mapping[str, int]) -> RobotFile:
    """Return the robot with the pulses that its firmware keeps."""
    for servo in robot.servos:
        for place in servo.pulses:
            name = PLACES.get(f"{servo.actuator} {place}")
            if name is not None and constants[name]:
                robot = robot.with_pulse(servo.actuator, place, float(constants[name]))
    return robot


def pulse_constants(robot: RobotFile, before: Mapping[str, int]) -> dict[str, int]:
    """Return the constants for the pulses of a robot; `before` are those that the firmware has.

    A loading position that was that of open stays so, and so does one that would be no further.
    Where jaws touch the cube is forgotten if their pulses have changed and it was not found anew.
    """
    found = _constants_of(robot.servos)
    for name in "LR":
        closed, now, loading = (f"grip_{name}_{at}" for at in ("closed", "open", "loading"))
        if closed not in found or now not in found or loading in found:
            continue
        is_further = (before[loading] - found[now]) * (found[now] - found[closed]) > 0
        keeps = before[loading] != before[now] and is_further
        found[loading] = before[loading] if keeps else found[now]
    for name in "LR":
        closed, contact, opened = (f"grip_{name}_{at}" for at in ("closed", "contact", "open"))
        if closed in found and opened in found and contact not in found:
            # Jaws that close elsewhere touch the cube elsewhere.
            is_same = (before[closed], before[opened]) == (found[closed], found[opened])
            found[contact] = before[contact] if is_same else 0
    return {**found, **overshoot_constants(load_rig(robot.rig))}


def constants_to_begin_with(rig: Rig) -> dict[str, int]:
    """Return the constants of the firmware for a rig, with the first pulses of its servos.

    Raises RigError for a rig that the firmware cannot drive.
    """
    contacts = dict.fromkeys(("grip_L_contact", "grip_R_contact"), 0)
    return {**rig_constants(rig), **_constants_of(first_servos(rig)), **contacts}


def constants_of_rig(rig: Rig, before: Mapping[str, int]) -> dict[str, int]:
    """Return the constants that make a board a rig; `before` are those that it has.

    Pulses that are all those of the factory become the first ones of the rig's servos, and such
    durations those of the rig. Raises RigError for a rig that the firmware cannot drive.
    """
    factory = dict(zip(NAMES, DEFAULTS, strict=True))
    durations = duration_constants(rig)
    found = rig_constants(rig)
    for group in (_constants_of(first_servos(rig)), durations):
        if all(before[name] == factory[name] for name in group):
            found |= group
    return found


def _constants_of(servos: Iterable[Servo]) -> dict[str, int]:
    return {
        PLACES[f"{servo.actuator} {place}"]: round(pulse)
        for servo in servos
        for place, pulse in servo.pulses.items()
        if f"{servo.actuator} {place}" in PLACES
    }


def duration_constants(rig: Rig, pace: float = 1.0) -> dict[str, int]:
    """Return the constants for the durations of a rig's motions, `pace` times as fast.

    Raises RigError for a rig that the firmware cannot drive.
    """
    rig_constants(rig)
    found = {}
    for name, constant in _DURATIONS[rig.mechanism].items():
        seconds = getattr(rig.durations, name)
        found[f"{constant}_ms"] = 0 if seconds is None else round(1000 * seconds / pace)
    return {**found, "acceleration_ms": round(1000 * rig.acceleration / pace)}
