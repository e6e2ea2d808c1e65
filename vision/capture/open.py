"""Open a source of frames: a camera device, a network stream, a video file or image files.

A source is named by a string: the index of a device (`0`), a URL (`http://host:port/stream`), a
video file, an image file, a pattern of image files (`photos/*.jpg`) or a folder of them.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
from glob import glob
from pathlib import Path
from urllib.parse import urlsplit

import cv2

from vision.capture.device_access import camera_open_error, device_path
from vision.capture.files import (
    PICTURE_SUFFIXES,
    ImageSequence,
    VideoFile,
    _pictures,
    check_frame_size,
)
from vision.capture.frame import Camera
from vision.capture.stream import LiveCamera
from vision.errors import CameraError

_log = logging.getLogger(__name__)

OPEN_SECONDS = 5.0  # how long a camera may take to open, and to send each frame

# Latency of a frame (seconds): of a device driver, and of a network stream with its decoder.
DEVICE_LATENCY = 0.05
STREAM_LATENCY = 0.15
# OpenCV ends a stream that sends nothing for so many times the timeout. Until then it has only
# fallen silent, which is another error.
SILENCE_FACTOR = 3
PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtmp": 1935}

# FFmpeg and OpenCV also print errors that are reported by exceptions here.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def open_camera(source: str, timeout: float = OPEN_SECONDS) -> Camera:
    """Return the camera that `source` names, opened in `timeout` seconds, or raise CameraError."""
    _log.info("opening camera %s", source)
    if re.fullmatch("[0-9]{1,9}", source):
        capture = _open_device(int(source))
        return LiveCamera(capture, f"camera {source}", timeout, DEVICE_LATENCY)
    if "://" in source:
        return LiveCamera(_open_url(source, timeout), source, timeout, STREAM_LATENCY)
    path = Path(source)
    if path.is_dir():
        return ImageSequence(_pictures(path.iterdir()), source)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return ImageSequence(
            [source] if path.exists() else _pictures(map(Path, glob(source))), source
        )
    return VideoFile(source)


def _open_device(index: int) -> cv2.VideoCapture:
    if sys.platform == "linux" and not device_path(index).exists():
        raise camera_open_error(index)
    capture = cv2.VideoCapture(index)
    if not capture.isOpened():
        raise camera_open_error(index)
    check_frame_size(capture, f"camera {index}")
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_url(url: str, timeout: float) -> cv2.VideoCapture:
    try:
        parts = urlsplit(url)
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
            SILENCE_FACTOR * milliseconds,
        ],
    )
    if not capture.isOpened():
        raise CameraError(
            f"{url!r} answers, but sent no video within {timeout:g} s; "
            "give the address of the stream itself (MJPEG or RTSP), not of a page that shows it"
        )
    check_frame_size(capture, url)
    return capture
