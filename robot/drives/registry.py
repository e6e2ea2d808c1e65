"""The drives by URL scheme: built-in ones, and those of the entry points `rokumen.drives`."""

from __future__ import annotations

from pkgutil import resolve_name

from files.plugins import load_plugin, plugin_names
from robot.drives.drive import Drive
from robot.errors import PortError

DRIVES: dict[str, str] = {
    "maestro": "robot.drives.maestro:MaestroDrive",
    "pwmchip": "robot.drives.pwm_chip:PwmChipDrive",
    "pca9685": "robot.drives.pca9685:Pca9685Drive",
    "feetech": "robot.drives.feetech:FeetechDrive",
    "ev3": "robot.drives.ev3:Ev3Drive",
    "spike": "robot.drives.spike:SpikeDrive",
    "chip": "robot.drives.chip:ChipDrive",
}
ENTRY_POINTS = "rokumen.drives"


def drive_schemes() -> tuple[str, ...]:
    """Return the schemes of all drives: the built-in ones, then those of plug-ins, sorted."""
    return (*DRIVES, *sorted(plugin_names(ENTRY_POINTS) - DRIVES.keys()))


def load_drive(scheme: str) -> type[Drive]:
    """Return the class of the drive with this scheme. Built-in drives come before plug-ins.

    Raises PortError for a scheme that no drive has and for a plug-in that cannot be used.
    """
    if scheme in DRIVES:
        built_in: type[Drive] = resolve_name(DRIVES[scheme])
        return built_in
    try:
        loaded, called = load_plugin(ENTRY_POINTS, scheme, PortError)
    except KeyError:
        known = ", ".join(drive_schemes()) or "none"
        raise PortError(f"unknown drive {scheme!r}; available: {known}") from None
    if not (isinstance(loaded, type) and issubclass(loaded, Drive)):
        raise PortError(f"{called} is not a class derived from rokumen.extend.Drive")
    if missing := sorted(loaded.__abstractmethods__):
        raise PortError(f"{called} does not define {', '.join(missing)}")
    return loaded


def open_drive(url: str) -> Drive:
    """Open the drive at `scheme://...`. Raises PortError and DriveError."""
    return load_drive(url.partition("://")[0]).open(url)
