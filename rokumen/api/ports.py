"""The serial ports of this computer, and the robots behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot.link.handshake import TIMEOUT_SECONDS, RobotInfo
from rokumen.devices.discovery import find_ports
from rokumen.devices.serial_schemes import register


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port: its URL, what the system calls it, and the robot behind it.

    `robot` is None where none answers; `answer` says in words what answered, or why nothing did.
    """

    url: str
    description: str
    robot: RobotInfo | None
    answer: str


def ports(urls: Sequence[str] = (), *, patience: float = TIMEOUT_SECONDS) -> list[Port]:
    """Ask at every serial port of this computer, or at those named, which robot is behind it.

    `patience`: seconds to wait for an answer. Nothing moves.
    """
    for url in urls:
        register(url)
    return [Port(p.url, p.description, p.greeting, p.status) for p in find_ports(urls, patience)]
