"""Two hands at right angles whose wrists turn through 270 degrees, from -90 to +180."""

from __future__ import annotations

from robot.rig import Rig
from robot.rigs.two_gripper import TwoGripper

RIG: Rig = TwoGripper(detents=(-90, 0, 90, 180), name="two-gripper-270")
