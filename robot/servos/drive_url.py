"""Robots whose electronics are a drive: the drive's URL, and the file that says what its servos do.

`SCHEME://DEVICE?settings=FILE`, with the drive's own options beside the file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import platformdirs

from files.lasting_names import lasting_port
from robot.drives.registry import open_drive
from robot.rigs.rig import with_all_motions
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory, memory_path
from robot.servos.servo_settings import ServoSettings, ServoSettingsError, read_settings


@dataclass(frozen=True, slots=True)
class DrivenRobot:
    """A robot's URL: its drive's scheme, device and options, and the file of its servos."""

    scheme: str
    device: str
    settings: Path
    options: dict[str, str]

    @classmethod
    def parse(cls, url: str) -> DrivenRobot:
        """Return the robot of a URL. Raises ServoSettingsError."""
        try:
            split = urlsplit(url)
        except ValueError as error:
            raise ServoSettingsError(f"{url!r} is not a URL: {error}") from error
        options = dict(parse_qsl(split.query))
        path = options.pop("settings", "")
        device = split.netloc + split.path
        if not device:
            raise ServoSettingsError(
                f"{url!r} names no port; write {split.scheme or 'maestro'}:///dev/ttyACM0"
            )
        return cls(
            split.scheme,
            device,
            Path(path) if path else default_settings_path(split.scheme),
            options,
        )

    def with_settings(self, path: Path) -> str:
        """Return the URL of this robot with other settings."""
        options = urlencode({"settings": str(path), **self.options}, safe="/")
        return f"{self.scheme}://{self.device}?{options}"

    def drive_url(self, settings: ServoSettings) -> str:
        """Return the URL of the drive alone, with the channels of its servos and their limits."""
        lowest, highest = settings.limits
        options = {
            **self.options,
            "channels": ",".join(str(each.channel) for each in settings.servos),
            "min": str(lowest),
            "max": str(highest),
        }
        return f"{self.scheme}://{self.device}?{urlencode(options, safe=',/')}"


def default_settings_path(scheme: str) -> Path:
    """Return the settings file of a URL that names none: SCHEME.toml in the config folder."""
    return platformdirs.user_config_path("rokumen") / f"{scheme}.toml"


def drive_url(url: str) -> str:
    """Return the URL of the drive of a robot; one with channels or limits is a drive's already.

    Raises ServoSettingsError.
    """
    robot = DrivenRobot.parse(url)
    if robot.options.keys() & {"channels", "min", "max"}:
        return url
    return robot.drive_url(read_settings(robot.settings))


def open_servos(url: str) -> DriveServos:
    """Open the servos at `SCHEME://DEVICE?settings=FILE`.

    Raises ServoSettingsError, PortError, DriveError, or the OSError of a device.
    """
    robot = DrivenRobot.parse(url)
    settings = read_settings(robot.settings)
    settings = replace(settings, rig=with_all_motions(settings.rig))
    drive = open_drive(robot.drive_url(settings))
    try:
        memory = PulseMemory(memory_path(robot.scheme, lasting_port(robot.device)))
        return DriveServos(drive, settings, memory)
    except BaseException:
        drive.close()
        raise
