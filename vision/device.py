"""Why a camera of this computer cannot be opened: it is not there, not allowed, or in use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from vision.errors import CameraBusyError, CameraError, CameraPermissionError, NoCameraError

DEVICES = Path("/dev")
PROCESSES = Path("/proc")


def device_path(index: int, devices: Path = DEVICES) -> Path:
    """Give the file that Linux has for a camera."""
    return devices / f"video{index}"


def device_numbers(devices: Path = DEVICES) -> tuple[int, ...]:
    """Give the numbers of the cameras that Linux knows."""
    names = [path.name.removeprefix("video") for path in devices.glob("video*")]
    return tuple(sorted(int(name) for name in names if name.isdecimal()))


def why_not(
    index: int,
    devices: Path = DEVICES,
    processes: Path = PROCESSES,
    platform: str = sys.platform,
) -> CameraError:
    """Give the error to raise for a camera that could not be opened, in words of its own."""
    if platform == "darwin":
        return CameraPermissionError(
            f"camera {index} cannot be opened: if it is connected, allow this terminal to use it "
            "in System Settings, Privacy & Security, Camera, and start the terminal anew"
        )
    if platform != "linux":
        return CameraError(
            f"camera {index} cannot be opened: it is not there, or another program is using it. "
            "`rokumen ports` lists the cameras that are"
        )
    path = device_path(index, devices)
    if not path.exists():
        there = ", ".join(map(str, device_numbers(devices)))
        return NoCameraError(
            f"there is no camera {index}: "
            + (f"there is {there}" if there else "no camera is connected")
            + ". Connect one, give its number, or a URL; `rokumen ports` lists what is there"
        )
    if not os.access(path, os.R_OK | os.W_OK):
        return CameraPermissionError(
            f"permission to use camera {index} ({path}) is refused: add yourself to its group "
            f"with `sudo usermod -aG {_group(path)} $USER`, and log in anew"
        )
    users = ", ".join(_users(path, processes))
    return CameraBusyError(
        f"camera {index} ({path}) is there but gives no picture: "
        + (f"{users} is using it; close that" if users else "another program may be using it")
        + ". If it has more than one number, try the next"
    )


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return "video"


def _users(path: Path, processes: Path) -> Iterator[str]:
    """Name the programs that have a device open, as far as one may look."""
    for process in sorted(processes.glob("[0-9]*")):
        try:
            held = any(link.readlink() == path for link in (process / "fd").iterdir())
            name = (process / "comm").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if held and process.name != str(os.getpid()):
            yield f"{name} (process {process.name})"
