"""Corrects wrist pulse widths from measured stop angles and writes them to the settings file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from robot.boards.maestro_settings import (
    PULSE_RANGE,
    AxisServo,
    MaestroSettings,
    MaestroSettingsError,
    read_settings,
)

TOLERANCE_DEGREES = 1.0  # degrees from its detent that a wrist may stop
MAX_STEP_DEGREES = 5.0  # degrees that a pulse is changed by at once
MAX_TRIM_DEGREES = 15.0  # degrees that it is changed by altogether; more is a horn put on wrongly


def is_within_tolerance(place: str, at: float) -> bool:
    """Return True if a wrist stops at its detent, such as `L +90`, if the camera sees it `at`."""
    return abs(at - float(place.split()[1])) <= TOLERANCE_DEGREES


def trim(settings: MaestroSettings, measured: Mapping[str, float]) -> MaestroSettings:
    """Change pulses so that wrists stop at their detents, by a small step at most.

    `measured`: the angles (degrees) at which they stop now, by place, such as `L +90`.
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


def check_limits(original: MaestroSettings, trimmed: MaestroSettings) -> None:
    """Raise MaestroSettingsError where a pulse would be too far from what it was at first."""
    for name, servo in trimmed.axes.items():
        before = original.axes[name]
        for degrees, pulse in servo.pulses:
            off = before.degrees(pulse) - degrees
            if abs(off) > MAX_TRIM_DEGREES or not PULSE_RANGE[0] <= pulse <= PULSE_RANGE[1]:
                raise MaestroSettingsError(
                    f"wrist {name} would need a pulse of {pulse:g} at {degrees:+g}°, which is "
                    f"{abs(off):.0f}° from the one that is set; more than {MAX_TRIM_DEGREES:g}° "
                    "is never "
                    "changed. Put the horn on its servo so that it is nearer"
                )


def write_pulses(path: Path, settings: MaestroSettings) -> None:
    """Write the pulses that changed into a settings file, and leave all else in it as it is.

    Raises MaestroSettingsError where the file has them in a form that is not known, and leaves it.
    """
    text = path.read_text(encoding="utf-8")
    before = _pulse_tables(read_settings(path))
    changed = {
        name: pulses for name, pulses in _pulse_tables(settings).items() if pulses != before[name]
    }
    for name, pulses in changed.items():
        table = rf"(\[{re.escape(name)}\][^\[]*?\npulses\s*=\s*)\{{[^}}]*\}}"
        text = re.sub(table, rf"\g<1>{pulses}", text, count=1)
    new = path.with_suffix(".new")
    try:
        new.write_text(text, encoding="utf-8")
        if read_settings(new) != settings:
            new.unlink()
            lines = "; ".join(f"[{name}] pulses = {pulses}" for name, pulses in changed.items())
            raise MaestroSettingsError(
                f"cannot change the pulses in {str(path)!r} for you; write there: {lines}"
            )
        new.replace(path)
    except OSError as error:
        if isinstance(error, MaestroSettingsError):
            raise
        raise MaestroSettingsError(f"cannot write {str(path)!r}: {error}") from error


def _pulse_tables(settings: MaestroSettings) -> dict[str, str]:
    """Write each servo's pulses as they stand in a settings file, by the name of its table."""
    axes = {
        f"axes.{name}": [(f"{degrees:g}", pulse) for degrees, pulse in servo.pulses]
        for name, servo in settings.axes.items()
    }
    grippers = {f"grippers.{name}": list(servo.pulses) for name, servo in settings.grippers.items()}
    return {
        name: "{ " + ", ".join(f"{place} = {pulse:g}" for place, pulse in pulses) + " }"
        for name, pulses in {**axes, **grippers}.items()
    }
