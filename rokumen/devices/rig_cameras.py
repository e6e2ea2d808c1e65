"""Takes the pictures of a scan with a robot's cameras and reads the cube from them."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence, Set

import numpy as np

from robot.clock import Clock
from robot.planning.robot_state import RobotState, ScanView
from robot.rigs.camera_places import camera_rolls, hidden_stickers
from robot.rigs.durations import MAX_SETTLING_SECONDS
from robot.rigs.rig import Rig
from rokumen.devices.camera_colours import (
    ReadStickers,
    known_colours,
    known_scheme,
    stickers_of,
    teach_camera,
)
from rokumen.devices.camera_observer import CameraObserver
from rokumen.devices.camera_places import NO_MEMORY, PlaceMemory
from rokumen.devices.cameras import RobotCamera
from rokumen.devices.face_sight import FaceSight
from rokumen.devices.scanner import ScanPicture, Sighting
from rokumen.errors import InputError
from rokumen.storage.robots import StoredPlace
from rokumen.storage.run_pictures import ReadingBasis
from solver.core.geometry import FACES
from vision.arrays import Image
from vision.capture.frame import Frame, frames_agree, upright
from vision.colour.scheme import USUAL_SCHEME
from vision.detect.photograph import ImageFaces, detect_cube_faces, detect_main_face
from vision.errors import ImageSetError, NoFaceError
from vision.held.placed_views import CameraPlace, HeldPicture
from vision.held.reading import HeldReading, read_held_cube
from vision.reading_result import Reading

_log = logging.getLogger(__name__)

# Pictures agree for this time (seconds) where nothing moves. Two may do by chance, while a slow
# servo takes up its play, or where a camera sends one twice.
_STILL_SECONDS = 0.1


class CameraScanner:
    """The cameras of a robot, and where they look, as far as is known."""

    def __init__(
        self,
        cameras: Sequence[RobotCamera],
        rig: Rig,
        places: Sequence[CameraPlace],
        sources: Sequence[str] = (),
        memory: PlaceMemory = NO_MEMORY,
    ) -> None:
        """Take cameras, and where each of them looks.

        `sources`: the names by which the cameras keep the colours that they learn, none to keep
        nothing; `memory`: where places that are learnt are kept. Raises CalibrationFileError.
        """
        self._sources = tuple(sources)
        self._colours = known_colours(None, sources[0]) if sources else None
        self._scheme = known_scheme(USUAL_SCHEME, sources[0]) if sources else USUAL_SCHEME
        self._rig = rig
        self._cameras = tuple(cameras)
        # Cameras at other places than those of the rig are taken to be mounted upright.
        own = [(place.positions, place.learnt) for place in places] == [
            (positions, None) for positions in rig.cameras
        ]
        self._rolls = camera_rolls(rig) if own else (0.0,) * len(places)
        self._places = tuple(places)
        self._memory = memory
        self._sight: FaceSight | None = None
        # The picture by which `see` has told its last letters.
        self._looked: Frame | None = None
        self._as_kept: Callable[[Frame], Frame] = lambda frame: frame
        self._sighting = Sighting()
        # The picture after the last motion that was waited for, and the longest time (seconds) that
        # one which was seen took.
        self._still: Image | None = None
        self._longest = 0.0
        self._observer = CameraObserver(
            rig, lambda: self._settled(0), lambda: self._taken_at_once(0)
        )
        # For how long something moved in the last picture that was waited for, None where none was.
        self._late: float | None = None

    @property
    def observer(self) -> CameraObserver | None:
        """Return what looks after each command with the first camera; None without grippers."""
        return self._observer if self._rig.grippers else None

    @property
    def name(self) -> str:
        """Return the names of the cameras as the user gave them."""
        return ", ".join(camera.name for camera in self._cameras)

    @property
    def places(self) -> tuple[str, ...]:
        """Return the positions that each camera sees, "" where that is not known yet."""
        return tuple(place.positions for place in self._places)

    @property
    def robot(self) -> str:
        """Return the name of the robot with which the places are kept, "" for none."""
        return self._memory.robot

    @property
    def sighting(self) -> Sighting:
        """Return when the cameras last saw a cube in a picture for a scan, or one on the way."""
        return self._sighting

    @property
    def basis(self) -> ReadingBasis:
        """Return on what the next reading stands, beside its pictures."""
        places = tuple(map(StoredPlace.of, self._places))
        return ReadingBasis(places, self._colours, self._scheme)

    @property
    def looked(self) -> Frame | None:
        """Return the picture by which `see` has told its last letters."""
        return self._looked

    def judge_as_kept(self, as_kept: Callable[[Frame], Frame]) -> None:
        """Judge the pictures of scans and looks as they will be kept from now on."""
        self._as_kept = as_kept

    def doubt_places(self) -> bool:
        """After a failed scan, drop cameras' places that were learnt in an earlier run.

        Returns whether there were any. A place that a scan of this run has shown stays.
        """
        is_kept = any(place.learnt is not None for place in self._places)
        if self._sight is not None or not is_kept:
            return False
        self._places = tuple(CameraPlace("") for _ in self._places)
        return True

    def latest_frames(self) -> tuple[Frame, ...]:
        """Return each camera's newest picture; may be called from any thread.

        Raises CameraError where none has come.
        """
        return tuple(camera.read_after(-math.inf) for camera in self._cameras)

    def capture(self, holding: RobotState, views: Sequence[ScanView]) -> tuple[ScanPicture, ...]:
        """Take a picture with each camera that sees one of the views, or may do so.

        Raises CameraError if none comes, and NoFaceError if a camera that sees one position shows
        no face there.
        """
        hidden = hidden_stickers(self._rig, holding.pose)
        pictures = []
        for number, place in enumerate(self._places):
            if not place.positions or any(view.position in place.positions for view in views):
                frame = self._as_kept(self._settled_for_scan(number))
                faces = self._faces_in(frame, place)
                pictures.append(ScanPicture(number, holding, hidden, frame, faces))
        return tuple(pictures)

    def capture_at(self, position: str) -> Frame:
        """Take a picture with a camera that sees a position, once nothing moves.

        Raises CameraError if none comes.
        """
        return self._settled(self.camera_at(position))

    def seconds_until_still(self, clock: Clock) -> float | None:
        """Wait until nothing moves in the first camera's pictures; return the seconds until then.

        It is the time of the first picture that agrees with the one before, for a servo that creeps
        the last degree looks still in one: MAX_SETTLING_SECONDS where something moves for longer.
        None where the picture is as after the last call, so that no motion was seen: it is given
        the longest time of those that were. `clock` is the robot's. Raises CameraError.
        """
        camera, began = self._cameras[0], clock.now()
        frame, still_since = camera.read_after(began), math.inf
        moved = self._still is not None and not frames_agree(self._still, frame.image)
        while frame.time - began < MAX_SETTLING_SECONDS + _STILL_SECONDS:
            before, frame = frame, camera.read()
            if frames_agree(before.image, frame.image):
                still_since = min(still_since, frame.time)
                if frame.time - still_since >= _STILL_SECONDS:
                    break
            else:
                still_since, moved = math.inf, True
        self._still = frame.image
        seconds = min(still_since - began, frame.time - began, MAX_SETTLING_SECONDS)
        if moved:
            self._longest = max(self._longest, seconds)
            return seconds
        clock.sleep(max(self._longest - seconds, 0.0))
        return None

    def has_picture(self, position: str) -> bool:
        """Return whether the first camera sees a position, and all in its place after a command."""
        return self._observer.seen is not None and position in self._places[0].positions

    def see(self, stop: ScanView, expected: str) -> str | None:
        """Return the nine letters of the face that a camera sees now, `?` for what is in doubt.

        None before the first certain scan. A face that does not look as `expected` is searched for
        in a second picture, once nothing moves. Raises CameraError.
        """
        camera = self.camera_at(stop.position)
        if self._sight is None:
            return None
        seen = None if camera else self._observer.seen
        self._looked = self._as_kept(seen or self._taken_at_once(camera))
        if self._sight.fits(self._looked, stop, expected):
            self._sighting = Sighting.now()
            return with_doubt(expected, stop.hidden_facelets)
        self._observer.forget_seen()
        self._looked = self._as_kept(self._settled(camera))
        letters = self._sight.letters(self._looked, stop, expected)
        self._sighting = self._sighting if letters is None else Sighting.now()
        return letters

    def read_early(self, pictures: Sequence[ScanPicture]) -> Reading | None:
        """Return the reading of a scan that is not complete, if it is certain already.

        Cameras that see one known position need five faces, if the sixth one follows from these;
        all six of a cube that looks solved, but perhaps for stickers that jaws hide, which follow.
        """
        shows_one = all(len(place.positions) == 1 for place in self._places)
        if sum(len(picture.faces.views) for picture in pictures) < len(FACES) - shows_one:
            return None
        try:
            reading = self.read(pictures)
        except ImageSetError:
            return None
        is_shown = {found.letter for found in reading.places}.issuperset(FACES)
        is_solved = reading.numbers is not None and reading.cube.is_solved()
        return reading if reading.certain and (is_shown or not is_solved) else None

    def read(self, pictures: Sequence[ScanPicture]) -> Reading:
        """Return the cube of a scan, its faces named by their positions at the start.

        Where cameras look is learnt from a certain reading. Raises VisionError if the pictures do
        not show the six faces.
        """
        held = [
            HeldPicture(each.faces, each.camera, each.holding.orientation, each.hidden)
            for each in pictures
        ]
        found = read_held_cube(held, self._places, self._colours, self._scheme)
        if found.reading.certain:
            self._learn_places(found)
            stickers = stickers_of(found.reading, [each.frame for each in pictures])
            self._teach(found.reading, pictures, stickers)
            holdings = [each.holding for each in pictures]
            self._sight = FaceSight.of_scan(holdings, found.reading, stickers, self._sight)
            self._show_faces(found.reading, pictures)
        return found.reading

    def _learn_places(self, found: HeldReading) -> None:
        """Look where a certain reading has found the cameras, and keep what it has found out."""
        changed = [
            place
            for place, before in zip(found.places, self._places, strict=True)
            if place is not before and (found.from_anywhere or not before.positions)
        ]
        for place in changed:
            _log.info("a camera looks at %s", place.positions)
        self._places = found.places
        if changed:
            self._memory.keep(self._places)

    def _show_faces(self, reading: Reading, pictures: Sequence[ScanPicture]) -> None:
        """Tell the observer where the first camera has seen faces."""
        own = [each for each in reading.places if pictures[each.picture_index].camera == 0]
        if own:
            frame = pictures[own[0].picture_index].frame
            self._observer.learn_faces([np.array(each.corners) for each in own], frame)

    def _teach(
        self, reading: Reading, pictures: Sequence[ScanPicture], stickers: ReadStickers
    ) -> None:
        """Teach each camera the colours that it has shown of a certain reading."""
        cameras = np.array([pictures[found.picture_index].camera for found in reading.places])
        for number, source in enumerate(self._sources):
            own = np.flatnonzero(cameras == number).tolist()
            if source and own:
                views = [stickers.views[face] for face in own]
                teach_camera(source, views, stickers.letters[own], reading.scheme)

    def _faces_in(self, frame: Frame, place: CameraPlace) -> ImageFaces:
        """Return the faces in a picture; raises NoFaceError if a single position shows none."""
        try:
            faces = faces_at(frame, place)
        except NoFaceError:
            self._sighting = self._sighting.missed()
            raise
        self._sighting = Sighting.now() if faces.views else self._sighting.missed()
        return faces

    def camera_at(self, position: str) -> int:
        """Return the camera that sees a position. Raises InputError where none is known to."""
        for number, place in enumerate(self._places):
            if position in place.positions:
                return number
        raise InputError(f"no camera is known to look at {position}: say where with --camera-at")

    def _taken_at_once(self, number: int) -> Frame:
        """Return the next upright picture of a camera, whatever moves in it."""
        return upright(self._cameras[number].read_at_once(), self._rolls[number])

    def _settled(self, number: int) -> Frame:
        """Return an upright picture of a camera once nothing moves."""
        frame, self._late = self._cameras[number].read_still()
        _log.debug("%s: %s", frame.name, frame.image.shape)
        return upright(frame, self._rolls[number])

    def _settled_for_scan(self, number: int) -> Frame:
        """Return a picture of a camera once nothing moves: once that after the last command."""
        seen = None if number else self._observer.seen
        if seen is None:
            return self._settled(number)
        self._observer.forget_seen()
        return seen

    def take_late(self) -> float | None:
        """Return for how long something moved in the pictures since the last call.

        None where nobody looked.
        """
        late, self._late = self._late, None
        return late


def faces_at(frame: Frame, place: CameraPlace) -> ImageFaces:
    """Return the faces that a camera at a place shows, perhaps none.

    Raises NoFaceError if it sees a single position, and shows none there.
    """
    if len(place.positions) == 1:
        return detect_main_face(frame)
    try:
        return detect_cube_faces(frame)
    except NoFaceError:
        return ImageFaces(frame.name, ())


def with_doubt(letters: str, hidden: Set[int]) -> str:
    """Return the letters of a face with a question mark for each hidden sticker."""
    return "".join("?" if index in hidden else letter for index, letter in enumerate(letters))
