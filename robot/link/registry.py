"""The ways to robots by URL scheme: those that are registered, and the line of a port."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from robot.link.connection import RobotConnection, RobotInfo
from robot.link.handshake import TIMEOUT_SECONDS, probe_port
from robot.link.line_connection import LineConnection
from robot.link.port import LineTrace, open_port

_OPENERS: dict[str, Callable[[str, LineTrace | None], RobotConnection]] = {}


def add_connection(scheme: str, opener: Callable[[str, LineTrace | None], RobotConnection]) -> None:
    """Register what connects to the robots of a scheme's URLs, and writes what passes."""
    _OPENERS[scheme] = opener


def open_connection(url: str, trace: LineTrace | None = None) -> RobotConnection:
    """Connect to the robot at a URL; what passes is written to `trace`.

    Raises what `robot.link.session.Link` does.
    """
    opener = _OPENERS.get(url.partition("://")[0])
    if opener is not None:
        return opener(url, trace)
    return LineConnection(url, partial(open_port, trace=trace))


def identify(url: str, timeout: float = TIMEOUT_SECONDS) -> RobotInfo:
    """Return what the robot at a URL reports about itself, on a line within `timeout` seconds.

    It is closed again. Raises PortError, SilentError where no robot answers, and VersionError.
    """
    opener = _OPENERS.get(url.partition("://")[0])
    if opener is None:
        return probe_port(url, timeout)
    with closing(opener(url, None)) as connection:
        return connection.info
