"""The serial ports of this computer, and the robots behind them."""

from __future__ import annotations

from collections.abc import Sequence

from robot.link.handshake import TIMEOUT_SECONDS
from rokumen.devices.discovery import Port, find_ports
from rokumen.devices.serial_schemes import register


def ports(urls: Sequence[str] = (), *, patience: float = TIMEOUT_SECONDS) -> list[Port]:
    """Ask at every serial port of this computer, or at those named, which robot is behind it.

    `patience`: seconds to wait for an answer. Nothing moves.
    """
    for url in urls:
        register(url)
    return list(find_ports(urls, patience))
