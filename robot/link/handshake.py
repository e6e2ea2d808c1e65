"""The HELLO handshake: what a robot reports about itself, and whether one answers at a port."""

from __future__ import annotations

from dataclasses import dataclass

from robot.errors import FrameError, LinkError, PortError, SilentError
from robot.link.port import Port, clock_of, open_port
from robot.link.protocol import VERSION, LineSplitter, Message, decode, encode
from robot.link.reply_errors import version_error

# A board that restarts when its port is opened answers after some two seconds.
TIMEOUT_SECONDS = 3.0
RESEND_SECONDS = 0.4
_SEQ = 1
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class RobotInfo:
    """What a robot says of itself; `heartbeat` in seconds, `epoch` new at each of its boots."""

    firmware: str
    rig: str
    epoch: str
    feedback: tuple[str, ...]
    heartbeat: float


def parse_hello_reply(reply: Message) -> RobotInfo:
    """Read the answer to HELLO. Raises VersionError, or LinkError for one that is none."""
    if reply.get("proto") != str(VERSION):
        raise version_error(reply)
    try:
        return RobotInfo(
            firmware=reply.get("firmware"),
            rig=reply.get("rig"),
            epoch=reply.get("epoch"),
            feedback=tuple(reply.get("feedback").split(",")),
            heartbeat=float(reply.get("heartbeat")),
        )
    except ValueError as error:
        raise LinkError(
            f"the robot's HELLO reply has no valid heartbeat= (seconds): {reply}"
        ) from error


def probe_port(url: str, patience: float = TIMEOUT_SECONDS) -> RobotInfo:
    """Ask for a greeting at a port for `patience` seconds, and let the port go again.

    Raises PortError where it cannot be opened, SilentError where nothing or something else
    answers, and VersionError.
    """
    port = open_port(url)
    try:
        return parse_hello_reply(_answer(port, url, patience))
    except SilentError:
        # It is an OSError too, as every time-out is.
        raise
    except OSError as error:
        raise PortError(f"port {url!r} disconnected during the query: {error}") from error
    finally:
        port.close()


def _answer(port: Port, url: str, patience: float) -> Message:
    clock = clock_of(port)
    line = encode(Message(_SEQ, "HELLO", (("proto", str(VERSION)),)))
    splitter = LineSplitter()
    received = b""
    end = clock.now() + patience
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
            if isinstance(message, Message) and message.seq == _SEQ and message.get("firmware"):
                return message
    if received:
        raise SilentError(f"{url!r}: a device answers, but it is not a rokumen robot: {received!r}")
    raise SilentError(f"{url!r}: no reply within {patience:g} s")
