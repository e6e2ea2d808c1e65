"""Opens a robot and its cameras."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from robot.link.port import PortOpener, open_port
from robot.link.session import Link
from robot.rigs.durations import apply_timing_profile
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.devices import serial_schemes
from rokumen.devices.cameras import open_calibrated
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.errors import InputError
from vision.capture.frame import Camera

SIMULATED = "sim://"

_log = logging.getLogger(__name__)


@contextmanager
def open_robot_and_cameras(
    port: str,
    camera: str,
    rig_profile: Path | None = None,
    opened_by: PortOpener = open_port,
    rig: str | None = None,
) -> Iterator[tuple[Link, CameraScanner]]:
    """Open a robot's port and its cameras, as `open_link` and `open_scanner` do."""
    with (
        open_link(port, rig_profile, opened_by, rig) as link,
        open_scanner(link, camera) as scanner,
    ):
        yield link, scanner


def open_link(
    port: str, rig_profile: Path | None, opened_by: PortOpener, rig: str | None = None
) -> Link:
    """Open a robot's port; a `sim://` URL without a name gets one, by which its cameras find it.

    `rig_profile` holds measured durations; `opened_by` opens the port; `rig` is the name or the
    file of a description, where that which the robot names is not to be used. Raises RobotError
    where the robot does not answer, RigError for a rig that does not exist or does not fit, and
    TimingProfileError for a bad profile.
    """
    from rokumen.devices.simulated_camera import with_robot_name

    described = None if rig is None else load_rig(rig)
    serial_schemes.register(port)
    url = with_robot_name(port) if port.startswith(SIMULATED) else port
    link = Link(url.replace("tcp://", "socket://", 1), opened_by=opened_by, rig=described)
    try:
        if rig_profile is not None:
            _log.info("durations from %s", rig_profile)
            link.use_rig(apply_timing_profile(link.rig, rig_profile))
    except BaseException:
        link.close()
        raise
    return link


@contextmanager
def open_scanner(link: Link, camera: str | None) -> Iterator[CameraScanner]:
    """Open the cameras of a robot, separated by commas; a simulated robot has its own.

    Raises CameraError if one does not exist, and InputError if the rig needs another number.
    """
    from rokumen.devices.simulated_camera import InProcessCamera

    if link.url.startswith(SIMULATED):
        cameras = range(len(link.rig.cameras))
        yield CameraScanner([InProcessCamera(link.url, number) for number in cameras], link.rig)
    else:
        with open_cameras(camera or "0", link.rig) as scanner:
            yield scanner


@contextmanager
def open_cameras(camera: str, rig: Rig) -> Iterator[CameraScanner]:
    """Open a rig's cameras, separated by commas. Raises CameraError and InputError."""
    names = camera.split(",")
    _check_cameras(rig, names)
    with ExitStack() as opened:
        yield CameraScanner([opened.enter_context(_calibrated(name)) for name in names], rig)


def _calibrated(name: str) -> Camera:
    camera, refused = open_calibrated(name)
    for words in refused:
        _log.warning("%s: not as calibrated: %s", name, words)
    return camera


def _check_cameras(rig: Rig, names: Sequence[str]) -> None:
    if len(names) != len(rig.cameras):
        seen = " and ".join(rig.cameras)
        raise InputError(
            f"--camera {','.join(names)!r} names {len(names)}; the {rig.name} rig has "
            f"{len(rig.cameras)}, on {seen}: separate several by commas"
        )
