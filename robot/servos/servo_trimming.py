"""Corrects wrist pulse widths from measured stop angles and writes them to the settings file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from files.access import flush_to_disk, read_text, replacing
from files.locks import changing
from files.wording import reason
from robot.rigs.command import wrist_name
from robot.servos.servo_settings import (
    AxisServo,
    ServoSettings,
    ServoSettingsError,
    check_pulse,
    read_settings,
)

TOLERANCE_DEGREES = 1.0  # how far from its detent a wrist may stop (degrees)
MAX_STEP_DEGREES = 5.0  # largest change of a pulse in one step (degrees)
MAX_TRIM_DEGREES = 15.0  # largest total change (degrees); more means a wrongly mounted servo horn


def is_within_tolerance(place: str, at: float) -> bool:
    """Return True if a wrist that the camera sees `at` an angle is at its detent, as `L +90`."""
    return abs(at - float(place.split()[1])) <= TOLERANCE_DEGREES


def trim(settings: ServoSettings, measured: Mapping[str, float]) -> ServoSettings:
    """Return settings with pulses changed, by a small step at most, towards the detents.

    `measured`: the angles (degrees) at which the wrists stop now, by detent, such as `L +90`.
    """
    axes = {
        name: _trimmed(
            servo, {place: at for place, at in measured.items() if place.split()[0] == name}
        )
        for name, servo in settings.axes.items()
    }
    return replace(settings, axes=axes)


def _trimmed(servo: AxisServo, seen: Mapping[str, float]) -> AxisServo:
    pulses = dict(servo.pulses)
    for place, at in seen.items():
        detent = float(place.split()[1])
        if not is_within_tolerance(place, at):
            off = min(max(at - detent, -MAX_STEP_DEGREES), MAX_STEP_DEGREES)
            pulses[detent] = round(servo.pulse(detent - off), 1)
    return replace(servo, pulses=tuple(sorted(pulses.items())))


def check_limits(original: ServoSettings, trimmed: ServoSettings) -> None:
    """Raise ServoSettingsError if a pulse would be too far from its original value."""
    for name, servo in trimmed.axes.items():
        before = original.axes[name]
        for degrees, pulse in servo.pulses:
            off = before.degrees(pulse) - degrees
            if abs(off) > MAX_TRIM_DEGREES:
                raise ServoSettingsError(
                    f"the {wrist_name(name)} would need a pulse of {pulse:g} µs at {degrees:+g}°, "
                    f"which is {abs(off):.0f}° from the present one; the limit is "
                    f"{MAX_TRIM_DEGREES:g}°. Refit the servo horn closer to the right angle"
                )
            check_pulse(f"axes.{name}", f"{degrees:+g}°", pulse, original.limits)


def write_pulses(path: Path, settings: ServoSettings) -> None:
    """Write the changed pulses into a settings file; the rest of the file stays as it is.

    Raises ServoSettingsError, without writing, if the file has them in an unknown form.
    """
    try:
        with changing(path):
            _change_pulses(path, settings)
    except OSError as error:
        if isinstance(error, ServoSettingsError):
            raise
        raise ServoSettingsError(f"cannot write {str(path)!r}: {reason(error)}") from error


def _change_pulses(path: Path, settings: ServoSettings) -> None:
    text = read_text(path)
    before = _pulse_tables(read_settings(path))
    changed = {
        name: pulses for name, pulses in _pulse_tables(settings).items() if pulses != before[name]
    }
    for name, pulses in changed.items():
        table = rf"(\[{re.escape(name)}\][^\[]*?\npulses\s*=\s*)\{{[^}}]*\}}"
        text = re.sub(table, rf"\g<1>{pulses}", text, count=1)
    with replacing(path) as file:
        file.write(text.encode())
        flush_to_disk(file)
        if read_settings(Path(file.name)) != settings:
            lines = "; ".join(f"[{name}] pulses = {pulses}" for name, pulses in changed.items())
            raise ServoSettingsError(
                f"cannot change the pulses in {str(path)!r} for you; write there: {lines}"
            )


def _pulse_tables(settings: ServoSettings) -> dict[str, str]:
    """Format each servo's pulses as in a settings file, by the name of its table."""
    axes = {
        f"axes.{name}": [(f"{degrees:g}", pulse) for degrees, pulse in servo.pulses]
        for name, servo in settings.axes.items()
    }
    grippers = {f"grippers.{name}": list(servo.pulses) for name, servo in settings.grippers.items()}
    return {
        name: "{ " + ", ".join(f"{place} = {pulse:g}" for place, pulse in pulses) + " }"
        for name, pulses in {**axes, **grippers}.items()
    }
