"""Finds a Maestro's open and closed servo pulses by trial, with a camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.errors import GripperCalibrationError
from calibration.grip_check import (
    MAX_OVERTRAVEL,
    GripTest,
    JawLimits,
    check_face_is_asymmetric,
    find_closed,
    find_open,
    grip_tests,
    test_grip,
    test_release,
    undo_grip_test,
)
from files.access import MAX_TEXT_BYTES, read_bytes
from robot.link.connection import ConnectionOpener
from robot.link.session import Link
from robot.rigs.camera_places import with_cameras
from robot.rigs.command import CLOSED, CONTACT, OPEN, gripper_name
from robot.servos.drive_url import DrivenRobot
from robot.servos.servo_settings import (
    GripperServo,
    ServoSettings,
    ServoSettingsError,
    read_settings,
)
from robot.servos.servo_trimming import write_pulses
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress, open_cameras
from vision.detect.face import FaceView

# A gripper holds if its layer deviates from the quarter turn by at most this, in degrees.
MAX_LAG = 2.0

Report = Callable[[str], None]


def find_jaws(address: RobotAddress, on_progress: Report) -> Mapping[str, tuple[float, float]]:
    """Find each gripper's pulses for closed and open by trying, and store them in the settings.

    Gives by gripper and position, such as `L closed`, the pulse (microseconds) that the settings
    had and the one that was found; where the jaws touch the cube is stored besides. The trials are
    made with a copy of the settings; if a trial has no clear result, nothing is stored, and
    GripperCalibrationError is raised.
    """
    try:
        robot = DrivenRobot.parse(address.port)
        path = robot.settings
        known = read_settings(path)
        first = settings = _without_contact(known)
        with (
            TemporaryDirectory() as folder,
            open_cameras(address, first.rig) as scanner,
        ):
            copy = Path(folder) / path.name
            copy.write_bytes(read_bytes(path, MAX_TEXT_BYTES))
            setup = _JawTest(robot, copy, scanner, on_progress, address.opened_by)
            trials = tuple(grip_tests(with_cameras(first.rig, scanner.places)))
            tight = {trial.gripper: {CLOSED: -MAX_OVERTRAVEL} for trial in trials}
            for trial in trials:
                # A gripper that was not tested yet closes as tightly as allowed.
                del tight[trial.gripper]
                found = _find(setup, settings_with_positions(settings, tight, first), trial)
                places = {CLOSED: found.closed, OPEN: found.open}
                if found.widest_holding > found.closed:
                    # The widest place at which they turn a layer is where they rest.
                    places[CONTACT] = found.widest_holding
                settings = settings_with_positions(settings, {trial.gripper: places}, first)
        if settings != known:
            write_pulses(path, settings)
    except ServoSettingsError as error:
        raise GripperCalibrationError(str(error)) from error
    return {
        f"{name} {position}": (dict(servo.pulses)[position], pulse)
        for name, servo in first.grippers.items()
        for position, pulse in settings.grippers[name].pulses
        if position in (CLOSED, OPEN)
    }


def settings_with_positions(
    settings: ServoSettings, places: Mapping[str, Mapping[str, float]], first: ServoSettings
) -> ServoSettings:
    """Return settings that send grippers to other places, in parts of the ways of the `first`."""
    grippers = dict(settings.grippers)
    for name, positions in places.items():
        before = dict(first.grippers[name].pulses)
        way = before[OPEN] - before[CLOSED]
        pulses = {to: round(before[CLOSED] + part * way, 1) for to, part in positions.items()}
        grippers[name] = _with_pulses(grippers[name], pulses)
    return replace(settings, grippers=grippers)


def _without_contact(settings: ServoSettings) -> ServoSettings:
    """Return settings whose jaws never relax, so that they are where a trial sends them."""
    grippers = {
        name: replace(servo, pulses=tuple(pair for pair in servo.pulses if pair[0] != CONTACT))
        for name, servo in settings.grippers.items()
    }
    return replace(settings, grippers=grippers)


def _with_pulses(servo: GripperServo, pulses: Mapping[str, float]) -> GripperServo:
    return replace(servo, pulses=tuple({**dict(servo.pulses), **pulses}.items()))


@dataclass(frozen=True, slots=True)
class _JawTest:
    """The robot, the copy of its settings for trials, and the camera."""

    robot: DrivenRobot
    copy: Path
    scanner: CameraScanner
    on_progress: Report
    opened_by: ConnectionOpener

    @contextmanager
    def link(self, settings: ServoSettings) -> Iterator[Link]:
        """Reconnect to the robot with other settings."""
        write_pulses(self.copy, settings)
        url = self.robot.with_settings(self.copy)
        with Link(url, opened_by=self.opened_by) as link:
            yield link


def _find(setup: _JawTest, settings: ServoSettings, trial: GripTest) -> JawLimits:
    """Find a gripper's closed and open pulses while the other one holds, as in `settings`."""
    first, name = settings, trial.gripper
    faces: list[FaceView] = []

    def try_release_at(part: float) -> bool:
        setup.on_progress(
            f"{gripper_name(name)}: testing whether it releases at {part:.0%} of its travel"
        )
        with setup.link(settings_with_positions(settings, {name: {OPEN: part}}, first)) as link:
            face = test_release(link, trial, setup.scanner.capture_at)
        faces.extend([face] if face is not None else [])
        return face is not None

    def try_hold_at(part: float) -> bool:
        setup.on_progress(
            f"{gripper_name(name)}: testing whether it holds at {part:.0%} of its travel"
        )
        with setup.link(
            settings_with_positions(settings, {name: {CLOSED: part, OPEN: opening}}, first)
        ) as link:
            lag = test_grip(link, trial, setup.scanner.capture_at, faces[-1])
        if lag is None:
            return False
        tight = {name: {CLOSED: -MAX_OVERTRAVEL, OPEN: opening}}
        with setup.link(settings_with_positions(settings, tight, first)) as link:
            undo_grip_test(link, trial, setup.scanner.capture_at, faces[-1])
        return abs(lag) <= MAX_LAG

    try:
        opening = find_open(try_release_at)
        check_face_is_asymmetric(trial, faces[-1])
        return find_closed(try_hold_at, opening)
    except ServoSettingsError as error:
        raise ServoSettingsError(f"{gripper_name(name)}: {error}. Nothing was stored") from error
