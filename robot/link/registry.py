"""The ways to robots by URL scheme."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from robot.errors import PortError
from robot.link.connection import RobotConnection, RobotInfo
from robot.link.port import LineTrace
from robot.link.serial_device import check_scheme

_Opener = Callable[[str, LineTrace | None], RobotConnection]
_OPENERS: dict[str, _Opener] = {}


def add_connection(scheme: str, opener: _Opener) -> None:
    """Register what connects to the robots of a scheme's URLs, and writes what passes."""
    _OPENERS[scheme] = opener


def open_connection(url: str, trace: LineTrace | None = None) -> RobotConnection:
    """Connect to the robot at a URL; what passes is written to `trace`.

    Raises what `robot.link.session.Link` does, and PortError for a port by itself: what drives the
    servos there is named before it, as in chip:///dev/ttyACM0.
    """
    check_scheme(url)
    opener = _OPENERS.get(url.partition("://")[0])
    if opener is None:
        raise PortError(
            f"cannot open port {url!r}: it names no electronics; write chip://PORT or another "
            "drive, with the file of its servos"
        )
    return opener(url, trace)


def identify(url: str) -> RobotInfo:
    """Return what the robot at a URL reports about itself. Raises what `open_connection` does."""
    with closing(open_connection(url)) as connection:
        return connection.info
