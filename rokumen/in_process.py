"""`sim://` ports: a robot inside this process, and a camera that looks at it.

Nothing waits there, so a whole job takes the time of its computing.
"""

from __future__ import annotations

import time
from itertools import count
from typing import Self

import serial

from firmware_sim.camera import cameras_of
from firmware_sim.rendering import Renderer
from firmware_sim.serial_handlers.protocol_sim import Serial
from robot.errors import PortError
from rokumen import ports
from vision.camera import Frame
from vision.errors import CameraError

_numbers = count(1)


def register() -> None:
    """Make `sim://` known to pySerial."""
    ports.register("sim://")


def named(url: str) -> str:
    """Give the URL a name if it has none, so that port and camera find the same robot."""
    if "name=" in url:
        return url
    return f"{url}{'&' if '?' in url else '?'}name=robot{next(_numbers)}"


class InProcessCamera:
    """One of the cameras that look at the robot of a named `sim://` URL."""

    def __init__(self, url: str, number: int = 0) -> None:
        """Find the robot. Raises PortError for a URL that describes none."""
        try:
            port = Serial(url)
        except serial.SerialException as error:
            raise PortError(f"cannot look at the robot of {url!r}: {error}") from error
        self.name = url
        self._robot = port.robot
        camera = cameras_of(self._robot.rig)[number]
        self._renderer = Renderer(self._robot.rig.name, camera)

    def read(self) -> Frame:
        """Give a picture of what is there now. Raises CameraError where it has been lost."""
        truth = self._robot.seen()
        if truth is None:
            raise CameraError(
                f"{self.name}: the camera sends no picture any more; look at its cable"
            )
        image = self._renderer.render(truth)
        return Frame(image, time.monotonic(), self.name)

    def fresh(self, after: float) -> Frame:
        """Give a picture of what is there now."""
        return self.read()

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
