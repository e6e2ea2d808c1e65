"""Servo pulses put right by where a camera sees the wrists stop."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rokumen.maestro.errors import MaestroSettingsError
from rokumen.maestro.settings import PULSES, AxisServo, MaestroSettings, read_settings

NEAR = 1.0  # degrees from its detent that a wrist may stop
STEP = 5.0  # degrees that a pulse is changed by at once
MOST = 15.0  # degrees that it is changed by altogether; more is a horn put on wrongly


def is_near(place: str, at: float) -> bool:
    """Tell whether a wrist stops at its detent, such as `L +90`, if the camera sees it `at`."""
    return abs(at - float(place.split()[1])) <= NEAR


def trimmed(settings: MaestroSettings, seen: Mapping[str, float]) -> MaestroSettings:
    """Change pulses so that wrists stop at their detents, by a small step at most.

    `seen`: the angles (degrees) at which they stop now, by place, such as `L +90`.
    """
    axes = {
        name: _trimmed(servo, {place: at for place, at in seen.items() if place.split()[0] == name})
        for name, servo in settings.axes.items()
    }
    return replace(settings, axes=axes)


def _trimmed(servo: AxisServo, seen: Mapping[str, float]) -> AxisServo:
    pulses = dict(servo.pulses)
    for place, at in seen.items():
        detent = float(place.split()[1])
        if not is_near(place, at):
            off = min(max(at - detent, -STEP), STEP)
            pulses[detent] = round(servo.pulse(detent - off), 1)
    return replace(servo, pulses=tuple(sorted(pulses.items())))


def check_limits(first: MaestroSettings, last: MaestroSettings) -> None:
    """Raise MaestroSettingsError where a pulse would be too far from what it was at first."""
    for name, servo in last.axes.items():
        before = first.axes[name]
        for degrees, pulse in servo.pulses:
            off = before.degrees(pulse) - degrees
            if abs(off) > MOST or not PULSES[0] <= pulse <= PULSES[1]:
                raise MaestroSettingsError(
                    f"wrist {name} would need a pulse of {pulse:g} at {degrees:+g}°, which is "
                    f"{abs(off):.0f}° from the one that is set; more than {MOST:g}° is never "
                    "changed. Put the horn on its servo so that it is nearer"
                )


def write_pulses(path: Path, settings: MaestroSettings) -> None:
    """Write the pulses that changed into a settings file, and leave all else in it as it is.

    Raises MaestroSettingsError where the file has them in a form that is not known, and leaves it.
    """
    text = path.read_text(encoding="utf-8")
    before = _tables(read_settings(path))
    changed = {name: pulses for name, pulses in _tables(settings).items() if pulses != before[name]}
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


def _tables(settings: MaestroSettings) -> dict[str, str]:
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
