"""The HELLO handshake: what a robot reports about itself, and whether one answers at a port."""

from __future__ import annotations

from files.wording import quoted_bytes
from robot.errors import FrameError, LinkError, SilentError, VersionError
from robot.link.connection import RobotInfo
from robot.link.port import SerialPort, clock_of, open_port
from robot.link.protocol import VERSION, LineSplitter, Message, decode, encode, number

# A board that restarts when its port is opened answers after about two seconds.
TIMEOUT_SECONDS = 3.0
RESEND_SECONDS = 0.4
# What a robot may ask for: the host says something four times in this period.
SHORTEST_HEARTBEAT_SECONDS = 0.1
LONGEST_HEARTBEAT_SECONDS = 3600.0
_SEQ = 1
_SHOWN = 40


def parse_hello_reply(reply: Message) -> RobotInfo:
    """Parse the reply to HELLO. Raises VersionError, or LinkError for a malformed one."""
    if reply.get("proto") != str(VERSION):
        raise version_error(reply)
    try:
        return RobotInfo(
            firmware=reply.get("firmware"),
            rig=reply.get("rig"),
            epoch=reply.get("epoch"),
            feedback=tuple(reply.get("feedback").split(",")),
            heartbeat=_heartbeat(reply.get("heartbeat")),
            can=tuple(word for word in reply.get("can").split(",") if word),
        )
    except FrameError as error:
        raise LinkError(
            f"the robot's HELLO reply has no valid heartbeat= (seconds, 0 for none): {error}"
        ) from error


def _heartbeat(text: str) -> float:
    """Return the seconds. Raises FrameError for a period that no host can keep."""
    seconds = number(text, 0.0, LONGEST_HEARTBEAT_SECONDS)
    return number(text, SHORTEST_HEARTBEAT_SECONDS, seconds) if seconds else 0.0


def probe_port(url: str, timeout: float = TIMEOUT_SECONDS) -> RobotInfo:
    """Return what a robot at a port replies to HELLO within `timeout` seconds.

    The port is closed again. Raises PortError if it cannot be opened or is lost, SilentError if
    there is no reply or another device answers, and VersionError.
    """
    port = open_port(url)
    try:
        return parse_hello_reply(_answer(port, url, timeout))
    finally:
        port.close()


def _answer(port: SerialPort, url: str, timeout: float) -> Message:
    clock = clock_of(port)
    line = encode(Message(_SEQ, "HELLO", (("proto", str(VERSION)),)))
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
            try:
                message = decode(text)
            except FrameError:
                continue
            if not isinstance(message, Message) or message.seq != _SEQ:
                continue
            if message.get("firmware") or message.get("code") == "PROTO":
                return message
    if received:
        raise SilentError(
            f"{url!r}: a device answers, but it is not a rokumen robot: {quoted_bytes(received)}"
        )
    raise SilentError(f"{url!r}: no reply within {timeout:g} s")


def version_error(reply: Message) -> VersionError:
    """Return the error for a robot of another protocol version."""
    version = reply.get("proto", "unknown")
    return VersionError(
        f"protocol version mismatch: robot {version}, this program {VERSION}; update the older one",
        version,
    )
