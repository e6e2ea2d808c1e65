"""Serial ports of electronics with bytes of their own, and why a port cannot be opened."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import serial

from files.errors import NumberedError
from files.wording import reason
from robot.errors import PortError
from robot.link.port_lock import busy_error, other_program

# What the system says of a device that another program has locked or opened for itself alone.
_BUSY = (errno.EWOULDBLOCK, errno.EBUSY)
_NOT_PERMITTED = (errno.EACCES, errno.EPERM)
_REASONS = {errno.ENOENT: "there is no such port", errno.ENOTTY: "it is no serial port"}
_REFUSED_SCHEMES = ("spy", "alt", "hwgrep")


class Closable(Protocol):
    """What is closed after use."""

    def close(self) -> None:
        """Close it."""
        ...


class SerialDevice(Closable, Protocol):
    """A serial port of electronics; a read ends at its time-out, in seconds."""

    timeout: float | None

    def read(self, size: int = 1, /) -> bytes:
        """Return `size` bytes, or fewer after the time-out."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""
        ...

    def reset_input_buffer(self) -> None:
        """Discard what came and was not read."""
        ...


def open_device(device: str, baud: int, timeout: float) -> SerialDevice:
    """Return a serial port, which is this process's alone. Raises PortError."""
    check_scheme(device)
    try:
        opened: SerialDevice = serial.serial_for_url(device, baud, timeout=timeout, exclusive=True)
    except (OSError, ValueError) as error:
        raise port_error(device, error) from error
    return opened


@contextmanager
def closed_on_error(*opened: Closable) -> Iterator[None]:
    """Close what was opened if what is to be made of it cannot be made."""
    try:
        yield
    except BaseException:
        for each in opened:
            each.close()
        raise


def check_scheme(url: str) -> None:
    """Raise PortError for a URL of pySerial that does more than open a port.

    `spy://` writes a file, `alt://` picks a class, and `hwgrep://` any device that fits.
    """
    scheme = url.partition("://")[0].lower()
    if "://" in url and scheme in _REFUSED_SCHEMES:
        raise PortError(
            f"cannot open port {url!r}: {scheme}:// is not used; name the port itself, and see "
            "what passes on its line with --trace FILE"
        )


def port_error(url: str, error: OSError | ValueError) -> PortError:
    """Return the error for a port that cannot be opened: why, and what to do about it.

    Errors of this project say both themselves.
    """
    if isinstance(error, NumberedError):
        return PortError(f"cannot open port {url!r}: {error.message}")
    # pySerial puts the system's message into its own, and that one again into its text.
    cause: BaseException = error
    context = error.__context__
    if isinstance(error, OSError) and error.errno is not None:
        cause = OSError(error.errno, os.strerror(error.errno))
    elif isinstance(context, OSError) or (context and context.args[:1] == (errno.ENOTTY,)):
        cause = context
    number = cause.args[0] if cause.args else 0
    if number in _BUSY:
        return busy_error(url, other_program(url))
    if number in _NOT_PERMITTED:
        words = f"no permission to use it: {permission_advice(url)}"
        return PortError(f"cannot open port {url!r}: {words}")
    why = _REASONS.get(number, reason(cause))
    return PortError(
        f"cannot open port {url!r}: {why}; check the cable and the port name. `rokumen ports` "
        "lists the ports"
    )


def permission_advice(port: str) -> str:
    """Return the line that lets this user use a port, which is the name of a file."""
    try:
        group = Path(port).group()
    except (KeyError, OSError):
        group = "dialout"
    if group == "root":
        return "only root may use it: let a udev rule give it to another group, such as dialout"
    return f"sudo usermod -aG {group} $USER, then log out and in again"
