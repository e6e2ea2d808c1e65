"""`sim://` ports: a simulated robot and its cameras in this process.

They run on a virtual clock, so a whole job takes only its computing time.
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

# How long a picture takes on the virtual clock: two frames of a camera with 25 a second, which must
# agree, and the delay of a webcam.
PICTURE_SECONDS = 0.15

_numbers = count(1)


def register() -> None:
    """Register `sim://` with pySerial."""
    serial_schemes.register("sim://")


def with_robot_name(url: str) -> str:
    """Return the URL a name if it has none, so that port and camera find the same robot."""
    if "name=" in url:
        return url
    return f"{url}{'&' if '?' in url else '?'}name=robot{next(_numbers)}"


def cameras_in_process(url: str) -> tuple[InProcessCamera, ...]:
    """Return the cameras of the robot of a named `sim://` URL. Raises PortError."""
    first = InProcessCamera(url)
    return (first, *(InProcessCamera(url, number) for number in range(1, first.siblings)))


class InProcessCamera:
    """One of the cameras of the robot of a named `sim://` URL."""

    def __init__(self, url: str, number: int = 0) -> None:
        """Find the robot. Raises PortError for an invalid URL."""
        try:
            port = Serial(url)
        except serial.SerialException as error:
            raise PortError(f"cannot open the camera of the robot {url!r}: {error}") from error
        self.name = url
        self._robot = port.robot
        self._clock = port.clock
        cameras = cameras_of(self._robot.rig)
        self.siblings = len(cameras)
        self._renderer = Renderer(self._robot.rig, cameras[number])

    def read(self) -> Frame:
        """Return a picture of the present state. Raises CameraError if the camera has failed."""
        truth = self._robot.camera_state()
        if truth is None:
            raise CameraError(f"{self.name}: the camera sends no more pictures; check its cable")
        image = self._renderer.render(truth)
        return Frame(image, time.monotonic(), self.name)

    def read_after(self, time: float) -> Frame:
        """Return a picture of the present state, after PICTURE_SECONDS on the robot's clock."""
        self._clock.sleep(PICTURE_SECONDS)
        return self.read()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
