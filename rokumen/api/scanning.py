"""A cube that is shown to a camera, face by face."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from files.wording import counted
from rokumen.api.seeing import Profile, Scheme, as_known_scheme, check_size
from rokumen.devices.camera_colours import known_colours, known_scheme, teach_camera
from rokumen.devices.cameras import open_calibrated
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.capture.stream import is_live
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.lattice_finder import USUAL_SIZE
from vision.errors import MissingFacesError
from vision.live.captured_cube import CapturedFace
from vision.live.guidance import FrameResult
from vision.live.scanner import FaceScanner, scan_frames
from vision.live.turn_recognition import known_stickers
from vision.reading_result import Reading

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class ScanUpdate:
    """What came of one frame of a scan.

    `frame`: H x W x 3 uint8 BGR; `faces`: how many have been taken; `taken`: whether this frame
    made one more; `show_next`: what the person is to do now.
    """

    frame: Image
    faces: int
    taken: bool
    show_next: str


class CameraScan:
    """A scan of a cube that is shown to a camera; a context manager around the camera.

    `scanner`: the faces captured, and what to show next; `refused_controls`: what the camera's
    driver did not set as calibrated.
    """

    def __init__(
        self,
        source: str,
        colours: ColourProfile | None = None,
        captured: Iterable[CapturedFace] = (),
        *,
        mirrored: bool = False,
        size: int | None = USUAL_SIZE,
        scheme: KnownScheme = USUAL_SCHEME,
        learns: bool = True,
    ) -> None:
        """Open the camera; `captured`: faces of an earlier scan; `size`: None, it is found.

        `scheme`: what is said of the order of the colours; else what the camera has learnt of it
        counts; `learns`: whether a certain cube teaches the camera. Raises CameraError.
        """
        self._began = time.perf_counter()
        self._mirrored = mirrored
        self._scheme = scheme
        self.scanner = FaceScanner(colours, captured, size, known_scheme(scheme, source))
        self._source = source
        self._camera, self.refused_controls = open_calibrated(source)
        self._learns = learns and is_live(self._camera)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._camera.close()

    def results(self) -> Iterator[tuple[Frame, FrameResult]]:
        """Yield each frame and what came of it, until the cube is certain or a video ends.

        A certain cube teaches a live camera its colours.
        """
        yield from scan_frames(self._camera, self.scanner, mirrored=self._mirrored)
        if self._learns and self.scanner.reading is not None:
            self._teach(self.scanner.reading)

    def _teach(self, reading: Reading) -> None:
        if reading.certain and reading.size == USUAL_SIZE:
            faces = self.scanner.captured_faces
            views, letters = known_stickers(faces, reading, reading.facelets)
            teach_camera(self._source, views, letters, reading.scheme, self._scheme)

    @property
    def reading(self) -> Reading | None:
        """Return the reading of the faces captured, None before there are six."""
        found = self.scanner.reading
        return None if found is None else replace(found, seconds=time.perf_counter() - self._began)


def scan(
    camera: int | str,
    *,
    size: int | None = None,
    on_update: Callable[[ScanUpdate], None] | None = None,
    profile: Profile = None,
    mirrored: bool = False,
    scheme: Scheme = None,
    not_mirrored: bool = False,
) -> Reading:
    """Read a cube whose faces are shown to a camera one after the other, until it is certain.

    `camera`: a number, a URL, a video or a folder of frames; `size`: the stickers per side, 2 to 7,
    by default found; `on_update` is called with every frame; `profile` as for `read`, by default
    that of the camera; `mirrored`: whether the camera's picture is; `scheme` and `not_mirrored` as
    for `read`. Raises CameraError where no
    picture comes, MissingFacesError where a video ends before six faces were seen, ProfileError,
    and ValueError for another size.
    """
    check_size(size)
    source = str(camera)
    if not isinstance(profile, ColourProfile):
        named = None if profile is None else str(profile)
        profile = known_colours(named, source)
    known = as_known_scheme(scheme, not_mirrored)
    with CameraScan(source, profile, mirrored=mirrored, size=size, scheme=known) as shown:
        for control in shown.refused_controls:
            _log.warning("%s: not as calibrated: %s", source, control)
        for frame, result in shown.results():
            if on_update is not None:
                faces = len(shown.scanner.captured_faces)
                on_update(ScanUpdate(frame.image, faces, result.captured, result.instruction))
    reading = shown.reading
    if reading is None:
        raise MissingFacesError(
            f"{source!r} ended after {counted(len(shown.scanner.captured_faces), 'face')}: "
            f"{shown.scanner.instruction}"
        )
    return reading
