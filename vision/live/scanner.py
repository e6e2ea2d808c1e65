"""Scan a cube face by face from camera frames: track, capture and read, with instructions.

A `FaceScanner` processes frames and uses their times; it opens no device, never waits and draws
nothing, so that a terminal, a page and a test can use it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from files.wording import counted
from solver.core.geometry import FACES
from vision.arrays import Image
from vision.capture.files import VideoFile
from vision.capture.frame import Camera, Frame
from vision.capture.stream import FreezeDetector, is_live
from vision.colour.names import name_centres
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.face import FaceView
from vision.detect.lattice_finder import USUAL_SIZE
from vision.detect.photograph import ImageFaces, find_faces
from vision.errors import EndOfStreamError, MissingFacesError
from vision.live.captured_cube import N_FACES, CapturedFace, read_captured_faces
from vision.live.face_tracker import (
    Observation,
    Track,
    add_neighbour_faces,
    is_same_face,
    sharpness,
    track_face,
)
from vision.live.guidance import (
    BLURRED,
    STICKERS_UNCLEAR,
    FrameResult,
    Phase,
    next_instruction,
    next_step_of_even_cube,
    positions_of_even_cube,
)
from vision.reading_result import Reading

_log = logging.getLogger(__name__)

AGREEING_FACES = 2  # of one size settle the size of the cube
NAME_PREFIX = "face "
DONE = "all six faces are read"
NO_FACE = "no whole face is seen: hold one towards the camera"


class FaceScanner:
    """A scan of the six faces of a cube from camera frames, in any order."""

    def __init__(
        self,
        profile: ColourProfile | None = None,
        captured_faces: Iterable[CapturedFace] = (),
        size: int | None = USUAL_SIZE,
        scheme: KnownScheme = USUAL_SCHEME,
    ) -> None:
        """Start, or continue with faces captured earlier; `profile`: the colours, if measured.

        `size`: the stickers per side, 2 to 7; with None it is that of the first two faces captured;
        `scheme`: what is known of the order of the colours.
        """
        self._profile = profile
        self._scheme = scheme
        self._given_size = size
        self._track = Track()
        self._transit_views: list[FaceView] = []
        self._current_face: str | None = None
        self._read(list(captured_faces))
        self._capture_order = [captured.name for captured in self._captured_faces]

    @property
    def captured_faces(self) -> tuple[CapturedFace, ...]:
        """The faces captured so far, at most six, named `face 1` and so on."""
        return tuple(self._captured_faces)

    @property
    def size(self) -> int | None:
        """The stickers per side, as given or as of the first face; None before it is captured."""
        if self._given_size is not None or not self._captured_faces:
            return self._given_size
        return self._captured_faces[0].view.n

    @property
    def net_positions(self) -> tuple[str, ...]:
        """The letter of the net's face at which each captured face is shown until all are read.

        Of odd sizes that of the middle's colour on most cubes, of even ones that of the step.
        """
        if self._has_middles:
            colours = name_centres(
                [each.view.colours for each in self._captured_faces], self._profile
            )
            return tuple(FACES[self._scheme.held.index(colour)] for colour in colours)
        return positions_of_even_cube([_step(each.name) for each in self._captured_faces])

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
        seen = None if self._reading is None else tuple(self._reading.scheme.values())
        return seen is not None and self._scheme.is_mirror_image(seen)

    @property
    def instruction(self) -> str:
        """The instruction for the user."""
        if self.is_done:
            return DONE
        if self._advice:
            return self._advice
        if not self._has_middles:
            return next_step_of_even_cube([_step(name) for name in self._capture_order])
        names = [captured.name for captured in self._captured_faces]
        letters = dict(zip(names, self.net_positions, strict=True))
        shown = [FACES.index(letters[name]) for name in self._capture_order]
        return next_instruction([self._scheme.held[index] for index in shown])

    @property
    def _has_middles(self) -> bool:
        return (self.size or USUAL_SIZE) % 2 == 1

    @property
    def _searched_size(self) -> int | None:
        """The size of the faces that are searched: None until it is given or two faces agree."""
        return self._given_size if len(self._captured_faces) < AGREEING_FACES else self.size

    def discard_face(self, name: str) -> None:
        """Discard a captured face, to capture it again. Raises KeyError for an unknown name."""
        if name not in self._capture_order:
            raise KeyError(name)
        self._capture_order.remove(name)
        self._current_face = None
        self._read([captured for captured in self._captured_faces if captured.name != name])

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
        return self._taken(frame, fused, self.instruction)

    def take_face(self, frame: Frame) -> FrameResult:
        """Return the result of a frame whose face is captured now, still or not, unless blurred.

        If no face was captured, the instruction says why.
        """
        view = None if self.is_done else self._track_face(frame.image)
        if view is None:
            phase = Phase.DONE if self.is_done else Phase.SEARCHING
            return FrameResult(phase, None, 0.0, DONE if self.is_done else NO_FACE)
        seen = Observation(frame.time, view, sharpness(frame.image, view))
        self._track = self._track.appended(seen)
        alone = Track((seen,))
        if not alone.is_sharp:
            return FrameResult(Phase.TRACKING, view, self._track.stillness, BLURRED)
        return self._taken(frame, alone.fuse(), NO_FACE)

    def _taken(self, frame: Frame, fused: FaceView, otherwise: str) -> FrameResult:
        """Capture a face, and return the result; `otherwise`: the instruction if it is none."""
        if not self._is_of_its_size(frame.image, fused):
            self._end_track()
            return FrameResult(Phase.SEARCHING, None, 0.0, otherwise)
        view = self._track.newest
        self._capture(frame, fused)
        phase = Phase.DONE if self.is_done else Phase.CAPTURED
        return FrameResult(phase, view, 1.0, self.instruction, captured=True)

    def _track_face(self, image: Image) -> FaceView | None:
        """Return the tracked face in a frame, or else a new one."""
        if self._track.observations:
            tracked = track_face(image, self._track.newest)
            if tracked is not None:
                return tracked
            self._end_track()
        return next(iter(find_faces(image, self._searched_size)), None)

    def _is_of_its_size(self, image: Image, view: FaceView) -> bool:
        """Return whether a face that was tracked is found again with as many stickers.

        A blurred one may have been found as a part of it, and is tracked as such.
        """
        if self._searched_size is not None:
            return True
        again = find_faces(image, None)
        return bool(again) and again[0].n == view.n

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
                self._read(self._captured_faces)
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
        if self.size not in (None, fused.n):
            # The size of the only face so far was wrong, or that of this one: the next will tell.
            self._captured_faces, self._capture_order = [], []
        name = self._name_for(fused)
        image_faces = add_neighbour_faces(replace(frame, name=name), fused)
        new = CapturedFace(name, image_faces).with_extra_views(self._transit_views)
        _log.info("captured %s, %d x %d, in %s", name, fused.n, fused.n, frame.name)
        number = self._index_of(name)
        if number is None:
            self._captured_faces.append(new)
        else:
            self._captured_faces[number] = new
        self._capture_order = [shown for shown in self._capture_order if shown != name] + [name]
        self._current_face, self._transit_views = name, []
        self._read(self._captured_faces)
        kept = {captured.name for captured in self._captured_faces}
        self._capture_order = [shown for shown in self._capture_order if shown in kept]

    def _name_for(self, fused: FaceView) -> str:
        """Return the name of the captured face that a view shows again, or else an unused one.

        Two faces of a cube without middles may look the same: the sixth may be like another.
        """
        unused = self._unused_name()
        matching = [each.name for each in self._captured_faces if is_same_face(each.view, fused)]
        if not matching:
            return unused
        if self._has_middles or len(self._captured_faces) != N_FACES - 1:
            return matching[0]
        like_another = CapturedFace(unused, ImageFaces(unused, (fused,)))
        cube = read_captured_faces(
            [*self._captured_faces, like_another], self._profile, self._scheme
        )
        is_sixth = cube.reading is not None and cube.reading.certain
        return unused if is_sixth else matching[0]

    def _unused_name(self) -> str:
        return next(
            name
            for number in range(1, len(self._capture_order) + 2)
            if (name := f"{NAME_PREFIX}{number}") not in self._capture_order
        )

    def _read(self, captured_faces: Sequence[CapturedFace]) -> None:
        """Keep captured faces, six at most, and read the cube if there are six."""
        cube = read_captured_faces(captured_faces, self._profile, self._scheme)
        self._captured_faces = list(cube.faces)
        self._reading, self._advice = cube.reading, cube.advice


def _step(name: str) -> int:
    """Return the number of a captured face, from 0: that of the step that led to it."""
    return int(name.removeprefix(NAME_PREFIX)) - 1


def scan_frames(
    camera: Camera, scanner: FaceScanner, *, mirrored: bool = False
) -> Iterator[tuple[Frame, FrameResult]]:
    """Yield each frame of a camera with its result, until the scan is done or the video ends."""
    freeze_detector = FreezeDetector() if is_live(camera) else None
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


def read_video(
    path: str,
    colours: ColourProfile | None,
    size: int | None,
    on_frame: Callable[[float, float], None] = lambda seconds, length: None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> Reading:
    """Return the cube whose faces are held still in a video, as a camera's scan reads it.

    `size`: the stickers per side; None: it is found. `on_frame` is called with the time of each
    frame and the length of the video, in seconds; 0 where that is unknown. Raises MissingFacesError
    where the video ends before six faces were seen, or six that can be read.
    """
    scanner = FaceScanner(colours, size=size, scheme=scheme)
    with VideoFile(path) as video:
        for frame, _ in scan_frames(video, scanner):
            on_frame(frame.time, video.seconds)
    if scanner.reading is None:
        raise MissingFacesError(
            f"{path!r} ended after {counted(len(scanner.captured_faces), 'face')} held still: "
            f"{scanner.instruction}"
        )
    return scanner.reading
