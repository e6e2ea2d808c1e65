"""The address by which other devices of the network reach this computer."""

from __future__ import annotations

import socket

# An address for documentation (RFC 5737), to which nothing is sent.
_ELSEWHERE = ("192.0.2.1", 9)


def own_address() -> str:
    """Return this computer's IPv4 address in its network; that of itself alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
