"""Motors at five faces, the upper one left free: its turns are made by the five others."""

from __future__ import annotations

from robot.rig import Rig
from robot.rigs.six_axis import SixAxis

RIG: Rig = SixAxis(axes=("R", "F", "D", "L", "B"), name="five-axis")
