"""Two simulated grippers whose wrists stop beside their detents."""

from __future__ import annotations

from dataclasses import replace

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PartialRotation, PhysicalState
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.command import CLOSED, GRIP_OPENINGS, Arrival, Command, Home
from robot.rigs.registry import load_rig
from solver.cube import Cube
from vision.capture.frame import Frame

RIG = load_rig("two-gripper")


class InexactGrippers:
    """Two grippers whose wrists stop `off` beside their detents without reporting it."""

    def __init__(self, off: dict[str, float], limp: str = "", lost: bool = False) -> None:
        self.pose = RIG.home
        self.executed: list[Command] = []
        self._off, self._limp, self._lost = off, limp, lost
        self._truth = PhysicalState.at_home(RIG.home, Cube.solved().apply("R U F2 L' D B"))
        self._renderer = Renderer(RIG, cameras_of(RIG)[0])

    def execute(self, command: Command, /) -> Arrival:
        self.executed.append(command)
        if not isinstance(command, Home):
            # raises ForbiddenCommandError for a command that could do damage
            step = RIG.step(self.pose, command)
            if command.targets[0][0] != self._limp:
                for effect in step.effects:
                    self._truth = self._truth.with_effect(effect, 1)
            self.pose = step.after
        return Arrival(self.pose, 0.5)

    def look(self, position: str) -> Frame:
        assert position == "U"
        angles, tilt = list(map(float, self.pose.angles)), None
        for gripper, axis in enumerate(RIG.axes):
            off = self._off.get(f"{axis} {int(angles[gripper]):+d}", 0.0)
            angles[gripper] += off
            if self.pose.grips[gripper] == CLOSED and off:
                tilt = PartialRotation("LB"[gripper], off)
        openings = tuple(GRIP_OPENINGS[grip] for grip in self.pose.grips)
        shown = replace(
            self._truth, angles=tuple(angles), openings=openings, tilt=tilt, dropped=self._lost
        )
        return Frame(self._renderer.render(shown), 0.0, "above")
