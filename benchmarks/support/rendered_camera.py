"""A camera above a robot that lives by a virtual clock and has no `sim://` URL."""

from __future__ import annotations

from typing import Protocol, Self

from firmware_sim.camera.renderer import Renderer
from robot.clock import Clock
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.rig import Rig
from rokumen.devices.cameras import StillFrame
from rokumen.devices.simulated_camera import (
    DELAY_SECONDS,
    FRAME_SECONDS,
    PicturedRobot,
    wait_for_picture,
)
from vision.capture.frame import Frame


class RenderedRobot(PicturedRobot, Protocol):
    """A robot that a `RenderedCamera` sees."""

    @property
    def rig(self) -> Rig:
        """Return its rig."""
        ...

    @property
    def clock(self) -> Clock:
        """Return the clock by which it lives."""
        ...


class RenderedCamera:
    """The first camera of a robot, whose pictures take time of the robot's clock."""

    name = "0"

    def __init__(self, robot: RenderedRobot) -> None:
        self._robot = robot
        self._renderer = Renderer(robot.rig, cameras_of(robot.rig)[0])

    def read(self) -> Frame:
        """See `Camera`."""
        self._robot.clock.sleep(FRAME_SECONDS)
        return self._taken()

    def read_after(self, time: float) -> Frame:
        """See `Camera`."""
        return self.read()

    def read_at_once(self) -> Frame:
        """See `RobotCamera`: it comes in its own time, and late, as a webcam's does."""
        clock = self._robot.clock
        clock.sleep(FRAME_SECONDS - clock.now() % FRAME_SECONDS)
        frame = self._taken()
        clock.sleep(DELAY_SECONDS)
        return frame

    def read_still(self) -> StillFrame:
        """See `RobotCamera`."""
        late = wait_for_picture(self._robot, self._robot.clock)
        return StillFrame(self._taken(), late)

    def _taken(self) -> Frame:
        picture = self._renderer.render(self._robot.state())
        return Frame(picture, self._robot.clock.now(), self.name)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
