"""`rokumen`, of which each measurement of a robot ends with a wrist that the camera sees 4° off.

Run as `python -m docs.drawing.doubtful_wrist serve ...`. The wrists of a simulated robot are right.
"""

from __future__ import annotations

from calibration.gripper_timings import RigProfile
from rokumen.__main__ import main
from rokumen.jobs.calibrate_grippers import GripperMeasurement
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile


def _measured(tools: Tools, robot: RobotFile) -> GripperMeasurement:
    profile = RigProfile(robot.rig, {"turn": 1.02}, {}, 1)
    return GripperMeasurement(profile, {"L +90": 94.1, "R -90": -89.6}, {})


Tools.measure = _measured  # type: ignore[method-assign, assignment]
main()
