"""Hobby servos that people use, in figures: `servo_presets.toml`, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.documents import read_toml
from robot.errors import RigError
from robot.rigs.command import USUAL_PULSE_PER_DEGREE
from robot.rigs.motion_profile import ServoSpeed

# A motor that comes up to its speed under load by a smoothstep has the torque for it throughout if
# this takes 2.8 of its time constants; with friction three.
_TIME_CONSTANTS_TO_SPEED = 3.0

# Duty of a bridge that switches thousands of times a second, or bursts of full current at 50 Hz.
PWM, BURSTS = "pwm", "bursts"


@dataclass(frozen=True, slots=True)
class ServoFigure:
    """A property of a kind of servo: the value to use, the range of single ones, and the source."""

    value: float
    lowest: float
    highest: float
    source: str


@dataclass(frozen=True, slots=True)
class HeatStore:
    """A winding or a case: its capacity (J/K), and the resistance (K/W) to what is around it."""

    capacity: ServoFigure
    resistance: ServoFigure


@dataclass(frozen=True, slots=True)
class ServoPreset:
    """A kind of hobby servo at `volts`, whose motor is driven by PWM or BURSTS.

    `no_load_speed`: degrees a second; `time_constant`: seconds in which it comes to 63% of its
    speed; `stall_torque`: N m at the horn; `stall_current` and `idle_current`: amperes;
    `full_drive_error`: degrees from its target at which it gives all of its torque; `friction`: of
    its gears, a share of the stall torque; `load_friction`: a share of what it carries; `play` and
    `dead_band`: degrees; `pulse_memory`: seconds for which it goes on after its last pulse;
    `is_protected`: it reduces its torque when overloaded, and cuts out where others burn.
    """

    name: str
    volts: float
    drive: str
    no_load_speed: ServoFigure
    time_constant: ServoFigure
    stall_torque: ServoFigure
    stall_current: ServoFigure
    idle_current: ServoFigure
    full_drive_error: ServoFigure
    friction: ServoFigure
    load_friction: ServoFigure
    play: ServoFigure
    dead_band: ServoFigure
    pulse_memory: ServoFigure
    winding: HeatStore
    case: HeatStore
    is_protected: bool = False

    @property
    def speed(self) -> ServoSpeed:
        """Return how fast it goes without load."""
        acceleration = _TIME_CONSTANTS_TO_SPEED * self.time_constant.value
        return ServoSpeed(self.no_load_speed.value, round(acceleration, 3))

    @property
    def settling(self) -> float:
        """Return how long it needs to arrive after its last pulse, in seconds.

        Its pulses end as slowly as its motor stops: it is within a degree then, once it has
        stopped, which it does in its time constant.
        """
        return self.time_constant.value


def _preset(name: str, table: Mapping[str, Any]) -> ServoPreset:
    """Return a servo of the file: figures are lists that end with their source."""
    values: dict[str, Any] = {
        key: ServoFigure(*value) if isinstance(value, list) else value
        for key, value in table.items()
        if key not in ("dead_band_pulse", "winding", "case")
    }
    if "dead_band_pulse" in table:
        *pulses, source = table["dead_band_pulse"]
        value, lowest, highest = (pulse / USUAL_PULSE_PER_DEGREE for pulse in pulses)
        values["dead_band"] = ServoFigure(value, lowest, highest, source)
    for part in ("winding", "case"):
        capacity, resistance = table[part]
        values[part] = HeatStore(
            _estimated(capacity, "E, by weight"), _estimated(resistance, "E, by surface")
        )
    return ServoPreset(name, **values)


def _estimated(value: float, source: str) -> ServoFigure:
    return ServoFigure(value, 0.7 * value, 1.4 * value, source)


SERVO_PRESETS: Mapping[str, ServoPreset] = {
    name: _preset(name, table)
    for name, table in read_toml(Path(__file__).with_suffix(".toml")).items()
}


def servo_preset(name: str) -> ServoPreset:
    """Return the servo of a name, in small or capital letters. Raises RigError."""
    preset = SERVO_PRESETS.get(name.lower())
    if preset is None:
        raise RigError(
            f"servos = {name!r} is no servo that is known: write one of "
            f"{', '.join(SERVO_PRESETS)}, published for the rig's own durations, or a table with "
            "speed and acceleration"
        )
    return preset
