"""Finds serial ports and cameras, and probes each."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from serial.tools import list_ports

from files.wording import reason
from robot.drives.drive import ChannelKind
from robot.errors import RobotError
from robot.link.connection import RobotInfo
from robot.link.handshake import TIMEOUT_SECONDS, probe_port
from robot.link.protocol import Message
from robot.link.registry import identify
from rokumen.devices.robot_connection import is_line
from vision.capture.open import DEVICES, camera_indices, open_camera
from vision.errors import VisionError

CAMERA_NAMES = Path("/sys/class/video4linux")
# On other systems than Linux cameras are found by opening them: the numbers have no gaps.
MAX_PROBED = 4
CAMERA_SECONDS = 3.0
POLL_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port: its URL, what the system calls it, and the robot behind it.

    `robot` is None where none answers; `answer` says in words what answered, or why nothing did.
    """

    url: str
    description: str
    robot: RobotInfo | None
    answer: str


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera; `size` (width, height) is None where it gives no picture, and `status` say why."""

    number: int
    name: str
    size: tuple[int, int] | None
    status: str


def find_ports(urls: Sequence[str], patience: float = TIMEOUT_SECONDS) -> tuple[Port, ...]:
    """Probe every serial port of this computer, or the given ones, in parallel."""
    known = {port.device: port.description for port in list_ports.comports()}
    asked = [(url, known.get(url, "")) for url in urls or sorted(known)]
    if not asked:
        return ()
    with ThreadPoolExecutor(len(asked)) as pool:
        return tuple(pool.map(partial(_probe_port, patience=patience), asked))


def find_cameras() -> tuple[FoundCamera, ...]:
    """Take a picture with every camera of this computer."""
    if sys.platform == "linux":
        return tuple(_probe_camera(number) for number in camera_indices())
    found = []
    for number in range(MAX_PROBED):
        camera = _probe_camera(number)
        if camera.size is None:
            break
        found.append(camera)
    return tuple(found)


def connected_devices() -> frozenset[str]:
    """Return the serial ports and (on Linux) the cameras that are connected now."""
    cameras = {f"camera {number}" for number in camera_indices(DEVICES)}
    return frozenset({port.device for port in list_ports.comports()} | cameras)


def wait_for_unplugging(
    seconds: float,
    look: Callable[[], frozenset[str]] = connected_devices,
    wait: Callable[[float], None] = time.sleep,
) -> frozenset[str]:
    """Wait for a device to be unplugged, and return its name; () if none is."""
    before = look()
    for _ in range(int(seconds / POLL_SECONDS)):
        wait(POLL_SECONDS)
        now = look()
        if before - now:
            # Devices on the same cable disappear within a moment.
            wait(POLL_SECONDS)
            return before - look()
        before |= now
    return frozenset()


def _probe_port(port: tuple[str, str], patience: float) -> Port:
    url, description = port
    try:
        if is_line(url):
            return Port(url, description, None, _chip_words(probe_port(url, patience)))
        info = identify(url)
        return Port(url, description, info, f"{info.firmware}, a {info.rig} rig")
    except RobotError as error:
        return Port(url, description, None, reason(error).removeprefix(f"{url!r}: "))


def _chip_words(greeting: Message) -> str:
    """Return what a port is at which a chip answers."""
    kind = "motors" if greeting.get("kind") == ChannelKind.STEPPER else "servos"
    board, channels = greeting.get("board"), greeting.get("channels")
    return f"{board}, a chip for {channels} {kind}: `rokumen setup` sets it up"


def _probe_camera(number: int) -> FoundCamera:
    name = ""
    with suppress(OSError):
        name = (CAMERA_NAMES / f"video{number}" / "name").read_text(encoding="utf-8").strip()
    try:
        with open_camera(str(number), CAMERA_SECONDS) as camera:
            height, width = camera.read().image.shape[:2]
    except VisionError as error:
        return FoundCamera(number, name, None, str(error))
    return FoundCamera(number, name, (width, height), f"{width} x {height}")
