"""Opens a robot and its cameras."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from files.lasting_names import lasting_port
from robot.link.connection import ConnectionOpener
from robot.link.handshake import probe_port
from robot.link.registry import open_connection
from robot.link.session import Link
from robot.rigs.durations import read_timing_profile
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.registry import load_rig
from robot.rigs.rig import PUBLISHED, Rig
from robot.rigs.servo_speeds import with_servos
from rokumen.devices import serial_schemes
from rokumen.devices.camera_places import memory_of, places_to_begin
from rokumen.devices.cameras import LiveRobotCamera, RobotCamera, open_calibrated
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.errors import InputError
from rokumen.storage.learnt_times import load_learnt_times
from rokumen.storage.robots import CHIP, load_robot, robot_names
from rokumen.storage.runs import RunSettings
from vision.capture.open import is_file_source

SIMULATED = "sim://"
# The schemes of lines to a board, which may be a serial one at their other end.
_LINES = ("", "tcp", "socket", "rfc2217")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RobotAddress:
    """Where a robot and its cameras are, and what is said of them.

    `camera`: several with commas, "" for the first one of this computer; `durations`: a file of
    measured durations; `servos`: those by which motions take their time where it says nothing
    else; `rig`: the name or the file of a description, None for the one that the
    robot names; `camera_at`: the positions that each camera sees, "" for those of the rig; `robot`:
    the name of the robot with which they are kept, "" for none; `opened_by` connects to it.
    """

    port: str
    camera: str = ""
    durations: Path | None = None
    rig: str | None = None
    camera_at: str = ""
    robot: str = ""
    opened_by: ConnectionOpener = open_connection
    servos: str = PUBLISHED

    @classmethod
    def of(cls, run: RunSettings, opened_by: ConnectionOpener = open_connection) -> RobotAddress:
        """Return the address of the robot of a run."""
        measured = None if run.durations is None else Path(run.durations)
        return cls(
            *(run.port, run.camera, measured, run.rig, run.camera_at, run.robot, opened_by),
            servos=run.servos,
        )


@contextmanager
def open_robot_and_cameras(address: RobotAddress) -> Iterator[tuple[Link, CameraScanner]]:
    """Open a robot's port and its cameras, as `open_link` and `open_scanner` do."""
    with open_link(address) as link, open_scanner(link, address) as scanner:
        yield link, scanner


def restart_words(port: str) -> str:
    """Return what a person must know before a port is opened, "" for one that restarts no board."""
    scheme = port.partition("://")[0] if "://" in port else ""
    is_simulated = scheme == "sim" and "dtr=edge" in port
    if not port or not (scheme in (*_LINES, CHIP) or is_simulated):
        return ""
    return (
        f"Opening {port} may restart its board, whose servos then have no power for a second or "
        "until the first motion: a cube may fall, so hold it."
    )


def open_link(address: RobotAddress) -> Link:
    """Open a robot's port; a `sim://` URL without a name gets one, by which its cameras find it.

    That this may restart the board is logged before as a warning. Raises RobotError where the
    robot does not answer, RigError for a rig or servos that do not exist or do not fit,
    TimingProfileError for a bad profile, and InputError for a chip of which no settings are known.
    """
    from rokumen.devices.simulated_camera import with_robot_name

    described = None if address.rig is None else load_rig(address.rig)
    port, durations = address.port, address.durations
    if words := restart_words(port):
        _log.warning(words)
    is_simulated = port.startswith(SIMULATED)
    url = with_robot_name(port) if is_simulated else port.replace("tcp://", "socket://", 1)
    if isinstance(described, SixAxis) and described.has_laws:
        url = _with_motors(f"{CHIP}://{url}" if is_line(url) else url, str(address.rig))
    elif is_line(url):
        url = _chip_url(url)
    if is_line(port):
        _log.info("the robot is %s", url)
    serial_schemes.register(url)
    link = Link(url, opened_by=address.opened_by, rig=described)
    try:
        if address.servos != PUBLISHED:
            link.use_rig(with_servos(link.rig, address.servos))
        if durations is not None:
            _log.info("durations from %s", durations)
            profile = read_timing_profile(link.rig, durations)
            link.use_rig(profile.rig)
            link.use_settling_times(profile.settling)
        if address.robot:
            use_learnt_times(link, address.robot)
    except BaseException:
        link.close()
        raise
    return link


