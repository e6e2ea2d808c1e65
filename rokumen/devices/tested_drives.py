"""The rules of a robot's electronics, tested at its port: of a chip's lines, then of any drive."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from robot.conformance.chip_rules import run_chip_checks
from robot.conformance.drive_rules import run_drive_checks
from robot.conformance.probe import CheckResult
from robot.drives.drive import Drive
from robot.drives.registry import drive_schemes, open_drive
from robot.firmware.drive_url import DrivenRobot, drive_url
from robot.link.port import LineTrace, SerialPort, open_alone, open_port
from rokumen.errors import InputError
from rokumen.storage.robots import CHIP

# What is tested of a chip that is no robot yet.
_FIRST_CHANNELS = "channels=0,1"


def check_rules(
    url: str,
    trace: LineTrace | None = None,
    port_opener: Callable[[str, LineTrace | None], SerialPort] = open_port,
    drive_opener: Callable[[str], Drive] = open_drive,
    *,
    drive_only: bool = False,
) -> Iterator[CheckResult]:
    """Yield the result of each rule of the drive at a robot's URL, before them those of a chip.

    A chip's lines are written to `trace`, and left out if `drive_only`. Raises InputError for a
    URL of no drive, PortError, DriveError and ServoSettingsError.
    """
    scheme, separator, _ = url.partition("://")
    if not separator or scheme not in drive_schemes():
        raise InputError(
            f"{url!r} names no electronics that can be tested: {CHIP}://{url} is a board with the "
            f"firmware of this project, the others are {', '.join(drive_schemes())}"
        )
    is_bare = scheme == CHIP and "?" not in url
    drive = f"{url}?{_FIRST_CHANNELS}" if is_bare else drive_url(url)
    if scheme == CHIP and not drive_only:
        device = DrivenRobot.parse(url).device
        yield from run_chip_checks(lambda: port_opener(device, trace))
    # It is this process's alone until the end.
    first, lock = open_alone(drive, drive_opener)
    first.close()
    try:
        yield from run_drive_checks(lambda: drive_opener(drive))
    finally:
        if lock is not None:
            lock.close()
