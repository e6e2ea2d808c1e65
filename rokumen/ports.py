"""Which ports there are beside pySerial's own."""

from __future__ import annotations

import serial

# The package whose modules handle a scheme. Theirs are heavy imports that no other port should pay.
_HANDLERS = {"sim": "firmware_sim.serial_handlers", "maestro": "rokumen.serial_handlers"}


def register(url: str) -> None:
    """Make a URL's scheme known to pySerial if it is one of ours."""
    package = _HANDLERS.get(url.partition("://")[0])
    if package and package not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(package)
