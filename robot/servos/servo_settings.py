"""The settings of a robot whose servos are on the channels of a drive, read from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from pathlib import Path

from serial import SerialException

from files.bounds import entry
from files.documents import read_toml
from files.errors import NumberedError
from files.records import read_record
from files.wording import reason
from robot.errors import RigError
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.command import CLOSED, CONTACT, OPEN, USUAL_PULSES, WIDENING_RISK, WIDEST_PULSES
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from robot.rigs.servo_speeds import Servos, with_servos


class ServoSettingsError(NumberedError, SerialException):
    """The settings cannot be read, or have an impossible value."""

    code = "E441"


# What pulses are: those of servos in microseconds, or the steps of motors that turn further.
MICROSECONDS, STEPS = "µs", "steps"
_MOST_STEPS = 1_000_000

# A Maestro has 24 channels at most; bus servos have ids up to 253.
CHANNELS = range(254)

# The keys that the file of a robot has besides (`rokumen setup`).
_KEYS_OF_ROBOT = ("robot", "durations", "settling", "cameras")


@dataclass(frozen=True, slots=True)
class AxisServo:
    """An axis's servo: at least two `pulses` (degrees, microseconds), sorted by degrees."""

    channel: int
    pulses: tuple[tuple[float, float], ...]

    def pulse(self, degrees: float) -> float:
        """Return the pulse for an angle, on the line through the two measured ones beside it."""
        return interpolate(degrees, self.pulses)

    def degrees(self, pulse: float) -> float:
        """Return the servo's angle (degrees) at a pulse."""
        by_pulse = sorted((microseconds, degrees) for degrees, microseconds in self.pulses)
        return interpolate(pulse, tuple(by_pulse))


@dataclass(frozen=True, slots=True)
class GripperServo:
    """A gripper's servo: `pulses` are (position, microseconds)."""

    channel: int
    pulses: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ServoSettings:
    """A robot on a drive; its motions take the rig's durations, or are `pace` times as fast.

    `settle`: the seconds that its servos need to arrive after their last pulse; `limits`: the
    lowest and the highest pulse that any of them may get, in microseconds; `rest`: the
    seconds after a motion at which jaws that have a pulse for contact relax, 0 for never.
    """

    rig: Rig
    axes: dict[str, AxisServo]
    grippers: dict[str, GripperServo]
    pace: float = 1.0
    settle: float = 0.0
    limits: tuple[int, int] = USUAL_PULSES
    rest: float = REST_SECONDS

    @property
    def servos(self) -> tuple[AxisServo | GripperServo, ...]:
        """List all servos, the axes' first."""
        return (*self.axes.values(), *self.grippers.values())


@dataclass(frozen=True, slots=True)
class _ServoTable:
    """The table of a servo: its pulses (microseconds) by angle or position."""

    channel: int = entry(minimum=0, maximum=CHANNELS[-1])
    pulses: Mapping[str, float] = entry(minimum=WIDEST_PULSES[0], maximum=WIDEST_PULSES[1])


@dataclass(frozen=True, slots=True)
class _SettingsFile:
    """A settings file, with a table [axes.NAME] or [grippers.NAME] for each servo."""

    rig: str
    unit: str = entry(MICROSECONDS, choices=(MICROSECONDS, STEPS))
    pace: float = entry(1.0, minimum=0.01, maximum=1000)
    settle: float = entry(0.0, minimum=0, maximum=2)
    limits: tuple[int, int] = entry(
        USUAL_PULSES, minimum=WIDEST_PULSES[0], maximum=WIDEST_PULSES[1]
    )
    rest: float = entry(REST_SECONDS, minimum=0, maximum=60)
    servos: Servos | None = None
    axes: Mapping[str, _ServoTable] = entry({})
    grippers: Mapping[str, _ServoTable] = entry({})


@dataclass(frozen=True, slots=True)
class _MotorTable(_ServoTable):
    """The table of a motor: its steps by angle or position."""

    pulses: Mapping[str, float] = entry(minimum=-_MOST_STEPS, maximum=_MOST_STEPS)


@dataclass(frozen=True, slots=True)
class _MotorsFile(_SettingsFile):
    """A settings file of motors, whose pulses are steps."""

    limits: tuple[int, int] = entry(USUAL_PULSES, minimum=-_MOST_STEPS, maximum=_MOST_STEPS)
    axes: Mapping[str, _MotorTable] = entry({})
    grippers: Mapping[str, _MotorTable] = entry({})


def read_settings(path: Path) -> ServoSettings:
    """Read a settings file. Raises ServoSettingsError, which quotes what is wrong in it."""
    try:
        table = read_toml(path)
    except (OSError, ValueError) as error:
        raise ServoSettingsError(
            f"cannot read the servos' settings in {str(path)!r}: {reason(error)}. "
            "docs/maestro.md shows "
            "the format"
        ) from error
    own = {key: value for key, value in table.items() if key not in _KEYS_OF_ROBOT}
    try:
        of_motors = own.get("unit") == STEPS
        return _settings(read_record(_MotorsFile if of_motors else _SettingsFile, own))
    except (ServoSettingsError, ValueError) as error:
        raise ServoSettingsError(f"{str(path)!r}: {error}") from error


