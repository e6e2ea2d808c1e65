"""Live cameras: their newest frame, locked exposure and focus, and whether they are frozen."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, Self

import cv2
import numpy as np

from vision.capture.frame import Camera, Frame, UndistortedCamera
from vision.errors import NO_FRAME, CameraError, EndOfStreamError

# V4L2's menu: 1 is manual. The backends of other systems use the same value for "off".
MANUAL_EXPOSURE = 1.0
RELATIVE_TOLERANCE = 0.01  # of a value (or of 1): the largest rounding by a driver

# Noise makes two frames of a sensor differ, but a slow stream may send one frame several times.
MAX_STILL_SECONDS = 4.0

# Frames that wait to be read: what comes after a long gap may have been taken within it.
_WAITING_FRAMES = 4

_log = logging.getLogger(__name__)


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


class FreezeDetector:
    """Detects a frozen camera: noise makes any two frames of a sensor differ."""

    def __init__(self, timeout: float = MAX_STILL_SECONDS) -> None:
        """Start; `timeout`: the number of seconds for which the image may stay exactly the same."""
        self._timeout = timeout
        self._last: Frame | None = None

    def check(self, frame: Frame) -> None:
        """Check a frame. Raises CameraError if the image has been the same for too long."""
        if self._last is None or not np.array_equal(frame.image, self._last.image):
            self._last = frame
        elif frame.time - self._last.time > self._timeout:
            raise CameraError(
                f"{frame.name}: the image has not changed for {self._timeout:g} s: the camera is "
                "frozen, or its program sends a still image. Reconnect it, or restart the program "
                "that streams it"
            )


class _CloseOnExit:
    """The `with` statement for cameras."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing; cameras with resources release them here."""


class LiveCamera(_CloseOnExit):
    """A device or a stream, read continuously by a thread, so that the newest frame is ready."""

    def __init__(
        self, capture: cv2.VideoCapture, name: str, timeout: float, latency: float
    ) -> None:
        self.name = name
        self._capture = capture
        self._timeout = timeout
        self._latency = latency
        self._frame_arrived = threading.Condition()
        self._frame: Frame | None = None
        self._returned = -np.inf
        # Seconds between the last frames.
        self._gaps: deque[float] = deque(maxlen=_WAITING_FRAMES)
        self._closing = False
        self._ended = False
        self._thread = threading.Thread(target=self._drain, name=f"reader of {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Return the newest frame not returned before. Raises CameraError."""
        return self._wait_for_frame(lambda: self._returned)

    def read_after(self, time: float) -> Frame:
        """Return a frame taken later than `time`. Raises CameraError.

        A frame that arrives within the camera's latency after that time may be older; so may one
        that arrives within the longest of the last gaps between frames, as those of a camera in
        the dark or of a busy machine are.
        """
        return self._wait_for_frame(lambda: time + max((self._latency, *self._gaps)))

    def lock_controls(self, values: Mapping[str, float] | None = None) -> LockedControls:
        """Lock exposure, white balance and focus at their present values, or at `values`."""
        return lock_controls(self._capture, values)

    def _wait_for_frame(self, after: Callable[[], float]) -> Frame:
        with self._frame_arrived:
            arrived = self._frame_arrived.wait_for(
                lambda: self._ended or (self._frame is not None and self._frame.time > after()),
                self._timeout,
            )
            if self._frame is not None and self._frame.time > after():
                self._returned = self._frame.time
                return self._frame
        if not arrived:
            raise CameraError(
                f"{self.name}: no new frame within {self._timeout:g} s; check that the camera is "
                "still on and connected",
                code=NO_FRAME,
            )
        raise EndOfStreamError(f"{self.name}: the stream has ended; connect the camera again")

    def _drain(self) -> None:
        while not self._closing:
            ok, image = self._capture.read()
            with self._frame_arrived:
                if ok:
                    now = time.monotonic()
                    if self._frame is not None:
                        self._gaps.append(now - self._frame.time)
                    self._frame = Frame(np.asarray(image, np.uint8), now, self.name)
                self._ended = not ok
                self._frame_arrived.notify_all()
            if not ok:
                _log.info("%s: the stream has ended", self.name)
                break
        self._capture.release()

    def close(self) -> None:
        """Stop reading and release the camera."""
        self._closing = True
        self._thread.join(self._timeout)


def is_live(camera: Camera) -> bool:
    """Return True for a device or a stream, also where its frames are undistorted."""
    if isinstance(camera, UndistortedCamera):
        return is_live(camera.camera)
    return isinstance(camera, LiveCamera)
