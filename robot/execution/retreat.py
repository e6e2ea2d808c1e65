"""Return to a known state of the robot after a failure."""

from __future__ import annotations

import logging

from robot.errors import JamError, SlipError, StoppedError
from robot.execution.executor import GaveUp
from robot.execution.recovery import back_off, execute_with_retries
from robot.link.session import Link
from robot.planning.robot_state import RobotState, home_state
from robot.rigs.command import ANGLE_TOLERANCE_DEGREES, Home, Pose

_log = logging.getLogger(__name__)


def clear_and_home(link: Link) -> Pose:
    """Move the robot home from any pose without releasing the cube; return its pose.

    Raises what `execute_with_retries` raises.
    """
    pose = link.clear()
    _log.info("homing from %s", pose)
    return execute_with_retries(link, Home(), pose).pose


def return_to_last_state(link: Link, gave_up: GaveUp) -> RobotState:
    """Move the robot to a known state after a plan was abandoned; return that state.

    It is the state before the command that failed, or home where that cannot be reached. Raises
    StoppedError for an intentional stop, and what `clear_and_home` raises.
    """
    if gave_up.failed is None:
        return gave_up.state
    before = gave_up.state.pose
    try:
        back_off(link, gave_up.failed.command, before)
        is_back = poses_match(link.pose(), before)
    except (JamError, SlipError, StoppedError):
        if link.is_intentional_stop:
            raise
        is_back = False
    if is_back:
        return gave_up.state
    clear_and_home(link)
    return home_state(link.rig)


def poses_match(pose: Pose, wanted: Pose) -> bool:
    """Return True if the poses are equal within what the robot's feedback can measure."""
    angles = zip(pose.angles, wanted.angles, strict=True)
    near = all(abs(now - then) <= ANGLE_TOLERANCE_DEGREES for now, then in angles)
    return near and pose.grips == wanted.grips
