"""Which ports and cameras may stand in a file, or come from a page.

What a person types may name any of them. A file may be someone else's: a name in it opens a device,
a host or a simulator, and neither loads code nor writes a file.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from robot.drives.registry import DRIVES, drive_schemes

_CAMERA_SCHEMES = ("http", "https", "rtsp", "rtmp")
# The options that a URL of each scheme may have; those of sim:// are the simulator's own.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "socket": (),
    "tcp": (),
    "rfc2217": (),
    "loop": (),
    **dict.fromkeys(DRIVES, ("settings",)),
    # A pin that a file names is one of the kernel's: robot.drives.device_access.pin_problem.
    "pca9685": ("settings", "address", "clock", "oe"),
    "feetech": ("settings", "baud", "series"),
    "ev3": ("settings", "gears"),
    "spike": ("settings", "gears"),
}
_SIMULATED = "sim"
# What FFmpeg takes for a protocol, such as concat:a|b; a letter alone is a drive.
_PROTOCOL = re.compile(r"[A-Za-z0-9+,.-]{2,}:")


def check_stored_port(url: str) -> None:
    """Raise ValueError for a port that only a person may name, on a command line or in Python."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return
    scheme = scheme.lower()
    if not url.isprintable() or "://" in rest:
        raise ValueError(f"{url!r} is no port that a file or a page may name{_TYPE_IT}")
    allowed = _options(scheme)
    if allowed is None:
        known = ", ".join(f"{each}://" for each in (*_OPTIONS, _SIMULATED))
        raise ValueError(
            f"{url!r}: a file or a page may name a device, or {known}, not {scheme}://{_TYPE_IT}"
        )
    for option, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True):
        if option not in allowed:
            raise ValueError(f"{url!r}: a file or a page may not set {option!r}{_TYPE_IT}")


def check_stored_camera(names: str) -> None:
    """Raise ValueError for cameras, with commas, that only a person may name."""
    for name in names.split(","):
        scheme, separator, _ = name.partition("://")
        is_refused = scheme not in _CAMERA_SCHEMES if separator else _PROTOCOL.match(name)
        if is_refused or (separator and not name.isprintable()):
            known = ", ".join(f"{each}://" for each in _CAMERA_SCHEMES)
            raise ValueError(
                f"{name!r}: a file or a page may name a camera by its number, its device, or "
                f"{known}; give it on the command line, with --camera"
            )


_TYPE_IT = "; give it on the command line, with --port"


def _options(scheme: str) -> tuple[str, ...] | None:
    """Return the options that a stored URL of a scheme may have, None where it may not stand."""
    if scheme == _SIMULATED:
        # Imported only for these.
        from files.records import entries_of
        from firmware_sim.options import RobotOptions

        return ("name", *(each.key for each in entries_of(RobotOptions) if each.type is not Path))
    if scheme in _OPTIONS:
        return _OPTIONS[scheme]
    return ("settings",) if scheme in drive_schemes() else None
