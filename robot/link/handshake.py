"""Whether a chip answers at a port, and what it says of itself."""

from __future__ import annotations

from contextlib import suppress

from files.wording import quoted_bytes
from robot.errors import FrameError, SilentError, VersionError
from robot.link.port import SerialPort, clock_of, open_port
from robot.link.protocol import CHIP_VERSION, LineSplitter, Message, decode, encode

# A board that restarts when its port is opened answers after about two seconds.
TIMEOUT_SECONDS = 3.0
RESEND_SECONDS = 0.4
_SEQ = 1
_SHOWN = 40


def probe_port(url: str, timeout: float = TIMEOUT_SECONDS) -> Message:
    """Return what a chip at a port replies to HELLO within `timeout` seconds.

    The port is closed again. Raises PortError if it cannot be opened or is lost, SilentError if
    there is no reply or another device answers, and VersionError.
    """
    port = open_port(url)
    try:
        reply = _answer(port, url, timeout)
    finally:
        port.close()
    if reply.get("proto") != str(CHIP_VERSION):
        raise version_error(reply.get("proto", "unknown"))
    return reply


def _answer(port: SerialPort, url: str, timeout: float) -> Message:
    clock = clock_of(port)
    line = encode(Message(_SEQ, "HELLO", (("proto", str(CHIP_VERSION)),)))
    splitter = LineSplitter()
    received = b""
    end = clock.now() + timeout
    again = clock.now()
    while clock.now() < end:
        if clock.now() >= again:
            port.write(line)
            again = clock.now() + RESEND_SECONDS
        data = port.read(max(1, port.in_waiting))
        received = (received + data)[-_SHOWN:]
        for text in splitter.feed(data):
            with suppress(FrameError):
                message = decode(text)
                if message.verb in ("done", "err") and message.seq == _SEQ:
                    return message
    if received:
        raise SilentError(
            f"{url!r}: a device answers, but it is not a chip of rokumen: {quoted_bytes(received)}"
        )
    raise SilentError(f"{url!r}: no reply within {timeout:g} s")


def version_error(version: str) -> VersionError:
    """Return the error for a chip of another protocol version."""
    return VersionError(
        f"the chip speaks version {version!r} of the protocol, not {CHIP_VERSION}: flash the "
        "firmware of this version",
        version,
    )
