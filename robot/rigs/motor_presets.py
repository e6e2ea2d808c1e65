"""Stepper motors that people use, in figures: `motor_presets.toml`, each with its source."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.documents import read_toml
from robot.errors import RigError
from robot.rigs.motor_law import TorqueCurve
from robot.rigs.servo_presets import ServoFigure

# Full steps a turn, and turns of the field in it.
STEPS_A_TURN = 200
_FIELD_TURNS = STEPS_A_TURN / 4
# The speeds at which a curve is computed, in rpm.
_SPEEDS = tuple(float(rpm) for rpm in range(0, 6001, 50))


@dataclass(frozen=True, slots=True)
class MotorPreset:
    """A kind of stepper motor with two windings.

    `holding_torque` (N m), with `current` (A) in both windings; `resistance` (ohm) and `inductance`
    (H) of one; `rotor_inertia` (kg m2).
    """

    name: str
    holding_torque: ServoFigure
    current: ServoFigure
    resistance: ServoFigure
    inductance: ServoFigure
    rotor_inertia: ServoFigure


def torque_curve(motor: MotorPreset, volts: float) -> TorqueCurve:
    """Return the torque of a motor over its speed, at a supply of so many volts.

    A driver gives both windings a sine of 1.41 times the rated current, which has the heat of that
    and the whole holding torque. Where the supply cannot drive that current against resistance,
    inductance and the motor's own voltage, the torque falls with the current. That the current is
    in phase with the motor's voltage is assumed: others give a little more.
    """
    torques = [_torque(motor, volts, rpm * math.tau / 60) for rpm in _SPEEDS]
    count = next((number for number, each in enumerate(torques) if each <= 0), len(torques) - 1)
    return TorqueCurve(_SPEEDS[: count + 1], tuple(torques[: count + 1]))


def _torque(motor: MotorPreset, volts: float, speed: float) -> float:
    """Return the torque at a speed in radians a second: the greatest root of the voltage's sum."""
    peak = math.sqrt(2) * motor.current.value
    constant = motor.holding_torque.value / peak
    own = constant * speed
    reactance = _FIELD_TURNS * speed * motor.inductance.value
    resistance = motor.resistance.value
    square, half = resistance**2 + reactance**2, resistance * own
    root = half * half - square * (own * own - volts * volts)
    current = (math.sqrt(root) - half) / square if root > 0 else 0.0
    return constant * min(max(current, 0.0), peak)


def _preset(name: str, table: Mapping[str, Any]) -> MotorPreset:
    return MotorPreset(name, **{key: ServoFigure(*value) for key, value in table.items()})


MOTOR_PRESETS: Mapping[str, MotorPreset] = {
    name: _preset(name, table)
    for name, table in read_toml(Path(__file__).with_suffix(".toml")).items()
}


def motor_preset(name: str) -> MotorPreset:
    """Return the motor of a name, in small or capital letters. Raises RigError."""
    preset = MOTOR_PRESETS.get(name.lower())
    if preset is None:
        raise RigError(
            f"[motors] motor = {name!r} is no motor that is known: write one of "
            f"{', '.join(MOTOR_PRESETS)}, or give a torque curve"
        )
    return preset
