"""A kind of hobby servo with force: its figures, and a motor whose horn meets a load.

Degrees and N m are those of the horn. Source of the figures: `robot/rigs/servo_presets.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from robot.rigs.command import USUAL_PULSE_PER_DEGREE
from robot.rigs.motion_profile import MotionProfile
from robot.rigs.rig import Rig, all_durations
from robot.rigs.servo_presets import BURSTS, ServoFigure, ServoPreset, servo_preset

# Servos are computed in steps of this many seconds.
STEP_SECONDS = 0.002

MIDDLE_PULSE = 1500.0

# An STS3215 whose drive is above this share for these seconds gives this share of its torque until
# it is switched off: the registers 34 to 36, as they are delivered.
OVERLOAD_SHARE, OVERLOAD_SECONDS, OVERLOAD_TORQUE = 0.8, 2.0, 0.2

# A motor cannot be driven by more than this share of the power that it takes when stalled.
MOST_EFFICIENT = 0.7


@dataclass(frozen=True, slots=True)
class ServoModel:
    """A servo of a kind, whose figures are those of `ServoPreset` at `volts`.

    Without `full_drive_error` it is ideal: it is where its pulse is, has any torque, and never gets
    hot. It turns to `end_stop` degrees from its middle at most. `is_protected`: it reduces its
    torque when overloaded, and cuts out where others burn. `winding` and `case` are each a capacity
    (J/K) and a resistance (K/W).
    """

    volts: float = 5.0
    no_load_speed: float = math.inf
    time_constant: float = 0.0
    stall_torque: float = math.inf
    stall_current: float = 0.0
    idle_current: float = 0.0
    full_drive_error: float = 0.0
    friction: float = 0.0
    load_friction: float = 0.0
    play: float = 0.0
    dead_band: float = 0.0
    pulse_memory: float = math.inf
    end_stop: float = math.inf
    is_analog: bool = False
    is_protected: bool = False
    winding: tuple[float, float] = (1.0, 1.0)
    case: tuple[float, float] = (1.0, 1.0)

    @property
    def is_ideal(self) -> bool:
        """Return True for a servo that is where its pulse is."""
        return not self.full_drive_error

    @property
    def winding_ohm(self) -> float:
        """Return the resistance of the motor."""
        return self.volts / self.stall_current if self.stall_current else math.inf

    @property
    def gear_friction(self) -> float:
        """Return the friction (N m) of a servo that carries nothing."""
        return self.friction * self.stall_torque if self.friction else 0.0

    def drive_at(self, error: float) -> float:
        """Return the drive, -1 to 1, of a servo that is so far (degrees) from its target."""
        if abs(error) <= self.dead_band:
            return 0.0
        return min(max(error / self.full_drive_error, -1.0), 1.0)


# Servos that are where their pulses are, and never get hot.
IDEAL_SERVO = ServoModel()


def usual_servo(name: str) -> ServoModel:
    """Return a servo of a kind with its usual figures. Raises RigError for an unknown name."""
    preset = servo_preset(name)
    return _servo(preset, preset.stall_current.value, lambda figure: figure.value)


def fast_enough(servo: ServoModel, rig: Rig) -> ServoModel:
    """Return a servo that makes each motion of a rig in its duration: itself, or a faster one.

    A rig's own durations are those of what moves it, which may be no hobby servo.
    """
    durations = all_durations(rig)
    share = 1.0
    for name, travel in rig.travels.items():
        way = sum(map(abs, travel.ways)) / len(travel.ways)
        profile = MotionProfile(durations[name] / len(travel.ways), rig.acceleration)
        share = max(share, way * profile.peak_speed / travel.load / servo.no_load_speed)
    return replace(
        servo,
        no_load_speed=share * servo.no_load_speed,
        time_constant=servo.time_constant / share,
        stall_current=share * servo.stall_current,
    )


def drawn_servo(name: str, rng: Random) -> ServoModel:
    """Return a servo of a kind with figures drawn from their ranges. Raises RigError.

    Its stall current is at least what torque and speed need.
    """
    preset = servo_preset(name)
    drawn: dict[ServoFigure, float] = {}

    def draw(figure: ServoFigure) -> float:
        highest = figure.highest if math.isfinite(figure.highest) else figure.value
        return drawn.setdefault(figure, rng.uniform(min(figure.lowest, highest), highest))

    speed = math.radians(draw(preset.no_load_speed)) / (1 - draw(preset.friction))
    least = draw(preset.stall_torque) * speed / (MOST_EFFICIENT * preset.volts)
    low = max(preset.stall_current.lowest, least)
    return _servo(preset, rng.uniform(low, max(low, preset.stall_current.highest)), draw)


def _servo(
    preset: ServoPreset, stall_current: float, value: Callable[[ServoFigure], float]
) -> ServoModel:
    winding, case = preset.winding, preset.case
    return ServoModel(
        volts=preset.volts,
        no_load_speed=value(preset.no_load_speed),
        time_constant=value(preset.time_constant),
        stall_torque=value(preset.stall_torque),
        stall_current=stall_current,
        idle_current=value(preset.idle_current),
        full_drive_error=value(preset.full_drive_error),
        friction=value(preset.friction),
        load_friction=value(preset.load_friction),
        play=value(preset.play),
        dead_band=value(preset.dead_band),
        pulse_memory=value(preset.pulse_memory),
        end_stop=95.0,
        is_analog=preset.drive == BURSTS,
        is_protected=preset.is_protected,
        winding=(value(winding.capacity), value(winding.resistance)),
        case=(value(case.capacity), value(case.resistance)),
    )


# What a simulated robot has unless it is told otherwise.
USUAL_SERVO = "ds3218"
HOBBY_SERVO = usual_servo(USUAL_SERVO)


def degrees_of(pulse: float) -> float:
    """Return the angle (degrees from the middle) that a pulse (microseconds) commands."""
    return (pulse - MIDDLE_PULSE) / USUAL_PULSE_PER_DEGREE


def pulse_of(degrees: float) -> float:
    """Return the pulse (microseconds) that commands an angle (degrees from the middle)."""
    return MIDDLE_PULSE + degrees * USUAL_PULSE_PER_DEGREE
