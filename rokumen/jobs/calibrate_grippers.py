"""Gripper calibration: motion durations by the robot's clock, wrist angles by a camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.errors import GripperCalibrationError
from calibration.gripper_timings import MAX_ANGLE_ERROR, RigProfile, exercise_steps, measure_motions
from calibration.wrist_angles import measure_wrist_angles
from files.access import MAX_TEXT_BYTES, read_bytes
from robot.link.session import Link
from robot.planning.robot_state import RobotState, apply_step, home_state
from robot.planning.scan_planner import scan_legs
from robot.rigs.camera_places import with_cameras
from robot.rigs.command import Home, wrist_words
from robot.rigs.durations import CAUTIOUS, NO_SETTLING, SettlingTimes
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import RobotAddress, open_robot_and_cameras
from rokumen.devices.scanner import ScanPicture
from solver.core.errors import CubeError
from solver.core.turn import Turn
from solver.cube import Cube
from vision.errors import ImageSetError, PictureError

# Largest number of changes of a wrist's pulse, each a small step.
ROUNDS = 6

ProgressCallback = Callable[[str], None]
AnglesCallback = Callable[[Mapping[str, float]], None]
RobotOpener = Callable[[str], AbstractContextManager[tuple[Link, CameraScanner]]]


@dataclass(frozen=True, slots=True)
class GripperMeasurement:
    """Result of calibrating grippers.

    `seen`: where the camera saw wrists stop (degrees), by place; `pulses`: a Maestro's pulses that
    were changed (microseconds, before and after), by place.
    """

    profile: RigProfile
    seen: Mapping[str, float]
    pulses: Mapping[str, tuple[float, float]]


def measure_by_clock(
    address: RobotAddress, repeats: int, on_progress: ProgressCallback
) -> GripperMeasurement:
    """Measure a robot's grippers by its own clock and reported angles.

    A robot that does not measure its angles is given time to arrive after each motion; how much it
    needs only a camera can tell. Raises what `measure_motions` and `Link` do.
    """
    rig = None if address.rig is None else load_rig(address.rig)
    with Link(address.port, opened_by=address.opened_by, rig=rig) as link:

        def wait() -> float:
            link.clock.sleep(_settling_before(link).others)
            return 0.0

        return GripperMeasurement(_timed(link, repeats, on_progress, wait), {}, {})


def measure_by_camera(
    address: RobotAddress,
    repeats: int,
    on_progress: ProgressCallback,
    show: AnglesCallback = lambda seen: None,
) -> GripperMeasurement:
    """Measure a robot's grippers with a camera watching, and a Maestro's pulses for its wrists.

    First each gripper shows the cube alone. Only where all stop near their detents is the cube
    read, every motion made, and the cube read again: it must be what the motions should have made
    of it. Where no camera's place is known, the cube is read before to find it. `show` is called
    with the measured angles each time, whether they are good or not. Raises
    GripperCalibrationError where the cube is another one, and what `measure_by_clock` does.
    """

    def open_at(url: str) -> AbstractContextManager[tuple[Link, CameraScanner]]:
        return open_robot_and_cameras(replace(address, port=url))

    pulses = (
        _adjust_maestro_pulses(address.port, open_at, on_progress, show)
        if address.port.startswith("maestro://")
        else {}
    )
    with open_at(address.port) as (link, scanner):
        link.use_settling_times(_settling_before(link))
        _find_cameras(link, scanner, on_progress)
        seen = _measure_wrists(link, scanner, on_progress)
        show(seen)
        _check(seen)
        on_progress("reading the cube")
        cube_before, state = _read(link, scanner, home_state(link.rig))
        profile = _timed_in_pictures(link, scanner, repeats, on_progress)
        link.use_settling_times(profile.settling)
        turns, state = _expected_turns(link.rig, state, repeats)
        on_progress("reading the cube again")
        after, _ = _read(link, scanner, state)
        if after != cube_before.apply(turns):
            raise GripperCalibrationError(
                f"the camera does not see the cube that {profile.motions} motions should have "
                "made: a turn was incomplete, or another layer moved too, though the robot "
                "reported success. Check how tightly the grippers hold"
            )
        return GripperMeasurement(replace(profile, angles={**profile.angles, **seen}), seen, pulses)


def _settling_before(link: Link) -> SettlingTimes:
    """Return the settling times of a robot before they have been measured."""
    return NO_SETTLING if "angle" in link.info.feedback else CAUTIOUS


def _timed_in_pictures(
    link: Link, scanner: CameraScanner, repeats: int, on_progress: ProgressCallback
) -> RigProfile:
    """Time every motion, until the pictures show that it has ended where the robot cannot tell."""
    link.use_settling_times(NO_SETTLING)
    if "angle" in link.info.feedback:
        return _timed(link, repeats, on_progress, lambda: 0.0)
    return _timed(link, repeats, on_progress, lambda: scanner.seconds_until_still(link.clock))


def _timed(
    link: Link,
    repeats: int,
    on_progress: ProgressCallback,
    wait_until_still: Callable[[], float | None],
) -> RigProfile:
    return measure_motions(
        link,
        link.rig,
        repeats,
        lambda made: on_progress(f"{made} motions made"),
        wait_until_still,
    )


def _measure_wrists(
    link: Link, scanner: CameraScanner, on_progress: ProgressCallback
) -> Mapping[str, float]:
    # Where a camera sees several faces, a displaced one may be a neighbour in the right place.
    if any(len(place) != 1 for place in scanner.places):
        return {}
    rig = with_cameras(link.rig, scanner.places)
    return measure_wrist_angles(
        link, rig, scanner.capture_at, lambda place: on_progress(f"seen: {wrist_words(place)}")
    )


def _check(seen: Mapping[str, float]) -> None:
    off = [
        f"the {wrist_words(place)} at {at:+.1f}°"
        for place, at in seen.items()
        if abs(at - float(place.split()[1])) > MAX_ANGLE_ERROR
    ]
    if off:
        raise GripperCalibrationError(
            f"the camera sees wrists that miss their detents: {', '.join(off)}. A layer so far "
            "off jams its neighbours. Adjust the servo's horn or its end points, and "
            "calibrate again"
        )


def _find_cameras(link: Link, scanner: CameraScanner, on_progress: ProgressCallback) -> None:
    """Find out where the cameras look, if that is known of none."""
    if any(scanner.places):
        return
    on_progress("looking for the place of the camera")
    link.execute(Home())
    _read(link, scanner, home_state(link.rig))
    if not any(scanner.places):
        raise GripperCalibrationError(
            "this cube looks the same from several directions, so that the place of the camera is "
            "not found: scramble it, or say the place with --camera-at"
        )


def _read(link: Link, scanner: CameraScanner, state: RobotState) -> tuple[Cube, RobotState]:
    """Show all six faces and go home; gives the cube, and how it is held then."""
    pictures: list[ScanPicture] = []
    reading = None
    for leg in scan_legs(link.rig, scanner.places, state):
        for action in leg.plan.commands:
            link.execute(action.command)
        state = leg.plan.end
        pictures += scanner.capture(state, leg.views)
        reading = scanner.read_early(pictures)
        if reading is not None:
            break
    try:
        reading = reading or scanner.read(pictures)
        if not reading.certain:
            raise GripperCalibrationError(
                f"the camera cannot read the cube with certainty: {reading.advice} Or a gripper "
                "did not hold the cube"
            )
        cube = reading.cube
    except (ImageSetError, PictureError, CubeError) as error:
        raise GripperCalibrationError(
            f"the camera cannot read the cube: {error}. Or a gripper did not hold it"
        ) from error
    for command in link.rig.homing_commands(state.pose):
        link.execute(command)
        state, _ = apply_step(state, link.rig.step(state.pose, command))
    return cube, state


def _expected_turns(
    rig: Rig, state: RobotState, repeats: int
) -> tuple[tuple[Turn, ...], RobotState]:
    """Return which turns of the cube `measure_motions` makes, and how the cube is held then."""
    turns: list[Turn] = []
    for _, step in exercise_steps(rig, repeats):
        state, made = apply_step(state, step)
        turns += made
    for command in rig.homing_commands(state.pose):
        state, made = apply_step(state, rig.step(state.pose, command))
        turns += made
    return tuple(turns), state


def _adjust_maestro_pulses(
    port: str,
    open_at: RobotOpener,
    on_progress: ProgressCallback,
    show: AnglesCallback,
) -> Mapping[str, tuple[float, float]]:
    """Find the pulses that bring a Maestro's wrists to their detents, and store them.

    They are tried in a copy of the settings, by small steps, and never far from the first ones.
    """
    from robot.servos.drive_url import DrivenRobot
    from robot.servos.servo_settings import ServoSettingsError, read_settings
    from robot.servos.servo_trimming import check_limits, is_within_tolerance, trim, write_pulses

    try:
        robot = DrivenRobot.parse(port)
        path = robot.settings
        first = settings = read_settings(path)
        with TemporaryDirectory() as folder:
            trial = Path(folder) / path.name
            trial.write_bytes(read_bytes(path, MAX_TEXT_BYTES))
            for _ in range(ROUNDS):
                url = robot.with_settings(trial)
                with open_at(url) as (link, scanner):
                    link.use_settling_times(_settling_before(link))
                    _find_cameras(link, scanner, on_progress)
                    seen = _measure_wrists(link, scanner, on_progress)
                show(seen)
                if all(is_within_tolerance(place, at) for place, at in seen.items()):
                    break
                settings = trim(settings, seen)
                check_limits(first, settings)
                write_pulses(trial, settings)
            else:
                _check(seen)
        if settings != first:
            write_pulses(path, settings)
    except ServoSettingsError as error:
        raise GripperCalibrationError(str(error)) from error
    return {
        f"{name} {degrees:+g}": (first.axes[name].pulse(degrees), pulse)
        for name, servo in settings.axes.items()
        for degrees, pulse in servo.pulses
        if pulse != first.axes[name].pulse(degrees)
    }
