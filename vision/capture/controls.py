"""Lock a camera's exposure, white balance and focus through its driver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import cv2

# V4L2's menu: 1 is manual. The backends of other systems use the same value for "off".
MANUAL_EXPOSURE = 1.0
RELATIVE_TOLERANCE = 0.01  # of a value (or of 1): the largest rounding by a driver


class Capture(Protocol):
    """The methods of cv2.VideoCapture that are used here."""

    def get(self, propId: int, /) -> float:  # noqa: N803
        """Return a property; 0 or -1 where there is none."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        """Set a property; a driver may return True without setting it."""


@dataclass(frozen=True, slots=True)
class Control:
    """A setting that the camera adjusts by itself, and how to lock it."""

    name: str
    auto_property: int
    manual_value: float
    value_property: int


CONTROLS = (
    Control("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    Control("white_balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
    Control("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
)


@dataclass(frozen=True, slots=True)
class LockedControls:
    """The locked values of a camera, by name, and messages about controls that failed."""

    values: Mapping[str, float]
    refused: tuple[str, ...]


def lock_controls(capture: Capture, values: Mapping[str, float] | None = None) -> LockedControls:
    """Switch automatic controls off, and lock their present values, or the given ones."""
    locked, failures = {}, []
    for control in CONTROLS:
        if values is not None and control.name not in values:
            continue
        value = capture.get(control.value_property) if values is None else values[control.name]
        label = control.name.replace("_", " ")
        if not _set_and_verify(capture, control.auto_property, control.manual_value):
            failures.append(f"{label}: the driver has no manual mode")
        elif not _set_and_verify(capture, control.value_property, value):
            reported = capture.get(control.value_property)
            failures.append(
                f"{label}: the driver did not accept {value:g} (it reports {reported:g})"
            )
        else:
            locked[control.name] = value
    return LockedControls(locked, tuple(failures))


def _set_and_verify(capture: Capture, number: int, value: float) -> bool:
    """Set a property and return whether the driver reports it."""
    capture.set(number, value)
    return abs(capture.get(number) - value) <= RELATIVE_TOLERANCE * max(abs(value), 1.0)
