"""Scan a cube face by face from camera frames: track, capture and read, with instructions.

A `FaceScanner` processes frames and uses their times; it opens no device, never waits and draws
nothing, so that a terminal, a page and a test can use it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.arrays import Image
from vision.capture.frame import Camera, Frame
from vision.capture.stream import FreezeDetector, LiveCamera
from vision.colour.names import name_centres
from vision.colour.profile import ColourProfile
from vision.detect.face import FaceView
from vision.detect.face_finder import find_faces
from vision.detect.face_tracker import track_face
from vision.errors import EndOfStreamError, VisionError
from vision.live.captured_face import CapturedFace
from vision.live.guidance import next_instruction
from vision.live.stability import Observation, Track, add_neighbour_faces, is_same_face, sharpness
from vision.reading import read_image_faces
from vision.reading_result import MIRRORED_SCHEME, Reading

_log = logging.getLogger(__name__)

N_FACES = 6
DONE = "all six faces are read"
BLURRED = "the image is blurred: hold the cube still, and a little farther away"
STICKERS_UNCLEAR = "some stickers are not clearly visible: keep fingers and highlights off them"


class Phase(Enum):
    """The state of the face in front of the camera."""

    SEARCHING = "searching"
    TRACKING = "following"
    CAPTURED = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True, eq=False)
class FrameResult:
    """The result of one frame.

    `phase`; `view`: the face that is tracked, or None; `stillness` (0..1): the share of the
    required time for which it was still; `instruction`: for the user; `captured`: whether this
    frame led to the capture of a face.
    """

    phase: Phase
    view: FaceView | None
    stillness: float
    instruction: str
    captured: bool = False


class FaceScanner:
    """A scan of the six faces of a cube from camera frames, in any order."""

    def __init__(
        self, profile: ColourProfile | None = None, captured_faces: Iterable[CapturedFace] = ()
    ) -> None:
        """Start, or continue with faces captured earlier; `profile`: the colours, if measured."""
        self._profile = profile
        self._captured_faces = list(captured_faces)
        self._capture_order = [captured.name for captured in self._captured_faces]
        self._track = Track()
        self._transit_views: list[FaceView] = []
        self._current_face: str | None = None
        self._reading: Reading | None = None
        self._advice = ""
        self._update_reading()

    @property
    def captured_faces(self) -> tuple[CapturedFace, ...]:
        """The faces captured so far, named `face 1` and so on."""
        return tuple(self._captured_faces)

    @property
    def centre_colours(self) -> tuple[str, ...]:
        """The estimated colour names of the centres of the captured faces."""
        return name_centres([captured.view for captured in self._captured_faces], self._profile)

    @property
    def reading(self) -> Reading | None:
        """The reading of the captured faces; None before there are six."""
        return self._reading

    @property
    def is_done(self) -> bool:
        """Whether the reading is certain."""
        return self._reading is not None and self._reading.certain

    @property
    def looks_mirrored(self) -> bool:
        """Whether the faces look like those of an ordinary cube in a mirror."""
        return self._reading is not None and tuple(self._reading.scheme.values()) == MIRRORED_SCHEME

    @property
    def instruction(self) -> str:
        """The instruction for the user."""
        if self.is_done:
            return DONE
        if self._advice:
            return self._advice
        colour_names = dict(
            zip(
                [captured.name for captured in self._captured_faces],
                self.centre_colours,
                strict=True,
            )
        )
        return next_instruction([colour_names[name] for name in self._capture_order])

    def discard_face(self, name: str) -> None:
        """Discard a captured face, to capture it again. Raises KeyError for an unknown name."""
        if name not in self._capture_order:
            raise KeyError(name)
        self._retain([captured for captured in self._captured_faces if captured.name != name])
        self._current_face = None
        self._update_reading()

    def process_frame(self, frame: Frame) -> FrameResult:
        """Return the result of the next frame."""
        if self.is_done:
            return FrameResult(Phase.DONE, None, 1.0, DONE)
        view = self._track_face(frame.image)
        if view is None:
            phase = Phase.DONE if self.is_done else Phase.SEARCHING
            return FrameResult(phase, None, 0.0, self.instruction)
        self._track = self._track.appended(
            Observation(frame.time, view, sharpness(frame.image, view))
        )
        progress = self._track.stillness
        if progress < 1:
            self._transit_views.append(view)
            return FrameResult(Phase.TRACKING, view, progress, self.instruction)
        if not self._track.is_sharp:
            return FrameResult(Phase.TRACKING, view, progress, BLURRED)
        fused = self._track.fuse()
        if self._is_captured(fused):
            return FrameResult(Phase.CAPTURED, view, progress, self.instruction)
        if not self._track.is_consistent:
            return FrameResult(Phase.TRACKING, view, progress, STICKERS_UNCLEAR)
        self._capture(frame, fused)
        return FrameResult(
            Phase.DONE if self.is_done else Phase.CAPTURED,
            view,
            progress,
            self.instruction,
            captured=True,
        )

    def _track_face(self, image: Image) -> FaceView | None:
        """Return the tracked face in a frame, or else a new one."""
        if self._track.observations:
            tracked = track_face(image, self._track.newest)
            if tracked is not None:
                return tracked
            self._end_track()
        return next(iter(find_faces(image)), None)

    def _end_track(self) -> None:
        """End the track of a face, and add the views seen in motion to its capture."""
        number = self._index_of(self._current_face)
        if number is not None:
            before = self._captured_faces[number]
            self._captured_faces[number] = before.with_extra_views(self._transit_views)
            if (
                len(self._captured_faces[number].extra_views) > len(before.extra_views)
                and self._reading
            ):
                self._update_reading()
        self._track, self._transit_views, self._current_face = Track(), [], None

    def _is_captured(self, view: FaceView) -> bool:
        """Return whether a view shows the face in front of the camera that was just captured."""
        number = self._index_of(self._current_face)
        return number is not None and is_same_face(self._captured_faces[number].view, view)

    def _index_of(self, name: str | None) -> int | None:
        return next(
            (i for i, captured in enumerate(self._captured_faces) if captured.name == name), None
        )

    def _capture(self, frame: Frame, fused: FaceView) -> None:
        """Capture a face; one that was captured before is replaced."""
        matching = [new.name for new in self._captured_faces if is_same_face(new.view, fused)]
        name = matching[0] if matching else self._unused_name()
        image_faces = add_neighbour_faces(replace(frame, name=name), fused)
        new = CapturedFace(name, image_faces).with_extra_views(self._transit_views)
        _log.info("captured %s in %s", name, frame.name)
        number = self._index_of(name)
        if number is None:
            self._captured_faces.append(new)
        else:
            self._captured_faces[number] = new
        self._capture_order = [shown for shown in self._capture_order if shown != name] + [name]
        self._current_face, self._transit_views = name, []
        self._update_reading()

    def _unused_name(self) -> str:
        return next(
            name
            for number in range(1, len(self._capture_order) + 2)
            if (name := f"face {number}") not in self._capture_order
        )

    def _retain(self, captured_faces: Sequence[CapturedFace]) -> None:
        self._captured_faces = list(captured_faces)
        names = {captured.name for captured in captured_faces}
        self._capture_order = [name for name in self._capture_order if name in names]

    def _update_reading(self) -> None:
        """Read the cube from the captured faces, if there are at least six."""
        self._reading, self._advice = None, ""
        if len(self._captured_faces) < N_FACES:
            return
        try:
            self._reading = self._read_captured(self._captured_faces)
            self._advice = self._reading.advice
            _log.info(
                "read %d faces, certain: %s", len(self._captured_faces), self._reading.certain
            )
        except VisionError as error:
            _log.info("cannot read %d faces: %s", len(self._captured_faces), error)
            self._advice = str(error)
        if len(self._captured_faces) > N_FACES and not self.is_done:
            self._drop_foreign_face()

    def _read_captured(self, captured_faces: Sequence[CapturedFace]) -> Reading:
        """Read the captured views, and if that is not certain the extra views too."""
        reading = read_image_faces(
            [captured.image_faces for captured in captured_faces], self._profile
        )
        if reading.certain or not any(captured.extra_views for captured in captured_faces):
            return reading
        with_extra_views = read_image_faces(
            [image_faces for captured in captured_faces for image_faces in captured.all_images],
            self._profile,
        )
        return with_extra_views if with_extra_views.certain else reading

    def _drop_foreign_face(self) -> None:
        """Drop the captured face without which the reading of the others is certain.

        It shows another cube, or no cube. Faces whose centre has the colour of another one are
        tried first.
        """
        centres = self.centre_colours
        order = sorted(range(len(centres)), key=lambda i: centres.count(centres[i]) == 1)
        for omitted in order:
            captured_faces = [
                captured for i, captured in enumerate(self._captured_faces) if i != omitted
            ]
            reading = self._try_read(captured_faces)
            if reading is not None and reading.certain:
                self._retain(captured_faces)
                self._reading, self._advice = reading, ""
                return
        # The foreign face is unknown; the oldest is dropped, as the user probably shows it again
        # first.
        self._retain(self._captured_faces[1:])

    def _try_read(self, captured_faces: Sequence[CapturedFace]) -> Reading | None:
        try:
            return read_image_faces(
                [captured.image_faces for captured in captured_faces], self._profile
            )
        except VisionError:
            return None


def scan_frames(
    camera: Camera, scanner: FaceScanner, *, mirrored: bool = False
) -> Iterator[tuple[Frame, FrameResult]]:
    """Yield each frame of a camera with its result, until the scan is done or the video ends."""
    freeze_detector = FreezeDetector() if isinstance(camera, LiveCamera) else None
    while not scanner.is_done:
        try:
            frame = camera.read()
        except EndOfStreamError:
            if freeze_detector is not None:
                raise
            return
        if freeze_detector is not None:
            freeze_detector.check(frame)
        if mirrored:
            frame = replace(frame, image=np.asarray(cv2.flip(frame.image, 1), np.uint8))
        yield frame, scanner.process_frame(frame)
