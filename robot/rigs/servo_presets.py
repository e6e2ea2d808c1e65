"""Hobby servos that people use, in figures: each with its source and the range of such servos.

The letters say how a figure is known: D from a data sheet, M measured by others, F from a forum, E
estimated. docs/references.md lists the data sheets.

The data sheet of the DS3218 contradicts itself: stall torque times no-load speed cannot exceed
volts times stall current, and at 5 V is 1.28 times that (18 kg cm, 0.16 s for 60 degrees, 1.8 A).
With 1.8 A at most 14 kg cm are possible, 7 to 9 likely; 18 kg cm need about 4 A.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class HeatStore:
    """A winding or a case: its capacity (J/K), and the resistance (K/W) to what is around it."""

    capacity: ServoFigure
    resistance: ServoFigure


def _heat(capacity: float, resistance: float) -> HeatStore:
    return HeatStore(
        ServoFigure(capacity, 0.7 * capacity, 1.4 * capacity, "E, by weight"),
        ServoFigure(resistance, 0.7 * resistance, 1.4 * resistance, "E, by surface"),
    )


_USUAL_TIME_CONSTANT = ServoFigure(0.04, 0.028, 0.05, "E, between the DS3225 and older servos")
_USUAL_FRICTION = ServoFigure(0.06, 0.04, 0.08, "E, as the DS3225's: M by adamb314's ServoProject")
_LOAD_FRICTION = ServoFigure(0.2, 0.1, 0.3, "E, of spur gears in several stages")
# One period of pulses at 50 Hz, and its jitter.
_ANALOG_MEMORY = ServoFigure(
    0.03, 0.02, 0.04, "F: boards that compare each pulse with the potentiometer"
)
_ALWAYS = float("inf")
# The dead bands of sheets are in microseconds.
_PER_DEGREE = USUAL_PULSE_PER_DEGREE

SERVO_PRESETS: Mapping[str, ServoPreset] = {
    preset.name: preset
    for preset in (
        ServoPreset(
            "ds3218",
            5.0,
            PWM,
            ServoFigure(375, 375, 429, "D: 0.16 s for 60 degrees at 5 V, 0.14 s at 6.8 V"),
            ServoFigure(0.03, 0.028, 0.05, "E: the DS3225's, M by adamb314's ServoProject"),
            ServoFigure(1.2, 0.8, 1.8, "D: 18 kg cm at 5 V, which 1.8 A cannot give: see above; E"),
            ServoFigure(2.5, 1.8, 4.0, "D: 1.8 A, F: 2.8 A; 4 A for the torque of the sheet"),
            ServoFigure(0.005, 0.004, 0.05, "D: 4 to 5 mA; F: 50 mA"),
            ServoFigure(8, 3, 15, "E: nobody has measured it"),
            ServoFigure(0.05, 0.03, 0.08, "E: 6% of the DS3225, M by adamb314's ServoProject"),
            _LOAD_FRICTION,
            ServoFigure(1.0, 0.5, 1.5, "E"),
            ServoFigure(3 / _PER_DEGREE, 2 / _PER_DEGREE, 5 / _PER_DEGREE, "D: 3 microseconds"),
            ServoFigure(1.0, 0.5, _ALWAYS, "E: most servos go limp, some digital ones hold, F"),
            _heat(3, 12),
            _heat(35, 12),
        ),
        ServoPreset(
            "mg996r",
            6.0,
            BURSTS,
            ServoFigure(430, 353, 460, "D: 0.13 to 0.14 s for 60 degrees at 6 V, 0.17 s at 4.8 V"),
            _USUAL_TIME_CONSTANT,
            ServoFigure(0.9, 0.5, 1.1, "D: 11 kg cm at 6 V; a clone under 6.5, F"),
            ServoFigure(2.0, 0.6, 2.5, "D: 1.4 or 2.5 A; clones 0.6 A, F"),
            ServoFigure(0.01, 0.005, 0.02, "D: 10 mA"),
            ServoFigure(10, 5, 20, "E"),
            _USUAL_FRICTION,
            _LOAD_FRICTION,
            ServoFigure(1.5, 1.0, 3.0, "E"),
            ServoFigure(
                5 / _PER_DEGREE, 1 / _PER_DEGREE, 8 / _PER_DEGREE, "D: 1 to 5 microseconds"
            ),
            _ANALOG_MEMORY,
            _heat(3, 12),
            _heat(35, 12),
        ),
        ServoPreset(
            "sg90",
            5.0,
            BURSTS,
            ServoFigure(550, 500, 600, "D: 0.10 to 0.12 s for 60 degrees"),
            _USUAL_TIME_CONSTANT,
            ServoFigure(0.14, 0.12, 0.18, "D: 1.2 to 1.8 kg cm"),
            ServoFigure(0.65, 0.45, 0.8, "D: 0.55 to 0.65 A; F: 0.8 A"),
            ServoFigure(0.01, 0.005, 0.02, "D: 10 mA"),
            ServoFigure(20, 10, 32, "M: 32 degrees, from one video of 30 Hz by danb0b; E"),
            _USUAL_FRICTION,
            _LOAD_FRICTION,
            ServoFigure(2.0, 1.0, 4.0, "E"),
            ServoFigure(
                8 / _PER_DEGREE, 7 / _PER_DEGREE, 10 / _PER_DEGREE, "D: 7 to 10 microseconds"
            ),
            _ANALOG_MEMORY,
            _heat(0.5, 30),
            _heat(6, 40),
        ),
        ServoPreset(
            "hs-311",
            6.0,
            BURSTS,
            ServoFigure(400, 316, 400, "D: 0.15 s for 60 degrees at 6 V, 0.19 s at 4.8 V"),
            _USUAL_TIME_CONSTANT,
            ServoFigure(0.34, 0.29, 0.34, "D: 3.5 kg cm at 6 V, 3.0 at 4.8 V"),
            ServoFigure(0.8, 0.7, 0.9, "D: 0.8 A at 6 V, 0.7 A at 4.8 V"),
            ServoFigure(0.0074, 0.005, 0.01, "D: 7.4 mA"),
            ServoFigure(10, 5, 20, "E"),
            _USUAL_FRICTION,
            _LOAD_FRICTION,
            ServoFigure(1.0, 0.5, 1.5, "E"),
            ServoFigure(5 / _PER_DEGREE, 4 / _PER_DEGREE, 8 / _PER_DEGREE, "D: 5 microseconds"),
            _ANALOG_MEMORY,
            _heat(2, 15),
            _heat(25, 15),
        ),
        ServoPreset(
            "sts3215",
            7.4,
            PWM,
            ServoFigure(
                300, 270, 312, "M: 0.199 s for 60 degrees, a fit by Rhoban's bam; D: 0.192 s"
            ),
            ServoFigure(0.047, 0.04, 0.055, "M: a fit by Rhoban's bam; the range E"),
            ServoFigure(1.9, 1.9, 3.2, "D: 19.5 kg cm at 7.4 V; M: 33, the same fit"),
            ServoFigure(2.6, 2.4, 2.7, "M: 2.7 ohm, the same fit; D: 2.7 A at 12 V"),
            ServoFigure(0.03, 0.02, 0.04, "D: 30 mA"),
            ServoFigure(11, 7, 22, "M: 0.8% of duty a count at P 32, Rhoban's bam; 22 at P 16"),
            ServoFigure(0.02, 0.015, 0.03, "M: the same fit; the range E"),
            ServoFigure(
                0.4, 0.3, 0.5, "E, to give way by 2.3 degrees at 10.6 kg cm, SO-ARM100 #134"
            ),
            ServoFigure(1.0, 0.5, 1.3, "D: 0.5 degrees; M: 0.9 to 1.3, SO-ARM100 #134"),
            ServoFigure(0.09, 0.09, 0.18, "D: a count of 4096 a turn"),
            ServoFigure(_ALWAYS, _ALWAYS, _ALWAYS, "D: it holds the place that it was told"),
            _heat(3, 8),
            _heat(35, 8),
            is_protected=True,
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
