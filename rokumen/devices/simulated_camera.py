"""`sim://` ports: a simulated robot and its cameras in this process.

Nothing waits there, so a whole job takes the time of its computing.
"""

from __future__ import annotations

import time
from itertools import count
from typing import Self

import serial

from firmware_sim.camera.geometry import cameras_of
from firmware_sim.camera.renderer import Renderer
from firmware_sim.sim_port import Serial
from robot.errors import PortError
from rokumen.devices import serial_schemes
from vision.capture.frame import Frame
from vision.errors import CameraError

_numbers = count(1)


def register() -> None:
    """Make `sim://` known to pySerial."""
    serial_schemes.register("sim://")


def with_robot_name(url: str) -> str:
    """Return the URL a name if it has none, so that port and camera find the same robot."""
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
        """Return a picture of what is there now. Raises CameraError where it has been lost."""
        truth = self._robot.camera_state()
        if truth is None:
            raise CameraError(
                f"{self.name}: the camera sends no picture any more; look at its cable"
            )
        image = self._renderer.render(truth)
        return Frame(image, time.monotonic(), self.name)

    def read_after(self, time: float) -> Frame:
        """Return a picture of what is there now."""
        return self.read()

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
