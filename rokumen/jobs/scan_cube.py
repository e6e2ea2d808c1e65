"""Reads the cube that a robot holds: shows all faces to the cameras, again where that fails."""

from __future__ import annotations

import logging
from collections.abc import Generator

from robot.execution.events import GaveUp, RunEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import return_to_last_state
from robot.link.session import Link
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import RobotState
from robot.planning.scan_planner import scan_legs
from robot.planning.visits import one_by_one
from rokumen.devices.scanner import LearningObserver, Scanner, ScanPicture
from rokumen.jobs.events import CubeRead, PictureTaken, PlacesDoubted, PlacesLearnt, Rescanning
from rokumen.jobs.operator_advice import explain_uncertainty
from vision.errors import ImageSetError, PictureError, UncertainError
from vision.reading_result import Reading

_log = logging.getLogger(__name__)

# A blurred or shadowed picture is often better the next time.
MAX_SCANS = 3


class CubeScanner:
    """Scans the cube of one robot with its cameras, and keeps each reading in the journal."""

    def __init__(
        self,
        link: Link,
        executor: Executor,
        cameras: Scanner,
        journal: Journal,
        observer: LearningObserver | None = None,
    ) -> None:
        """Scan over `link`; an `observer` that looks on is shown each gripper alone.

        It could not tell grippers apart that only ever moved together.
        """
        self._link = link
        self._executor = executor
        self._cameras = cameras
        self._journal = journal
        self._observer = observer

    def scan(self, state: RobotState) -> Generator[RunEvent, None, tuple[Reading, RobotState]]:
        """Return a certain reading of the cube, and the robot's state after the scan.

        Makes MAX_SCANS scans at most, and yields what happens. Raises what the last one failed by:
        RetriesExhaustedError, ImageSetError, PictureError, or UncertainError where its reading is
        not certain. Raises at once what `Executor.execute` raises, and CameraError.
        """
        error: Exception
        for number in range(1, MAX_SCANS + 1):
            result, state = yield from self._scan_once(state)
            if isinstance(result, Reading):
                return result, state
            error = result
            places = self._cameras.places
            if number == MAX_SCANS:
                break
            in_pictures = isinstance(error, ImageSetError | PictureError | UncertainError)
            if in_pictures and self._cameras.doubt_places():
                yield PlacesDoubted(places)
            else:
                yield Rescanning(str(error))
        raise error

    def _with_grippers_apart(self, plan: Plan) -> Plan:
        """Return a plan in which grippers move alone that the observer has not seen alone yet."""
        if self._observer is None:
            return plan
        return one_by_one(plan, self._observer.never_alone)

    def _scan_once(
        self, state: RobotState
    ) -> Generator[RunEvent, None, tuple[Reading | Exception, RobotState]]:
        """Return a certain reading, or why there is none, and the robot's state after the scan."""
        pictures: list[ScanPicture] = []
        shown: set[str] = set()
        places = self._cameras.places
        reading: Reading | None = None
        try:
            for leg in scan_legs(self._link.planning_rig, places, state):
                outcome = yield from self._executor.execute(self._with_grippers_apart(leg.plan))
                if isinstance(outcome, GaveUp):
                    return outcome.error, return_to_last_state(
                        self._link, outcome.state, outcome.failed
                    )
                state = outcome.state
                pictures += self._cameras.capture(state, leg.views)
                shown |= {view.face for view in leg.views}
                yield PictureTaken(leg.views, len(shown))
                reading = self._cameras.read_early(pictures)
                if reading is not None:
                    break
            if reading is None:
                reading = self._cameras.read(pictures)
            if self._cameras.places != places:
                yield PlacesLearnt(self._cameras.places, self._cameras.robot)
        except (ImageSetError, PictureError) as error:
            return error, state
        _log.info("read %s, certain: %s", reading.facelets, reading.certain)
        read = CubeRead(reading)
        yield read
        self._journal.write_durably(**read.record())
        if reading.numbers is None:
            return UncertainError(explain_uncertainty(reading)), state
        _log.info("the 48 numbers: %s", " ".join(map(str, reading.numbers)))
        return reading, state
