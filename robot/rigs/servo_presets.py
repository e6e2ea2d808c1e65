"""Hobby servos that people use, in figures: each with its source and the range of such servos.

The letters say how a figure is known: D from a data sheet, M measured by others, F from a forum, E
estimated. docs/references.md lists the data sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robot.errors import RigError
from robot.rigs.motion_profile import ServoSpeed

# A motor that comes up to its speed under load by a smoothstep has the torque for it throughout if
# this takes 2.8 of its time constants; with friction three.
_TIME_CONSTANTS_TO_SPEED = 3.0


@dataclass(frozen=True, slots=True)
class ServoFigure:
    """A property of a kind of servo: the value to use, the range of single ones, and the source."""

    value: float
    lowest: float
    highest: float
    source: str


@dataclass(frozen=True, slots=True)
class ServoPreset:
    """A kind of hobby servo at `volts`.

    `no_load_speed`: degrees a second; `time_constant`: seconds in which it comes to 63% of its
    speed.
    """

    name: str
    volts: float
    no_load_speed: ServoFigure
    time_constant: ServoFigure

    @property
    def speed(self) -> ServoSpeed:
        """Return how fast it goes without load."""
        acceleration = _TIME_CONSTANTS_TO_SPEED * self.time_constant.value
        return ServoSpeed(self.no_load_speed.value, round(acceleration, 3))


_USUAL_TIME_CONSTANT = ServoFigure(0.04, 0.028, 0.05, "E, between the DS3225 and older servos")

SERVO_PRESETS: Mapping[str, ServoPreset] = {
    preset.name: preset
    for preset in (
        ServoPreset(
            "ds3218",
            5.0,
            ServoFigure(375, 375, 429, "D: 0.16 s for 60 degrees at 5 V, 0.14 s at 6.8 V"),
            ServoFigure(0.03, 0.028, 0.05, "E: the DS3225's, M by adamb314's ServoProject"),
        ),
        ServoPreset(
            "mg996r",
            6.0,
            ServoFigure(430, 353, 460, "D: 0.13 to 0.14 s for 60 degrees at 6 V, 0.17 s at 4.8 V"),
            _USUAL_TIME_CONSTANT,
        ),
        ServoPreset(
            "sg90",
            5.0,
            ServoFigure(550, 500, 600, "D: 0.10 to 0.12 s for 60 degrees"),
            _USUAL_TIME_CONSTANT,
        ),
        ServoPreset(
            "hs-311",
            6.0,
            ServoFigure(400, 316, 400, "D: 0.15 s for 60 degrees at 6 V, 0.19 s at 4.8 V"),
            _USUAL_TIME_CONSTANT,
        ),
        ServoPreset(
            "sts3215",
            7.4,
            ServoFigure(300, 270, 312, "D: 0.192 s for 60 degrees at 7.4 V, 0.222 s at 12 V"),
            ServoFigure(0.047, 0.04, 0.055, "M: a fit by Rhoban's bam; the range E"),
        ),
    )
}


def servo_preset(name: str) -> ServoPreset:
    """Return the servo of a name, in small or capital letters. Raises RigError."""
    preset = SERVO_PRESETS.get(name.lower())
    if preset is None:
        raise RigError(
            f"servos = {name!r} is no servo that is known: write one of "
            f"{', '.join(SERVO_PRESETS)}, or a table with speed and acceleration"
        )
    return preset
