"""Find out why a camera cannot be opened (missing, no permission, busy): the matching exception."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from vision.errors import CameraBusyError, CameraError, CameraPermissionError, NoCameraError

DEVICES = Path("/dev")
PROCESSES = Path("/proc")


def device_path(index: int, devices: Path = DEVICES) -> Path:
    """Return the Linux device file of a camera."""
    return devices / f"video{index}"


def camera_indices(devices: Path = DEVICES) -> tuple[int, ...]:
    """Return the indices of the cameras that Linux lists."""
    names = [path.name.removeprefix("video") for path in devices.glob("video*")]
    return tuple(sorted(int(name) for name in names if re.fullmatch("[0-9]{1,9}", name)))


def camera_open_error(
    index: int,
    devices: Path = DEVICES,
    processes: Path = PROCESSES,
    platform: str = sys.platform,
) -> CameraError:
    """Return the exception to raise for a camera that could not be opened."""
    if platform == "darwin":
        return CameraPermissionError(
            f"camera {index} cannot be opened: if it is connected, allow this terminal to use it "
            "in System Settings, Privacy & Security, Camera, then restart the terminal"
        )
    if platform != "linux":
        return CameraError(
            f"camera {index} cannot be opened: it is not connected, or another program is using "
            "it. `rokumen ports` lists the connected cameras"
        )
    path = device_path(index, devices)
    if not path.exists():
        available = ", ".join(map(str, camera_indices(devices)))
        return NoCameraError(
            f"there is no camera {index}: "
            + (f"available are {available}" if available else "no camera is connected")
            + ". Connect one, or give another number or a URL; `rokumen ports` lists the cameras"
        )
    if not os.access(path, os.R_OK | os.W_OK):
        return CameraPermissionError(
            f"no permission to use camera {index} ({path}): run "
            f"`sudo usermod -aG {_group(path)} $USER`, then log out and in again"
        )
    users = ", ".join(_users(path, processes))
    return CameraBusyError(
        f"camera {index} ({path}) exists but sends no image: "
        + (f"{users} is using it; close it" if users else "another program may be using it")
        + ". Some cameras have two numbers: try the next one"
    )


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return "video"


def _users(path: Path, processes: Path) -> Iterator[str]:
    """Yield the names of the programs that have a device open, as far as they can be read."""
    for process in sorted(processes.glob("[0-9]*")):
        try:
            is_open = any(link.readlink() == path for link in (process / "fd").iterdir())
            name = (process / "comm").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if is_open and process.name != str(os.getpid()):
            yield f"{name} (process {process.name})"