def use_learnt_times(link: Link, robot: str) -> None:
    """Let a link plan and wait as its robot has learnt. Raises InputError for a file that is wrong.

    What was learnt from other durations than those of its rig is not used, with a warning.
    """
    learnt = load_learnt_times(robot)
    if not learnt.runs:
        return
    if not learnt.fits(link.rig):
        _log.warning(
            "what %s has learnt of its times is not used: it was learnt from other durations; "
            "`rokumen robot learnt %s --forget` lets it learn anew",
            robot,
            robot,
        )
        return
    link.use_rig(learnt.applied_to(link.rig))
    link.use_settling_times(learnt.settling_over(link.settling))


def is_line(url: str) -> bool:
    """Return True for a line by itself, such as /dev/ttyACM0 or tcp://host:port."""
    return (url.partition("://")[0] if "://" in url else "") in _LINES


def _with_motors(url: str, rig: str) -> str:
    """Return the URL of a drive whose channels are the motors of a rig; others as they are."""
    from robot.control.motor_connection import RIG_OPTION
    from robot.drives.registry import drive_schemes

    if url.partition("://")[0] not in drive_schemes():
        return url
    device, _, query = url.partition("?")
    named = str(Path(rig).absolute()) if Path(rig).exists() else rig
    options = {**dict(parse_qsl(query)), RIG_OPTION: named}
    return f"{device}?{urlencode(options, safe=',/')}"


def _chip_url(port: str) -> str:
    """Return the URL of the robot on the chip at a port, with the settings that are known for it.

    They are those of the only robot that `rokumen setup` has stored with this port, else the file
    of those that a URL names none. Raises InputError where there is none, or several robots, and
    what `probe_port` raises where no chip answers.
    """
    # A slow import, needed only here.
    from robot.servos.drive_url import default_settings_path

    stored = [
        robot
        for robot in map(load_robot, robot_names())
        if robot.board == CHIP and lasting_port(robot.port) == lasting_port(port)
    ]
    if len(stored) == 1:
        return stored[0].url
    if not stored and default_settings_path(CHIP).exists():
        return f"{CHIP}://{port}"
    probe_port(port)
    names = " or ".join(f"--robot {robot.name}" for robot in stored) or "--robot NAME"
    first = "" if stored else "type `rokumen setup` first, then "
    raise InputError(
        f"a chip answers at {port}, which does not know what its servos do: {first}give {names}, "
        f'or --port "{CHIP}://{port}?settings=FILE"'
    )


@contextmanager
def open_scanner(link: Link, address: RobotAddress) -> Iterator[CameraScanner]:
    """Open the cameras of a robot; a simulated robot has its own.

    Raises CameraError if a camera does not exist, and InputError if the places are not as many.
    """
    from rokumen.devices.simulated_camera import cameras_in_process

    if link.url.startswith(SIMULATED):
        cameras = cameras_in_process(link.url, link.clock)
        memory = memory_of(address.robot, address.camera or "0")
        places = places_to_begin(link.rig, link.url, len(cameras), address.camera_at, memory)
        yield CameraScanner(cameras, link.rig, places, memory=memory)
    else:
        with open_cameras(address, link.rig) as scanner:
            yield scanner


@contextmanager
def open_cameras(address: RobotAddress, rig: Rig) -> Iterator[CameraScanner]:
    """Open the cameras of a robot that is none in this process, as `open_scanner` does.

    Raises InputError for files and films: they do not show what a robot does.
    """
    camera = address.camera or "0"
    check_no_files(camera)
    names = camera.split(",")
    memory = memory_of(address.robot, camera)
    places = places_to_begin(rig, camera, len(names), address.camera_at, memory)
    with ExitStack() as opened:
        cameras = [opened.enter_context(_calibrated(name)) for name in names]
        yield CameraScanner(cameras, rig, places, names, memory)


def check_no_files(camera: str) -> None:
    """Raise InputError for cameras, separated by commas, of which one is a file or a film."""
    for name in camera.split(","):
        if is_file_source(name):
            raise InputError(
                f"the camera {name!r} is a file or a film, which does not show what the robot does "
                "now: give a camera's number, or the URL of a stream"
            )


def _calibrated(name: str) -> RobotCamera:
    camera, refused = open_calibrated(name)
    for words in refused:
        _log.warning("%s: not as calibrated: %s", name, words)
    return LiveRobotCamera(camera)
