"""The drives by URL scheme: built-in ones, and those of the entry points `rokumen.drives`."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from urllib.parse import parse_qsl, urlencode, urlsplit

from files.plugins import load_plugin, plugin_names
from robot.drives.drive import Channel, Drive
from robot.errors import PortError

DRIVES: dict[str, str] = {
    "maestro": "robot.drives.maestro:MaestroDrive",
    "pwmchip": "robot.drives.pwm_chip:PwmChipDrive",
    "pca9685": "robot.drives.pca9685:Pca9685Drive",
    "feetech": "robot.drives.feetech:FeetechDrive",
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


@dataclass(frozen=True, slots=True)
class DriveAddress:
    """A drive's URL: `SCHEME://DEVICE?channels=0,1,2&limits=500,2500`, and its other options."""

    scheme: str
    device: str
    channels: tuple[Channel, ...]
    options: dict[str, str]

    @classmethod
    def parse(cls, url: str) -> DriveAddress:
        """Return the address. Raises PortError for a URL without a device or without channels."""
        try:
            split = urlsplit(url)
            options = dict(parse_qsl(split.query))
            numbers = [int(each) for each in options.pop("channels").split(",")]
            lowest, highest = (float(each) for each in options.pop("limits").split(","))
        except (ValueError, KeyError) as error:
            raise PortError(
                f"{url!r} is no drive with its channels, such as "
                f"{url.partition('?')[0]}?channels=0,1,2,3&limits=500,2500"
            ) from error
        device = split.netloc + split.path
        if not device or len(set(numbers)) < len(numbers) or min(numbers) < 0 or lowest >= highest:
            raise PortError(
                f"{url!r} needs a device, channels that are each named once, and limits that rise"
            )
        channels = tuple(Channel(number, lowest, highest) for number in numbers)
        return cls(split.scheme, device, channels, options)

    def __str__(self) -> str:
        """Return the URL."""
        first = self.channels[0]
        options = {
            "channels": ",".join(str(each.number) for each in self.channels),
            "limits": f"{first.lowest:g},{first.highest:g}",
            **self.options,
        }
        return f"{self.scheme}://{self.device}?{urlencode(options, safe=',')}"


def open_drive(url: str) -> Drive:
    """Open the drive at `scheme://...`. Raises PortError and DriveError."""
    return load_drive(url.partition("://")[0]).open(url)
