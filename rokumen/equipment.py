"""What is connected to this computer: serial ports and cameras, and what is behind them."""

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

from robot.errors import RobotError
from robot.greeting import Greeting
from robot.hello import PATIENCE_SECONDS, ask_hello
from vision.camera import open_camera
from vision.device import DEVICES, device_numbers
from vision.errors import VisionError

CAMERA_NAMES = Path("/sys/class/video4linux")
# Elsewhere than on Linux cameras are found by trying: the numbers have no gaps.
MOST_TRIED = 4
CAMERA_SECONDS = 3.0
POLL_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port; `greeting` is None where no robot answers, and `words` say why."""

    url: str
    description: str
    greeting: Greeting | None
    words: str


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera; `size` (width, height) is None where it gives no picture, and `words` say why."""

    number: int
    name: str
    size: tuple[int, int] | None
    words: str


def find_ports(urls: Sequence[str], patience: float = PATIENCE_SECONDS) -> tuple[FoundPort, ...]:
    """Ask at every serial port of this computer, or at those that are named, all at once."""
    known = {port.device: port.description for port in list_ports.comports()}
    asked = [(url, known.get(url, "")) for url in urls or sorted(known)]
    if not asked:
        return ()
    with ThreadPoolExecutor(len(asked)) as pool:
        return tuple(pool.map(partial(_ask, patience=patience), asked))


def find_cameras() -> tuple[FoundCamera, ...]:
    """Take a picture with every camera of this computer."""
    if sys.platform == "linux":
        return tuple(_try(number) for number in device_numbers())
    found = []
    for number in range(MOST_TRIED):
        camera = _try(number)
        if camera.size is None:
            break
        found.append(camera)
    return tuple(found)


def connected() -> frozenset[str]:
    """Name the serial ports and (on Linux) the cameras that are connected now."""
    cameras = {f"camera {number}" for number in device_numbers(DEVICES)}
    return frozenset({port.device for port in list_ports.comports()} | cameras)


def wait_for_unplugging(
    seconds: float,
    look: Callable[[], frozenset[str]] = connected,
    wait: Callable[[float], None] = time.sleep,
) -> frozenset[str]:
    """Wait for something to be unplugged, and name it; nothing if nothing is."""
    before = look()
    for _ in range(int(seconds / POLL_SECONDS)):
        wait(POLL_SECONDS)
        now = look()
        if before - now:
            # What belongs to the same cable goes within a moment.
            wait(POLL_SECONDS)
            return before - look()
        before |= now
    return frozenset()


def _ask(port: tuple[str, str], patience: float) -> FoundPort:
    url, description = port
    try:
        greeting = ask_hello(url, patience)
    except RobotError as error:
        return FoundPort(url, description, None, str(error))
    words = f"{greeting.firmware}, a {greeting.rig} rig"
    return FoundPort(url, description, greeting, words)


def _try(number: int) -> FoundCamera:
    name = ""
    with suppress(OSError):
        name = (CAMERA_NAMES / f"video{number}" / "name").read_text(encoding="utf-8").strip()
    try:
        with open_camera(str(number), CAMERA_SECONDS) as camera:
            height, width = camera.read().image.shape[:2]
    except VisionError as error:
        return FoundCamera(number, name, None, str(error))
    return FoundCamera(number, name, (width, height), f"{width} x {height}")
