"""Durations by distance: how long the motions of a rig take with given servos.

servos = "ds3218"                                  # every servo, by its name

[servos]                                           # or by axes and grippers, or one by one
axes = "ds3218"
grippers = { speed = 300, acceleration = 0.12 }    # degrees a second without load, seconds
"gripper:R" = "hs-311"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from files.bounds import entry
from robot.errors import RigError
from robot.rigs.motion_profile import USUAL_ACCELERATION_SECONDS, ServoSpeed
from robot.rigs.rig import PUBLISHED, Rig
from robot.rigs.servo_presets import servo_preset

# The keys of a table for all axes, and for all grippers.
_ALL = {"axis": "axes", "gripper": "grippers"}


@dataclass(frozen=True, slots=True)
class SpeedTable:
    """A servo's speed without load (degrees a second), and in how many seconds it comes to it."""

    speed: float = entry(minimum=10, maximum=5000)
    acceleration: float = entry(USUAL_ACCELERATION_SECONDS, minimum=0.001, maximum=1)


ServoChoice = str | SpeedTable
# What `servos` of a file says: the servo of all actuators, or that of each.
Servos = str | Mapping[str, ServoChoice]


def with_servos(rig: Rig, servos: Servos) -> Rig:
    """Return the rig with the durations that its motions take with these servos.

    A motion goes by the slowest servo that can make it, and comes up to speed in as long as the
    slowest of all; PUBLISHED leaves the rig its own durations. Raises RigError for a servo that is
    not known, an actuator that the rig does not have, and a rig that does not say how far it turns.
    """
    if servos == PUBLISHED:
        return rig
    if not rig.travels:
        raise RigError(
            f"the {rig.name} rig does not say how far its servos turn: give durations, not servos"
        )
    speeds = _speeds(rig, servos)
    acceleration = max(each.acceleration for group in speeds.values() for each in group)
    durations = {
        name: max(
            travel.seconds(replace(each, acceleration=acceleration)) for each in speeds[travel.kind]
        )
        for name, travel in rig.travels.items()
    }
    return replace(
        rig,
        durations=replace(
            rig.durations, **{name: round(seconds, 3) for name, seconds in durations.items()}
        ),
        acceleration=acceleration,
    )


def check_servo_names(servos: Servos) -> None:
    """Raise RigError for a servo that is not known."""
    for choice in [servos] if isinstance(servos, str) else servos.values():
        if isinstance(choice, str) and choice != PUBLISHED:
            servo_preset(choice)


def _speeds(rig: Rig, servos: Servos) -> dict[str, tuple[ServoSpeed, ...]]:
    """Return the speed of every servo, for axes and for grippers."""
    if isinstance(servos, str):
        servos = dict.fromkeys(_ALL.values(), servos)
    named = {"axis": rig.axes, "gripper": rig.grippers}
    actuators = {kind: tuple(f"{kind}:{name}" for name in names) for kind, names in named.items()}
    known = [*_ALL.values(), *actuators["axis"], *actuators["gripper"]]
    for key in servos:
        if key not in known:
            raise RigError(f"servos has the unknown actuator {key!r}; known: {', '.join(known)}")
    return {
        kind: tuple(_speed(servos, each, _ALL[kind]) for each in every)
        for kind, every in actuators.items()
    }


def _speed(servos: Mapping[str, ServoChoice], actuator: str, group: str) -> ServoSpeed:
    choice = servos.get(actuator, servos.get(group))
    if choice is None:
        raise RigError(f"servos says nothing of {actuator}: name it, or {group}")
    if isinstance(choice, str):
        return servo_preset(choice).speed
    return ServoSpeed(choice.speed, choice.acceleration)
