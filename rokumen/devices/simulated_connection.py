"""The way of a link to a simulated robot in this process, without any line."""

from __future__ import annotations

from firmware_sim.named_robots import FoundRobot, find_robot
from firmware_sim.plugged_servos import PluggedServos
from firmware_sim.server import BOOT_SECONDS
from robot.control.drive_connection import DriveConnection, connect_servos
from robot.link.port import LineTrace


def connect_simulated(url: str, trace: LineTrace | None = None) -> DriveConnection:
    """Connect to the robot at `sim://RIG?option=...` in this process, on its own clock.

    Raises PortError, which quotes the URL.
    """
    found = find_robot(url)
    return connect_servos(url, lambda _: _opened(found), trace, found.clock)


def _opened(found: FoundRobot) -> PluggedServos:
    """Return the servos of a robot; whatever was in progress before has ended."""
    if found.robot.unplugged:
        raise OSError("it has been unplugged")
    servos = found.robot.servos
    if not servos.is_stopped():
        servos.halt()
    if found.restarts:
        found.robot.reset()
        found.clock.sleep(BOOT_SECONDS)
    return servos
