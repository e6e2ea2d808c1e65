"""Asking whoever is at a port whether it is a robot, without opening a session for good."""

from __future__ import annotations

from robot.errors import FrameError, PortError, SilentError
from robot.greeting import Greeting, read_greeting
from robot.port import Port, clock_of, open_port
from robot.protocol import VERSION, LineSplitter, Message, decode, encode

# A board that restarts when its port is opened answers after some two seconds.
PATIENCE_SECONDS = 3.0
AGAIN_SECONDS = 0.4
_SEQ = 1
_SHOWN = 40


def ask_hello(url: str, patience: float = PATIENCE_SECONDS) -> Greeting:
    """Ask for a greeting at a port for `patience` seconds, and let the port go again.

    Raises PortError where it cannot be opened, SilentError where nothing or something else
    answers, and VersionError.
    """
    port = open_port(url)
    try:
        return read_greeting(_answer(port, url, patience))
    except SilentError:
        # It is an OSError too, as every time-out is.
        raise
    except OSError as error:
        raise PortError(f"{url!r} went away while it was asked: {error}") from error
    finally:
        port.close()


def _answer(port: Port, url: str, patience: float) -> Message:
    clock = clock_of(port)
    line = encode(Message(_SEQ, "HELLO", (("proto", str(VERSION)),)))
    splitter = LineSplitter()
    heard = b""
    end = clock.now() + patience
    again = clock.now()
    while clock.now() < end:
        if clock.now() >= again:
            port.write(line)
            again = clock.now() + AGAIN_SECONDS
        data = port.read(max(1, port.in_waiting))
        heard = (heard + data)[-_SHOWN:]
        for text in splitter.feed(data):
            try:
                message = decode(text)
            except FrameError:
                continue
            if isinstance(message, Message) and message.seq == _SEQ and message.get("firmware"):
                return message
    if heard:
        raise SilentError(f"{url!r}: something answers that is no robot of ours: {heard!r}")
    raise SilentError(f"{url!r}: nothing answers within {patience:g} s")
