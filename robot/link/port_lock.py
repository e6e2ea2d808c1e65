"""Lock file of a robot's port: one process at a time has the port, and others are told which.

A serial port's own lock keeps out programs that ask for it; this one also covers TCP ports and the
simulators inside a process, and knows who has it.
"""

from __future__ import annotations

import os
import socket
import stat
from contextlib import suppress
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from files.locks import LOCKS_SUPPORTED, SharedLock, hold_shared
from files.wording import reason
from robot.errors import PortError

# Where lock files may lie; the last one where no other is for all users. A service may have a
# /tmp of its own.
FOLDERS: tuple[Path, ...] = (Path("/run/lock"), Path("/tmp"))
_FOR_ALL = stat.S_ISVTX | 0o777

# Ways to the same host and port.
_NETWORK_SCHEMES = ("tcp", "socket", "rfc2217")


def lock_port(url: str) -> SharedLock | None:
    """Hold the port until what is returned is closed; None where nobody can share it.

    Raises PortError, which says who has the port, and PortError where no lock file can be
    written.
    """
    resource = shared_resource(url)
    if resource is None or not LOCKS_SUPPORTED:
        return None
    path = _folder() / f"rokumen-port-{sha256(resource.encode()).hexdigest()[:16]}.lock"
    try:
        held = hold_shared(path)
    except OSError as error:
        raise PortError(
            f"cannot open port {url!r}: its lock file {str(path)!r} cannot be written: "
            f"{reason(error)}"
        ) from error
    if isinstance(held, str):
        raise busy_error(url, held)
    return held


def busy_error(url: str, holder: str) -> PortError:
    """Return the error for a port that `holder` has."""
    return PortError(f"port {url!r} is in use by {holder}; end that first")


def shared_resource(url: str) -> str | None:
    """Return the name of what two processes would share at a URL, whichever way they spell it.

    It is the device, or the host and port; None where a name says nothing of what is shared, and
    for a simulator without a name, which belongs to one port alone.
    """
    scheme, separator, rest = url.partition("://")
    scheme = scheme.lower() if separator else ""
    place, _, query = rest.partition("?") if separator else (url, "", "")
    if scheme == "sim":
        name = parse_qs(query).get("name")
        return f"{os.getpid()} {name[0]}" if name else None
    # The port beneath a chip or a hub is locked as it is opened.
    if scheme in ("loop", "chip", "spike"):
        return None
    if scheme in _NETWORK_SCHEMES:
        return _host_and_port(place)
    if place.startswith("/") or os.path.lexists(place):
        return os.path.realpath(place)
    return f"{scheme}://{place.lower()}" if scheme else place.lower()


def _host_and_port(place: str) -> str:
    """Return a host by its address, "local" for this computer, and the port."""
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return place.lower()
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # It cannot be opened either, or this is not the last try.
        return f"{host.rstrip('.')}:{port}"
    places = sorted({(family, address) for family, _, _, _, address in found})
    if any(_is_of_this_computer(family, str(address[0])) for family, address in places):
        return f"local:{port}"
    return f"{places[0][1][0]}:{port}"


def _is_of_this_computer(family: int, address: str) -> bool:
    """Return whether an address is one of this computer's own: only these can be bound."""
    ip = ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or ip
    if mapped.is_loopback or mapped.is_unspecified:
        return True
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as own:
            own.bind((address, 0))
    except OSError:
        return False
    return True


def other_program(url: str) -> str:
    """Return which process has the device of a URL open, as far as the system tells."""
    device = shared_resource(url)
    for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
        pid = descriptor.parts[2]
        try:
            if int(pid) != os.getpid() and str(descriptor.readlink()) == device:
                return f"process {pid} ({Path(f'/proc/{pid}/comm').read_text().strip()!r})"
        except OSError:
            continue  # It has ended, or is another user's.
    return "another program"


def _folder() -> Path:
    """Return the folder of lock files, the same for whoever runs on this computer.

    No variable of the environment names it, since those of cron, sudo and services differ. In a
    folder for all with the sticky bit nobody removes another user's file.
    """
    for folder in FOLDERS[:-1]:
        with suppress(OSError):
            if stat.S_IMODE(folder.stat().st_mode) == _FOR_ALL:
                return folder
    return FOLDERS[-1]
