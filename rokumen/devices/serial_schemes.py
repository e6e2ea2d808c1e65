"""Registers the schemes of drives, and `sim://`, with links."""

from __future__ import annotations

from urllib.parse import parse_qsl

from robot.link.connection import RobotConnection
from robot.link.port import LineTrace
from robot.link.registry import add_connection


def register(url: str) -> None:
    """Register a URL's scheme if it is `sim` or a drive's."""
    scheme, separator, _ = url.partition("://")
    if not separator:
        return
    if scheme == "sim":
        add_connection(scheme, _connect_simulated)
        return
    from robot.drives.registry import drive_schemes

    if scheme in drive_schemes():
        add_connection(scheme, _connect_drive)


def _connect_drive(url: str, trace: LineTrace | None) -> RobotConnection:
    from robot.control.drive_connection import connect_drive
    from robot.control.motor_connection import RIG_OPTION, connect_motors

    if RIG_OPTION in dict(parse_qsl(url.partition("?")[2])):
        return connect_motors(url, trace)
    return connect_drive(url, trace)


def _connect_simulated(url: str, trace: LineTrace | None) -> RobotConnection:
    from rokumen.devices.simulated_connection import connect_simulated

    return connect_simulated(url, trace)
