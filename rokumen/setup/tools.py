"""What the steps of the setup do with ports, cameras and the robot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TypeVar

import numpy as np

from robot.conformance.chip_rules import check_electronics
from robot.conformance.probe import CheckResult
from robot.drives.drive import DriveInfo
from robot.drives.registry import open_drive
from robot.errors import RobotError, SilentError, StoppedError
from robot.link.connection import RobotInfo
from robot.link.handshake import probe_port
from robot.link.port import open_port
from robot.link.protocol import STOP, StopLevel
from robot.link.registry import identify, open_connection
from robot.planning.robot_state import home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.command import Home, MotionCommand
from rokumen.api.connecting import connect
from rokumen.api.robot import Robot
from rokumen.devices import serial_schemes
from rokumen.devices.cameras import LiveRobotCamera, open_calibrated
from rokumen.devices.discovery import (
    FoundCamera,
    Port,
    find_cameras,
    find_ports,
    wait_for_unplugging,
)
from rokumen.devices.robot_connection import (
    SIMULATED,
    RobotAddress,
    is_line,
    open_link,
    open_robot_and_cameras,
    open_scanner,
)
from rokumen.jobs.calibrate_grippers import (
    GripperMeasurement,
    measure_by_camera,
    measure_by_clock,
)
from rokumen.storage.robots import CHIP, RobotFile
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import detect_main_face
from vision.errors import ImageSetError, PictureError

_UNPLUG_SECONDS = 30.0
_STICKERS_PER_SIDE = 3
_REPEATS = 3
# How long jaws hold a cube at rest to be believed, in seconds, and when they are at rest before.
HOLD_SECONDS, REST_BEGINS_SECONDS = 10.0, 1.0
# A cube that has moved so far in a picture has slipped, in stickers.
_SLIPPED_STICKERS = 0.25
# How long, and how often, a stop is sent to a measurement that goes on (seconds).
_STOP_SECONDS, _STOP_PERIOD = 5.0, 0.05

OnProgress = Callable[[str], None]
T = TypeVar("T")


class Tools:
    """Ports, cameras and the robot itself; `say` is told what goes on."""

    def __init__(self, say: OnProgress) -> None:
        self.say = say
        self._robot: Robot | None = None
        # Stops what a measurement or a test has opened, None while there is nothing.
        self._stop_opened: Callable[[], object] | None = None
        self._stopped = False

    def ports(self) -> tuple[Port, ...]:
        """Return the serial ports of this computer, and what answers there."""
        self.say("asking at each port")
        return find_ports(())

    def unplugged(self) -> str:
        """Wait until a cable is pulled out, and return its port; "" where none is."""
        self.say(f"pull the robot's cable out now (within {_UNPLUG_SECONDS:g} s)")
        gone = wait_for_unplugging(_UNPLUG_SECONDS)
        return next((each for each in sorted(gone) if not each.startswith("camera ")), "")

    def probe(self, port: str) -> RobotInfo | DriveInfo | None:
        """Return what a robot or a chip at a port says of itself, None where none answers.

        Raises PortError where the port cannot be opened, and DriveError.
        """
        serial_schemes.register(port)
        self.say(f"asking at {port}")
        if not is_line(port):
            return identify(port)
        try:
            probe_port(port)
        except SilentError:
            return None
        return self.check_drive(f"{CHIP}://{port}")

    def check_drive(self, url: str) -> DriveInfo:
        """Return what the drive at a URL says of itself. Raises DriveError and PortError."""
        self.say(f"asking at {url}")
        drive = open_drive(url)
        try:
            drive.read()
            return drive.info
        finally:
            drive.close()

    def cameras(self) -> tuple[FoundCamera, ...]:
        """Return the cameras of this computer."""
        self.say("looking for cameras")
        return find_cameras()

    def photo(self, camera: str) -> Image:
        """Return a picture of a camera, H x W x 3 uint8 BGR. Raises CameraError."""
        self.say("taking a picture")
        opened, _ = open_calibrated(camera)
        with opened:
            return opened.read().image

    def has_own_camera(self, robot: RobotFile) -> bool:
        """Return True for the simulator in this process, which shows its own pictures."""
        return robot.port.startswith(SIMULATED)

    @contextmanager
    def connected(self, robot: RobotFile) -> Iterator[Robot]:
        """Connect to a robot; `stop` stops it meanwhile. Raises what `connect` does."""
        self.say(f"connecting to {robot.port}")
        with connect(
            robot.url, rig=robot.rig, durations=robot.durations_file, robot=robot.name
        ) as opened:
            self._robot = opened
            try:
                yield opened
            except KeyboardInterrupt:
                self.stop()
                raise
            finally:
                self._robot = None

    @contextmanager
    def watched(self, robot: RobotFile) -> Iterator[tuple[Robot, Callable[[], Image]]]:
        """Connect to a robot, with what takes a picture of its first camera once nothing moves.

        Raises what `connect` does, and CameraError.
        """
        with self.connected(robot) as opened:
            if self.has_own_camera(robot):
                from rokumen.devices.simulated_camera import cameras_in_process

                own = cameras_in_process(opened.url)[0]
                yield opened, lambda: own.read_still().frame.image
                return
            camera, _ = open_calibrated(robot.camera.split(",")[0] or "0")
            with LiveRobotCamera(camera) as watching:
                yield opened, lambda: watching.read_still().frame.image

    def send_stop(self) -> None:
        """Send a stop to the robot; may be called from any thread, and waits for none."""
        self._stopped = True
        opened, stop = self._robot, self._stop_opened
        if opened is not None:
            with suppress(RobotError):
                opened.stop()
        if stop is not None:
            with suppress(OSError):
                stop()

    def stop(self) -> None:
        """Stop every motion of the robot; may be called from any thread.

        A measurement or a test is told so until it has ended.
        """
        self.send_stop()
        for _ in range(round(_STOP_SECONDS / _STOP_PERIOD)):
            if self._stop_opened is None:
                return
            time.sleep(_STOP_PERIOD)
            self.send_stop()

    @contextmanager
    def _stoppable(
        self, open_url: Callable[[str], T], send_stop: Callable[[T], object]
    ) -> Iterator[Callable[[str], T]]:
        """Give an opener of what `stop` can stop then. It raises StoppedError after a stop."""
        self._stopped = False

        def opener(url: str) -> T:
            if self._stopped:
                raise StoppedError("the robot was stopped")
            opened = open_url(url)
            self._stop_opened = lambda: send_stop(opened)
            return opened

        try:
            yield opener
        finally:
            self._stop_opened = None

    def sees_cube(self, robot: RobotFile) -> str:
        """Show one face of the cube to the camera and return what is wrong, "" for nothing.

        The robot goes home after it. Raises RobotError and CameraError.
        """
        self.say("showing a face to the camera")
        with open_robot_and_cameras(_address(robot)) as (link, scanner):
            link.execute(Home())
            leg = plan_scan(link.rig, home_state(link.rig))[0]
            for action in leg.plan.commands:
                link.execute(action.command)
            frame = scanner.capture_at(leg.views[0].position)
            link.execute(Home())
        try:
            face = detect_main_face(frame).views[0]
        except (ImageSetError, PictureError) as error:
            return str(error)
        if face.n != _STICKERS_PER_SIDE:
            return f"the camera sees a face of {face.n}x{face.n} stickers, not of 3x3"
        return ""

    def slips_at_rest(
        self, robot: RobotFile, commands: Iterable[MotionCommand], *, looks: bool
    ) -> bool | None:
        """Home, execute commands, and let the cube be held at rest for HOLD_SECONDS.

        Returns whether it moved or went meanwhile, None where no camera `looks` at a face of it.
        Raises RobotError and CameraError.
        """
        self.say(f"the jaws rest for {HOLD_SECONDS:g} s")
        with ExitStack() as opened:
            address = _address(robot)
            link = opened.enter_context(open_link(address))
            scanner = opened.enter_context(open_scanner(link, address)) if looks else None
            # Jaws that press again after a rest find another place by their friction: as in a run.
            for command in (Home(), *commands):
                link.execute(command)
                link.clock.sleep(REST_BEGINS_SECONDS)
            looked_at = link.rig.cameras[0]
            before = None if scanner is None else _face_seen(scanner.capture_at(looked_at))
            link.clock.sleep(HOLD_SECONDS)
            if scanner is None or before is None:
                return None
            after = _face_seen(scanner.capture_at(looked_at))
        if after is None:
            return True
        sticker = np.linalg.norm(before.corners[1] - before.corners[0]) / before.n
        moved = np.linalg.norm(after.corners.mean(axis=0) - before.corners.mean(axis=0))
        return bool(moved > _SLIPPED_STICKERS * sticker)

    def measure(self, robot: RobotFile) -> GripperMeasurement:
        """Make every motion three times and return the seconds of each kind, and to arrive.

        With a camera above the cube, the wrists are measured too, and those of a Maestro corrected
        in the robot's file. Raises GripperCalibrationError, RobotError and VisionError.
        """
        with self._stoppable(open_connection, lambda each: each.stop(StopLevel.HOLD)) as opener:
            if self.has_own_camera(robot) or not robot.camera or "," in robot.camera:
                address = RobotAddress(robot.url, opened_by=opener)
                return measure_by_clock(address, _REPEATS, self.say)
            address = RobotAddress(robot.url, robot.camera, robot=robot.name, opened_by=opener)
            return measure_by_camera(address, _REPEATS, self.say)

    def check_conformance(self, robot: RobotFile) -> Iterator[CheckResult]:
        """Yield the result of each rule as it is checked, see `check_electronics`.

        Raises StoppedError after a stop.
        """
        with (
            self._stoppable(open_port, lambda each: each.write(STOP)) as opener,
            # Only the thread that tests a drive may use it: a stop ends the test after a rule.
            self._stoppable(open_drive, lambda each: None) as open_url,
        ):
            results = check_electronics(robot.url, None, lambda url, _: opener(url), open_url)
            yield from self._until_stopped(results)

    def _until_stopped(self, results: Iterator[CheckResult]) -> Iterator[CheckResult]:
        for result in results:
            if self._stopped:
                raise StoppedError("the robot was stopped")
            yield result


def _address(robot: RobotFile) -> RobotAddress:
    return RobotAddress(robot.url, robot.camera, robot.durations_file, robot.rig)


def _face_seen(frame: Frame) -> FaceView | None:
    """Return the face of the cube in a picture, None for none."""
    with suppress(ImageSetError, PictureError):
        face = detect_main_face(frame).views[0]
        return face if face.n == _STICKERS_PER_SIDE else None
    return None
