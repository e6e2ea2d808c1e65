"""Names of ports and cameras that last: after a replug /dev/ttyACM0 may be another device.

Linux links each USB device by maker, model and serial number, where it has one, in folders of
udev's: /dev/serial/by-id and /dev/v4l/by-id. Other systems, and devices without a link, keep the
names that they have.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PORT_LINKS = Path("/dev/serial/by-id")
CAMERA_LINKS = Path("/dev/v4l/by-id")
_DEVICES = Path("/dev")

# A device in a name: alone, or in a URL such as maestro:///dev/ttyACM0?settings=FILE.
_DEVICE = re.compile(r"(?P<scheme>[a-z0-9+.-]+://)?(?P<device>/[^?]+)(?P<query>\?.*)?", re.S)
_INDEX = re.compile("[0-9]{1,9}")


def lasting_port(name: str, links: Path | None = None) -> str:
    """Return the name or URL of a port with the link of its device, where `links` has one."""
    found = _DEVICE.fullmatch(name)
    if found is None:
        return name
    device = _link_to(Path(found["device"]), PORT_LINKS if links is None else links)
    return f"{found['scheme'] or ''}{device}{found['query'] or ''}"


def lasting_cameras(names: str, links: Path | None = None, devices: Path = _DEVICES) -> str:
    """Return the names of cameras, with commas, each index as the link of its device.

    Indices are those of /dev/video0 and so on. A URL or a file stays as it is.
    """
    folder = CAMERA_LINKS if links is None else links
    return ",".join(_lasting_camera(name, folder, devices) for name in names.split(","))


def _lasting_camera(name: str, links: Path, devices: Path) -> str:
    if not _INDEX.fullmatch(name):
        return name
    device = devices / f"video{int(name)}"
    link = _link_to(device, links)
    return name if link == str(device) else link


def absent_devices(port: str, cameras: str, devices: Path = _DEVICES) -> tuple[str, ...]:
    """Return those of a robot's port and cameras that name a device which is not there.

    Indices are those of /dev/video0 and so on, on Linux. URLs and other names are taken as they
    are.
    """
    found = _DEVICE.fullmatch(port)
    named = [(port, Path(found["device"]))] if found else []
    for name in filter(None, cameras.split(",")):
        if _INDEX.fullmatch(name) and sys.platform == "linux":
            named.append((f"camera {name}", devices / f"video{int(name)}"))
        elif Path(name).is_absolute():
            named.append((name, Path(name)))
    return tuple(name for name, device in named if not device.exists())


def camera_index(name: str, devices: Path = _DEVICES) -> int | None:
    """Return the index of the camera that a link or device file is, None where it is none."""
    path = Path(name)
    if not path.is_absolute() or not path.exists():
        return None
    found = re.fullmatch("video([0-9]{1,9})", path.resolve().name)
    return int(found[1]) if found and path.resolve().parent == devices.resolve() else None


def _link_to(device: Path, links: Path) -> str:
    """Return the first link in a folder that leads to a device, the device itself without one."""
    if device.parent == links:
        return str(device)
    try:
        target = device.resolve()
        found = sorted(each for each in links.iterdir() if each.resolve() == target)
    except (OSError, RuntimeError):
        return str(device)
    return str(found[0]) if found else str(device)
