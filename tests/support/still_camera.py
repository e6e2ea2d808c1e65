"""A camera before a cube that is held still."""

from __future__ import annotations

from dataclasses import replace

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.planning.robot_state import RobotState
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.command import GRIP_OPENINGS
from robot.rigs.rig import Rig
from rokumen.devices.cameras import StillFrame
from vision.capture.frame import Frame


class StillCamera:
    """A camera with the cube held still at each stop of a scan; `taken` counts its pictures."""

    def __init__(self, rig: Rig, number: int, cube: PhysicalState) -> None:
        self.name = f"camera {number}"
        self.cube = cube
        self.taken = 0
        self._renderer = Renderer(rig, cameras_of(rig)[number])

    def hold(self, holding: RobotState) -> None:
        pose = holding.pose
        self.cube = replace(
            self.cube,
            orientation=holding.orientation,
            angles=tuple(map(float, pose.angles)),
            openings=tuple(GRIP_OPENINGS[grip] for grip in pose.grips),
        )

    def read(self) -> Frame:
        self.taken += 1
        return Frame(self._renderer.render(self.cube), 0.0, self.name)

    def read_after(self, time: float) -> Frame:
        return self.read()

    def read_at_once(self) -> Frame:
        return self.read()

    def read_still(self) -> StillFrame:
        return StillFrame(self.read(), 0.0)

    def close(self) -> None:
        pass

    def __enter__(self) -> StillCamera:
        return self

    def __exit__(self, *_: object) -> None:
        pass
