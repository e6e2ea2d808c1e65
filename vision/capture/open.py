"""Open a source of frames: a camera device, a network stream, a video file or image files.

A source is named by a string: the index of a device (`0`) or its file or link, a URL
(`http://host:port/stream`), a video file, an image file, a pattern of image files (`photos/*.jpg`)
or a folder of them.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from urllib.parse import urlsplit

import cv2

from files.access import visible
from files.lasting_names import CAMERA_LINKS, camera_index
from files.wording import reason
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
# OpenCV ends a stream that sends nothing for this multiple of the timeout. Until then it has only
# fallen silent, which is another error.
SILENCE_FACTOR = 3
PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtmp": 1935}

# FFmpeg and OpenCV also print errors that are reported by exceptions here.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

DEVICES = Path("/dev")
PROCESSES = Path("/proc")


def open_camera(source: str, timeout: float = OPEN_SECONDS) -> Camera:
    """Return the camera that `source` names, opened in `timeout` seconds, or raise CameraError."""
    _log.info("opening camera %s", source)
    index = _index_of(source)
    if index is not None:
        return LiveCamera(_open_device(index), f"camera {source}", timeout, DEVICE_LATENCY)
    if source.startswith(f"{CAMERA_LINKS}/"):
        raise CameraError(
            f"the camera {source!r} is not connected: connect it, or name another one with "
            "--camera; `rokumen ports` lists the cameras"
        )
    if "://" in source:
        return LiveCamera(_open_url(source, timeout), source, timeout, STREAM_LATENCY)
    path = Path(source)
    if path.is_dir():
        return ImageSequence(_pictures(visible(path.iterdir())), source)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return ImageSequence(
            [source] if path.exists() else _pictures(map(Path, glob(source))), source
        )
    return VideoFile(source)


def is_file_source(source: str) -> bool:
    """Return True for a source that `open_camera` reads from files: images, or a film."""
    is_device = _index_of(source) is not None or source.startswith(f"{CAMERA_LINKS}/")
    return not is_device and "://" not in source


def _index_of(source: str) -> int | None:
    return int(source) if re.fullmatch("[0-9]{1,9}", source) else camera_index(source)


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
            f"{url!r} does not answer ({reason(error)}"
            "); check the address and that the camera is on"
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


def device_path(index: int, devices: Path = DEVICES) -> Path:
    """Return the Linux device file of a camera."""
    return devices / f"video{index}"


def camera_indices(devices: Path = DEVICES) -> tuple[int, ...]:
    """Return the indices of the cameras that Linux lists."""
    names = [path.name.removeprefix("video") for path in devices.glob("video*")]
    return tuple(sorted(int(name) for name in names if re.fullmatch("[0-9]{1,9}", name)))


def camera_open_error(
    index: int,
    devices: Path = DEVICES,
    processes: Path = PROCESSES,
    platform: str = sys.platform,
) -> CameraError:
    """Return the exception to raise for a camera that could not be opened."""
    if platform == "darwin":
        return CameraError(
            f"camera {index} cannot be opened: if it is connected, allow this terminal to use it "
            "in System Settings, Privacy & Security, Camera, then restart the terminal"
        )
    if platform != "linux":
        return CameraError(
            f"camera {index} cannot be opened: it is not connected, or another program is using "
            "it. `rokumen ports` lists the connected cameras"
        )
    path = device_path(index, devices)
    if not path.exists():
        available = ", ".join(map(str, camera_indices(devices)))
        return CameraError(
            f"there is no camera {index}: "
            + (f"available are {available}" if available else "no camera is connected")
            + ". Connect one, or give another number or a URL; `rokumen ports` lists the cameras"
        )
    if not os.access(path, os.R_OK | os.W_OK):
        return CameraError(
            f"no permission to use camera {index} ({path}): run "
            f"`sudo usermod -aG {_group(path)} $USER`, then log out and in again"
        )
    users = ", ".join(_users(path, processes))
    return CameraError(
        f"camera {index} ({path}) exists but sends no image: "
        + (f"{users} is using it; close it" if users else "another program may be using it")
        + ". Some cameras have two numbers: try the next one"
    )


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return "video"


def _users(path: Path, processes: Path) -> Iterator[str]:
    """Yield the names of the programs that have a device open, as far as they can be read."""
    for process in sorted(processes.glob("[0-9]*")):
        try:
            is_open = any(link.readlink() == path for link in (process / "fd").iterdir())
            name = (process / "comm").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if is_open and process.name != str(os.getpid()):
            yield f"{name} (process {process.name})"
