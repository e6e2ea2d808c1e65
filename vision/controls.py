"""Holding a camera's exposure, white balance and focus still, as far as its driver lets one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import cv2

# V4L2's menu: 1 is manual. Other systems' back ends take the same for "off".
MANUAL_EXPOSURE = 1.0
CLOSE = 0.01  # of a value: drivers round


class Capture(Protocol):
    """What is needed of cv2.VideoCapture."""

    def get(self, propId: int, /) -> float:  # noqa: N803
        """Read a property; 0 or -1 where there is none."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        """Set a property; the driver may say yes and not do it."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that the camera does by itself: how to switch that off, and the value to hold."""

    name: str
    automatic: int
    off: float
    value: int


CONTROLS = (
    Control("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    Control("white_balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
    Control("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
)


@dataclass(frozen=True, slots=True)
class Held:
    """What a camera now holds still, by name, and in words what its driver refused."""

    values: Mapping[str, float]
    refused: tuple[str, ...]


def hold(capture: Capture, values: Mapping[str, float] | None = None) -> Held:
    """Switch off what a camera does by itself, and hold what it has come to, or given `values`."""
    held, refused = {}, []
    for control in CONTROLS:
        if values is not None and control.name not in values:
            continue
        value = capture.get(control.value) if values is None else values[control.name]
        words = control.name.replace("_", " ")
        if not _set(capture, control.automatic, control.off):
            refused.append(f"{words}: the driver does not let it be switched to manual")
        elif not _set(capture, control.value, value):
            now = capture.get(control.value)
            refused.append(f"{words}: the driver does not take {value:g} (it has {now:g})")
        else:
            held[control.name] = value
    return Held(held, tuple(refused))


def _set(capture: Capture, number: int, value: float) -> bool:
    """Set a property and see whether it is so."""
    capture.set(number, value)
    return abs(capture.get(number) - value) <= CLOSE * max(abs(value), 1.0)
