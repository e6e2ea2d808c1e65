"""Cameras: whatever gives frames - a device, a network stream, a video, picture files.

A source is named by a string: a device's number (`0`), a URL (`http://host:port/stream`), a video
file, a picture file, a pattern of picture files (`photos/*.jpg`) or a folder of them.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import glob
from pathlib import Path
from typing import Protocol, Self
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.arrays import Image
from vision.controls import Held, hold
from vision.device import device_path, why_not
from vision.errors import CameraError, CameraTimeoutError, EndOfStreamError, NotAnImageError

PICTURE_SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
FRAMES_A_SECOND = 15.0  # of a video whose frames are picture files
PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtmp": 1935}

# FFmpeg and OpenCV report on the standard error what we say in words of our own.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: H x W x 3 uint8 BGR, when it came, and what to call it to a person.

    `time` is in seconds: of the monotonic clock for a live camera, of the video for a video; for
    picture files, as if they were a video's frames.
    """

    image: Image
    time: float
    name: str


class Camera(Protocol):
    """Anything that gives frames; close it, or use it in a `with` statement."""

    name: str

    def read(self) -> Frame:
        """Return the next frame; raises EndOfStreamError after the last one, or CameraError."""

    def fresh(self, after: float) -> Frame:
        """Return a frame taken later than `after` (seconds, `time.monotonic`)."""

    def close(self) -> None:
        """Let go of the device, stream or file."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(self, *_: object) -> None:
        """Close."""


def load_image(path: str | Path) -> Frame:
    """Read a picture file, turned upright if it says how it was held; raises NotAnImageError."""
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise NotAnImageError(name, f"{name!r}: {reason}; give the path of a photograph") from None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise NotAnImageError(
            name, f"{name!r} is no picture that can be read; give a JPEG or PNG file"
        )
    return Frame(np.asarray(image, np.uint8), 0.0, name)


def open_camera(source: str, timeout: float = 5.0) -> Camera:
    """Open what `source` names, waiting `timeout` seconds at most; raises CameraError."""
    if source.isdecimal():
        return LiveCamera(_open_device(int(source)), f"camera {source}", timeout, latency=0.05)
    if "://" in source:
        return LiveCamera(_open_url(source, timeout), source, timeout, latency=0.15)
    path = Path(source)
    if path.is_dir():
        return PictureFiles(_pictures(path.iterdir()), source)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureFiles(
            [source] if path.exists() else _pictures(map(Path, glob(source))), source
        )
    return VideoFile(source)


def _pictures(paths: Iterator[Path] | map[Path]) -> list[str]:
    return sorted(str(path) for path in paths if path.suffix.lower() in PICTURE_SUFFIXES)


def _open_device(index: int) -> cv2.VideoCapture:
    if sys.platform == "linux" and not device_path(index).exists():
        raise why_not(index)
    capture = cv2.VideoCapture(index)
    if not capture.isOpened():
        raise why_not(index)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_url(url: str, timeout: float) -> cv2.VideoCapture:
    parts = urlsplit(url)
    try:
        port = parts.port or PORTS.get(parts.scheme, 80)
        socket.create_connection((parts.hostname or "", port), timeout).close()
    except (OSError, ValueError) as error:
        raise CameraError(
            f"{url!r} does not answer ({error}); check the address and that the camera is on"
        ) from None
    milliseconds = int(timeout * 1000)
    capture = cv2.VideoCapture(
        url,
        cv2.CAP_FFMPEG,
        [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            milliseconds,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            milliseconds,
        ],
    )
    if not capture.isOpened():
        raise CameraError(
            f"{url!r} answers, but sent no video within {timeout:g} s; "
            "give the address of the stream itself (MJPEG or RTSP), not of a page that shows it"
        )
    return capture


class _Closing:
    """The `with` statement for cameras."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing to let go of, unless a camera says otherwise."""


class PictureFiles(_Closing):
    """Picture files, one after the other."""

    def __init__(self, paths: Sequence[str], name: str) -> None:
        if not paths:
            raise CameraError(f"{name!r}: there are no pictures there; give JPEG or PNG files")
        self.name = name
        self._rest = list(paths)
        self._count = 0

    def read(self) -> Frame:
        """Return the next picture; raises EndOfStreamError, or NotAnImageError."""
        if not self._rest:
            raise EndOfStreamError(f"{self.name!r}: there is no further picture")
        frame = replace(load_image(self._rest.pop(0)), time=self._count / FRAMES_A_SECOND)
        self._count += 1
        return frame

    def fresh(self, after: float) -> Frame:
        """Return the next picture: files do not change while one waits."""
        return self.read()


class VideoFile(_Closing):
    """A video file's frames, as fast as they are asked for."""

    def __init__(self, path: str) -> None:
        self.name = path
        if not Path(path).exists():
            raise CameraError(
                f"{path!r} is neither a camera's number, a URL nor a file that exists"
            )
        self._capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
        self._count = 0
        if not self._capture.isOpened():
            raise CameraError(
                f"{path!r} is no video that can be read; give an MP4, AVI or MOV file"
            )

    def read(self) -> Frame:
        """Return the next frame; raises EndOfStreamError."""
        ok, image = self._capture.read()
        if not ok:
            raise EndOfStreamError(f"{self.name!r} ended after {self._count} frames")
        self._count += 1
        seconds = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(np.asarray(image, np.uint8), seconds, f"{self.name} at {seconds:.2f} s")

    def fresh(self, after: float) -> Frame:
        """Return the next frame: a video waits for whoever reads it."""
        return self.read()

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class LiveCamera(_Closing):
    """A device or a stream, drained all the time so that its newest frame is at hand."""

    def __init__(
        self, capture: cv2.VideoCapture, name: str, timeout: float, latency: float
    ) -> None:
        self.name = name
        self._capture = capture
        self._timeout = timeout
        self._latency = latency
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._returned = -np.inf
        self._closing = False
        self._ended = False
        self._thread = threading.Thread(target=self._drain, name=f"reader of {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Return the newest frame not returned before; raises CameraError."""
        return self._later_than(self._returned)

    def fresh(self, after: float) -> Frame:
        """Return a frame taken later than `after`; raises CameraError.

        What arrives within the camera's latency after that moment may have been taken before it.
        """
        return self._later_than(after + self._latency)

    def hold(self, values: Mapping[str, float] | None = None) -> Held:
        """Hold exposure, white balance and focus as they are, or at `values`."""
        return hold(self._capture, values)

    def _later_than(self, moment: float) -> Frame:
        with self._news:
            arrived = self._news.wait_for(
                lambda: self._ended or (self._frame is not None and self._frame.time > moment),
                self._timeout,
            )
            if self._frame is not None and self._frame.time > moment:
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
            with self._news:
                if ok:
                    self._frame = Frame(np.asarray(image, np.uint8), time.monotonic(), self.name)
                self._ended = not ok
                self._news.notify_all()
            if not ok:
                break
        self._capture.release()

    def close(self) -> None:
        """Stop reading and let go of the camera."""
        self._closing = True
        self._thread.join(self._timeout)
