"""Ports of the simulator: pseudo-terminal or TCP.

Both are used from one thread, never block, and drop bytes that are not read, as a serial line does.
"""

from __future__ import annotations

import ctypes
import os
import re
import socket
from contextlib import suppress
from typing import Protocol

from files.wording import reason
from firmware_sim.errors import OptionError

_CHUNK = 4096


class Endpoint(Protocol):
    """The robot's end of a line."""

    @property
    def address(self) -> str:
        """The port as a host opens it: a device path or a URL."""
        ...

    @property
    def readable_fds(self) -> tuple[int, ...]:
        """The file descriptors that become readable when there is something to do."""
        ...

    def was_opened(self) -> bool:
        """Return, once, whether a host has opened the port."""
        ...

    def read(self) -> bytes:
        """Return the received bytes, b"" if there are none."""
        ...

    def write(self, data: bytes) -> None:
        """Send as many bytes as the other end can take."""
        ...

    def close(self) -> None:
        """Close the port."""
        ...


def usual_endpoint() -> Endpoint:
    """Return a pseudo-terminal; where the system has none, any free TCP port of this computer."""
    try:
        return PseudoTerminal()
    except ImportError:
        return TcpPort("127.0.0.1:0")


class PseudoTerminal:
    """A pseudo-terminal; the host opens it like any serial port.

    Raises ImportError on a system without pseudo-terminals, such as Windows.
    """

    def __init__(self) -> None:
        import pty
        import tty

        # The host's side stays open here too, so that hosts can connect and disconnect.
        self._robot_side, self._host_side = pty.openpty()
        tty.setraw(self._host_side)
        os.set_blocking(self._robot_side, False)
        self._address = os.ttyname(self._host_side)
        self._openings = PortOpenings(self._address)

    @property
    def address(self) -> str:
        """The path of the device, such as /dev/pts/5."""
        return self._address

    @property
    def readable_fds(self) -> tuple[int, ...]:
        """See `Endpoint.readable_fds`."""
        watched = self._openings.fd
        return (self._robot_side,) if watched is None else (self._robot_side, watched)

    def was_opened(self) -> bool:
        """See `Endpoint.was_opened`."""
        return self._openings.any_new()

    def read(self) -> bytes:
        """See `Endpoint.read`."""
        try:
            return os.read(self._robot_side, _CHUNK)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """See `Endpoint.write`."""
        try:
            os.write(self._robot_side, data)
        except BlockingIOError:
            return  # nobody has read for a long time

    def close(self) -> None:
        """See `Endpoint.close`."""
        self._openings.close()
        os.close(self._robot_side)
        os.close(self._host_side)


class TcpPort:
    """One host at a time over TCP, for `socket://HOST:PORT`; a new one replaces the old one."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
            raise OptionError(
                f"{address!r} is not a TCP address; write HOST:PORT, such as 127.0.0.1:5000"
            )
        try:
            self._listener = socket.create_server((host, int(port)))
        except OSError as error:
            raise OptionError(f"cannot serve TCP at {address!r}: {reason(error)}") from error
        self._listener.setblocking(False)
        self._host: socket.socket | None = None
        self._was_opened = False

    @property
    def address(self) -> str:
        """The URL that pySerial opens."""
        host, port = self._listener.getsockname()[:2]
        return f"socket://{host}:{port}"

    @property
    def readable_fds(self) -> tuple[int, ...]:
        """See `Endpoint.readable_fds`."""
        host = () if self._host is None else (self._host.fileno(),)
        return (self._listener.fileno(), *host)

    def was_opened(self) -> bool:
        """See `Endpoint.was_opened`."""
        self._accept()
        was, self._was_opened = self._was_opened, False
        return was

    def read(self) -> bytes:
        """See `Endpoint.read`."""
        self._accept()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._disconnect()
        return data

    def write(self, data: bytes) -> None:
        """See `Endpoint.write`."""
        if self._host is None:
            return
        try:
            self._host.send(data)
        except BlockingIOError:
            return  # nobody has read for a long time
        except OSError:
            self._disconnect()

    def close(self) -> None:
        """See `Endpoint.close`."""
        self._disconnect()
        self._listener.close()

    def _accept(self) -> None:
        try:
            host, _ = self._listener.accept()
        except BlockingIOError:
            return
        self._disconnect()
        host.setblocking(False)
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = host
        self._was_opened = True

    def _disconnect(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None


_IN_OPEN = 0x20
_CHUNK = 4096


class PortOpenings:
    """Watches one device file; `fd` is readable after it was opened, None where none can tell."""

    def __init__(self, path: str) -> None:
        self.fd = _watch(path)

    def any_new(self) -> bool:
        """Return whether the device was opened since the last call."""
        if self.fd is None:
            return False
        with suppress(BlockingIOError):
            return bool(os.read(self.fd, _CHUNK))
        return False

    def close(self) -> None:
        """End the watch."""
        if self.fd is not None:
            os.close(self.fd)


def _watch(path: str) -> int | None:
    """Return a file descriptor from inotify; None on a system without it."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "inotify_init1"):
        return None
    fd = int(library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    if fd < 0:
        return None
    if library.inotify_add_watch(fd, path.encode(), _IN_OPEN) < 0:
        os.close(fd)
        return None
    return fd
