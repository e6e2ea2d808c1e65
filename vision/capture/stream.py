"""Live cameras that return their newest frame, and detection of frozen cameras."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from typing import Self

import cv2
import numpy as np

from vision.capture.controls import LockedControls, lock_controls
from vision.capture.frame import Camera, Frame
from vision.capture.lens import UndistortedCamera
from vision.errors import CameraTimeoutError, EndOfStreamError, FrozenCameraError

# Noise makes two frames of a sensor differ, but a slow stream may send one frame several times.
MAX_STILL_SECONDS = 4.0


class FreezeDetector:
    """Detects a frozen camera: noise makes any two frames of a sensor differ."""

    def __init__(self, timeout: float = MAX_STILL_SECONDS) -> None:
        """Start; `timeout`: the number of seconds for which the image may stay exactly the same."""
        self._timeout = timeout
        self._last: Frame | None = None

    def check(self, frame: Frame) -> None:
        """Check a frame. Raises FrozenCameraError if the image has been the same for too long."""
        if self._last is None or not np.array_equal(frame.image, self._last.image):
            self._last = frame
        elif frame.time - self._last.time > self._timeout:
            raise FrozenCameraError(
                f"{frame.name}: the image has not changed for {self._timeout:g} s: the camera is "
                "frozen, or its program sends a still image. Reconnect it, or restart the program "
                "that streams it"
            )


_log = logging.getLogger(__name__)


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
        self._closing = False
        self._ended = False
        self._thread = threading.Thread(target=self._drain, name=f"reader of {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Return the newest frame not returned before. Raises CameraError."""
        return self._wait_for_frame(self._returned)

    def read_after(self, time: float) -> Frame:
        """Return a frame taken later than `time`. Raises CameraError.

        A frame that arrives within the camera's latency after that time may be older.
        """
        return self._wait_for_frame(time + self._latency)

    def lock_controls(self, values: Mapping[str, float] | None = None) -> LockedControls:
        """Lock exposure, white balance and focus at their present values, or at `values`."""
        return lock_controls(self._capture, values)

    def _wait_for_frame(self, after: float) -> Frame:
        with self._frame_arrived:
            arrived = self._frame_arrived.wait_for(
                lambda: self._ended or (self._frame is not None and self._frame.time > after),
                self._timeout,
            )
            if self._frame is not None and self._frame.time > after:
                self._returned = self._frame.time
                return self._frame
        if not arrived:
            raise CameraTimeoutError(
                f"{self.name}: no new frame within {self._timeout:g} s; check that the camera is "
                "still on and connected"
            )
        raise EndOfStreamError(f"{self.name}: the stream has ended; connect the camera again")

    def _drain(self) -> None:
        while not self._closing:
            ok, image = self._capture.read()
            with self._frame_arrived:
                if ok:
                    self._frame = Frame(np.asarray(image, np.uint8), time.monotonic(), self.name)
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
