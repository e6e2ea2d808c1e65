"""The cameras of a simulated robot in this process.

They run on its virtual clock, so a whole job takes only its computing time.
"""

from __future__ import annotations

import math
from itertools import count
from typing import Protocol, Self

from firmware_sim.camera.optics import Exposure
from firmware_sim.camera.renderer import Renderer
from firmware_sim.named_robots import find_robot
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock
from robot.rigs.camera_geometry import cameras_of
from rokumen.devices.cameras import MAX_SETTLING_SECONDS, StillFrame
from vision.capture.frame import Frame
from vision.errors import CameraError

# How long a picture takes on the virtual clock: two frames of a camera with 25 a second, which must
# agree, and the delay of a webcam.
FRAME_SECONDS = 1 / 25
DELAY_SECONDS = 0.07
PICTURE_SECONDS = 2 * FRAME_SECONDS + DELAY_SECONDS

_numbers = count(1)


def with_robot_name(url: str) -> str:
    """Return the URL a name if it has none, so that port and camera find the same robot."""
    if "name=" in url:
        return url
    return f"{url}{'&' if '?' in url else '?'}name=robot{next(_numbers)}"


def cameras_in_process(url: str, clock: Clock | None = None) -> tuple[InProcessCamera, ...]:
    """Return the cameras of the robot of a named `sim://` URL, which wait by its `clock`.

    Raises PortError.
    """
    first = InProcessCamera(url, clock=clock)
    return (first, *(InProcessCamera(url, number, clock) for number in range(1, first.siblings)))


class PicturedRobot(Protocol):
    """A robot that moves in virtual time."""

    def advance(self) -> None:
        """Handle what is due by now."""
        ...

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        ...


def wait_for_picture(robot: PicturedRobot, clock: Clock) -> float:
    """Let time pass until a picture shows a robot at which two frames agree.

    Returns for how long it moved meanwhile, as far as its frames tell.
    """

    def moves(seconds: float) -> bool:
        before = robot.state()
        clock.sleep(seconds)
        robot.advance()
        return robot.state() != before

    robot.advance()
    began, late = clock.now(), 0.0
    for seconds in (FRAME_SECONDS, FRAME_SECONDS, DELAY_SECONDS - FRAME_SECONDS):
        if moves(seconds):
            late = clock.now() - began
    latest = clock.now() + MAX_SETTLING_SECONDS
    while clock.now() < latest and moves(FRAME_SECONDS):
        late = clock.now() - began
    return late


class InProcessCamera:
    """One of the cameras of the robot of a named `sim://` URL."""

    def __init__(self, url: str, number: int = 0, clock: Clock | None = None) -> None:
        """Find the robot. Raises PortError for an invalid URL.

        `clock` is that of who controls the robot, which goes on meanwhile; by default the robot's.
        """
        found = find_robot(url)
        self.name = url
        self._robot = found.robot
        self._clock = clock or found.clock
        cameras = cameras_of(self._robot.rig)
        self.siblings = len(cameras)
        self._renderer = Renderer(self._robot.rig, cameras[number], found.optics.shadow)
        look, clock = self._robot.camera_state, self._clock
        self._exposure = Exposure(found.optics, look, clock.now, clock.sleep)

    def read(self) -> Frame:
        """Return the next picture of the stream. Raises CameraError if the camera has failed."""
        self._clock.sleep(FRAME_SECONDS)
        return self._taken()

    def read_at_once(self) -> Frame:
        """See `RobotCamera`. Raises CameraError if the camera has failed."""
        frame = self.read()
        self._clock.sleep(DELAY_SECONDS)
        self._robot.advance()
        return frame

    def read_still(self) -> StillFrame:
        """See `RobotCamera`: it takes PICTURE_SECONDS at least on the robot's clock."""
        late = wait_for_picture(self._robot, self._clock)
        return StillFrame(self._taken(), late)

    def read_after(self, time: float) -> Frame:
        """Return the next picture of the stream. Raises CameraError if the camera has failed.

        Where any time will do, minus infinity, it shows what is so now, and another thread may ask
        for it.
        """
        if time == -math.inf:
            seen = self._robot.camera_state()
            return self._frame([] if seen is None else [seen])
        return self.read()

    def _taken(self) -> Frame:
        self._robot.advance()
        return self._frame(self._exposure.states())

    def _frame(self, states: list[PhysicalState]) -> Frame:
        if not states:
            raise CameraError(f"{self.name}: the camera sends no more pictures; check its cable")
        return Frame(self._renderer.render_blurred(states), self._clock.now(), self.name)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