def _settings(file: _SettingsFile) -> ServoSettings:
    try:
        rig = load_rig(file.rig)
    except RigError as error:
        raise ServoSettingsError(f"rig = {file.rig!r}: {error}") from error
    if file.servos is not None:
        try:
            rig = with_servos(rig, file.servos)
        except RigError as error:
            raise ServoSettingsError(str(error)) from error
    if file.limits[0] >= file.limits[1]:
        raise ServoSettingsError(f"limits = {list(file.limits)} must rise")
    for kind, servos, names in (
        ("axes", file.axes, rig.axes),
        ("grippers", file.grippers, rig.grippers),
    ):
        if set(servos) != set(names):
            raise ServoSettingsError(
                f"the rig has the {kind} {', '.join(names) or '(none)'}, and the file has "
                f"{', '.join(servos) or '(none)'}: write a table [{kind}.NAME] for each"
            )
    axes = {name: _axis(name, file.axes[name]) for name in rig.axes}
    grippers = {name: _gripper(name, file.grippers[name]) for name in rig.grippers}
    for name, axis in axes.items():
        for degrees in _reached(rig, axis):
            check_pulse(f"axes.{name}", f"{degrees:+g}°", axis.pulse(degrees), file.limits)
    for name, gripper in grippers.items():
        for position, pulse in with_positions_of(rig, name, gripper).pulses:
            check_pulse(f"grippers.{name}", position, pulse, file.limits)
    settings = ServoSettings(rig, axes, grippers, file.pace, file.settle, file.limits, file.rest)
    channels = sorted(servo.channel for servo in settings.servos)
    if len(set(channels)) < len(channels):
        raise ServoSettingsError(f"two servos have the same channel: {channels}")
    return settings


def _reached(rig: Rig, axis: AxisServo) -> tuple[float, ...]:
    """Return the angles of an axis's pulses, with those to which it turns too far for a layer."""
    angles = tuple(degrees for degrees, _ in axis.pulses)
    first, *_, last = angles
    overshoot_at = rig.servo_travel.overshoot_at
    return (first - overshoot_at(first), *angles, last + overshoot_at(last))


def with_positions_of(rig: Rig, name: str, servo: GripperServo) -> GripperServo:
    """Return a gripper's servo with pulses for all positions of the rig.

    Those that the settings leave out are where the rig's angles say, between the pulses of closed
    and open or beyond.
    """
    pulses, angles = dict(servo.pulses), rig.servo_travel.angles(name)
    per_degree = (pulses[OPEN] - pulses[CLOSED]) / angles[OPEN]
    for position in angles.keys() - pulses.keys():
        pulses[position] = round(pulses[CLOSED] + angles[position] * per_degree, 1)
    return replace(servo, pulses=tuple(pulses.items()))


def check_pulse(table: str, place: str, pulse: float, limits: tuple[int, int]) -> None:
    """Raise ServoSettingsError for the pulse of a place that is beyond the limits."""
    low, high = limits
    if not low <= pulse <= high:
        least, most = WIDEST_PULSES
        raise ServoSettingsError(
            f"[{table}] would have a pulse of {pulse:g} µs at {place}, which is not from {low} to "
            f"{high}. {WIDENING_RISK}. If the sheet of yours says that it goes further, write "
            f"limits = [{least}, {most}] above the tables; else write another pulse"
        )


def _axis(name: str, table: _ServoTable) -> AxisServo:
    where = f"[axes.{name}]"
    pulses = []
    for degrees, pulse in table.pulses.items():
        try:
            pulses.append((float(degrees), pulse))
        except ValueError as error:
            raise ServoSettingsError(
                f"{where} has pulses at {degrees!r}, which is not an angle"
            ) from error
    if not all(isfinite(angle) for angle, _ in pulses):
        raise ServoSettingsError(f"{where}: angles must be finite, not nan or inf")
    pulses.sort()
    if len(pulses) < 2:
        raise ServoSettingsError(f"{where} needs pulses at two or more angles")
    rises = [after > before for (_, before), (_, after) in pairwise(pulses)]
    equal = any(after == before for (_, before), (_, after) in pairwise(pulses))
    if equal or len(set(rises)) > 1:
        raise ServoSettingsError(
            f"{where}: pulses must all increase or all decrease with the angle"
        )
    return AxisServo(table.channel, tuple(pulses))


def _gripper(name: str, table: _ServoTable) -> GripperServo:
    pulses = table.pulses
    if not {OPEN, CLOSED} <= set(pulses) or len(set(pulses.values())) < len(pulses):
        raise ServoSettingsError(f"[grippers.{name}] needs different pulses for open and closed")
    at = pulses.get(CONTACT, (pulses[CLOSED] + pulses[OPEN]) / 2)
    if not (pulses[CLOSED] < at < pulses[OPEN] or pulses[CLOSED] > at > pulses[OPEN]):
        raise ServoSettingsError(
            f"[grippers.{name}] has contact = {at:g}, which is not between closed = "
            f"{pulses[CLOSED]:g} and open = {pulses[OPEN]:g}: jaws touch the cube there"
        )
    return GripperServo(table.channel, tuple(pulses.items()))


def interpolate(x: float, points: Sequence[tuple[float, float]]) -> float:
    """Return y at x on the line through points (x, y), extended beyond its ends."""
    after = 1
    while after < len(points) - 1 and x > points[after][0]:
        after += 1
    (x0, y0), (x1, y1) = points[after - 1], points[after]
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0)
