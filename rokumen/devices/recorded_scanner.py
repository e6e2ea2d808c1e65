"""The cameras of a robot in a run, whose pictures and readings are kept beside its journal."""

from __future__ import annotations

from collections.abc import Sequence

from robot.execution.journal import Journal
from robot.planning.robot_state import RobotState, ScanView
from rokumen.devices.camera_observer import CameraObserver
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.scanner import ScanPicture, Sighting
from rokumen.storage.run_pictures import ReadingBasis, RunLook, RunPictures, RunReading
from vision.reading_result import Reading


class RecordedScanner:
    """A `Scanner` that does what its cameras do, and keeps what a reading was read from."""

    def __init__(self, cameras: CameraScanner, journal: Journal) -> None:
        """Keep the pictures of `cameras` beside a journal."""
        self._cameras = cameras
        self._kept = RunPictures(journal)
        # What is kept is what is judged, so that it is judged alike again.
        cameras.judge_as_kept(self._kept.as_kept)
        # The pictures of the present scan, each with its file.
        self._scan: list[tuple[ScanPicture, str]] = []

    @property
    def name(self) -> str:
        """See `Scanner`."""
        return self._cameras.name

    @property
    def places(self) -> tuple[str, ...]:
        """See `Scanner`."""
        return self._cameras.places

    @property
    def robot(self) -> str:
        """See `Scanner`."""
        return self._cameras.robot

    @property
    def observer(self) -> CameraObserver | None:
        """See `Scanner`."""
        return self._cameras.observer

    @property
    def sighting(self) -> Sighting:
        """See `Scanner`."""
        return self._cameras.sighting

    def doubt_places(self) -> bool:
        """See `Scanner`."""
        return self._cameras.doubt_places()

    def capture(self, holding: RobotState, views: Sequence[ScanView]) -> tuple[ScanPicture, ...]:
        """See `Scanner`; raises JournalError too."""
        pictures = self._cameras.capture(holding, views)
        for each in pictures:
            hidden = {position: sorted(cells) for position, cells in each.hidden.items()}
            file = self._kept.keep(each.camera, each.frame, holding, hidden)
            self._scan.append((each, file))
        return pictures

    def has_picture(self, position: str) -> bool:
        """See `Scanner`."""
        return self._cameras.has_picture(position)

    def see(self, stop: ScanView, expected: str) -> str | None:
        """See `Scanner`; raises JournalError too."""
        letters = self._cameras.see(stop, expected)
        frame = self._cameras.looked
        if letters is not None and frame is not None:
            number = self._cameras.camera_at(stop.position)
            file = self._kept.keep(number, frame, stop.holding, {})
            hidden = tuple(sorted(stop.hidden))
            self._kept.note("look", RunLook(file, stop.face, stop.position, hidden, letters))
        return letters

    def read_early(self, pictures: Sequence[ScanPicture]) -> Reading | None:
        """See `Scanner`; raises JournalError too."""
        basis = self._cameras.basis
        reading = self._cameras.read_early(pictures)
        return None if reading is None else self._noted(reading, pictures, basis)

    def read(self, pictures: Sequence[ScanPicture]) -> Reading:
        """See `Scanner`; raises JournalError too."""
        basis = self._cameras.basis
        return self._noted(self._cameras.read(pictures), pictures, basis)

    def _noted(
        self, reading: Reading, pictures: Sequence[ScanPicture], basis: ReadingBasis
    ) -> Reading:
        """Return a reading, whose record is written."""
        files = [file for kept, file in self._scan if any(kept is each for each in pictures)]
        self._scan.clear()
        record = RunReading(tuple(files), basis, reading.facelets, reading.certain)
        self._kept.note("reading", record)
        return reading
