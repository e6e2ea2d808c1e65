"""The faces that a scan has captured, and the cube that they show.

It is read from all of them, or from the six that fit together.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from vision.capture.frame import GREY_RANGE
from vision.colour.names import name_centres
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.face import FacePlace, FaceView, mean_side
from vision.detect.lattice_finder import USUAL_SIZE
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError
from vision.live.face_tracker import is_same_face
from vision.photo_reading import try_image_faces
from vision.reading import first_certain, read_with_profile
from vision.reading_result import Reading
from vision.single_faces import SEVERAL_CUBES, try_single_faces

# These numbers were set by hand; the benchmark `scan` measures their effect on cube-clips.

# An extra view is stored if its detection score (1 at most) is above this, and if a corner of the
# face is further than this (in its own sides) from that of the other views, so that highlights have
# moved.
MIN_DETECTION_SCORE = 0.6
MIN_DISPLACEMENT = 0.1
MAX_EXTRA_VIEWS = 4  # of one face, as each makes a reading slower
CORNER_TOLERANCE = 0.1  # pixels: the rounding of a reading's corners

_log = logging.getLogger(__name__)

N_FACES = 6
WITHOUT_COLOUR = (
    "the pictures are without colour, and a cube is read from its colours: switch the camera to "
    "colour"
)
SEVERAL_CUBES_SHOWN = (
    "these faces fit several cubes, because single faces do not show how they are joined: compare "
    "the cube that is shown, or photograph them and use rokumen read --in-order"
)


@dataclass(frozen=True, slots=True, eq=False)
class CapturedFace:
    """A face that was held still in front of the camera.

    `name`; `image_faces`: the face fused from all frames, with the neighbouring faces;
    `extra_views`: the face before and after, blurred but with its highlights in other positions.
    """

    name: str
    image_faces: ImageFaces
    extra_views: tuple[FaceView, ...] = ()

    @property
    def view(self) -> FaceView:
        """The face itself."""
        return self.image_faces.views[0]

    @property
    def all_images(self) -> tuple[ImageFaces, ...]:
        """All views of it, one to an image."""
        return (self.image_faces, *(ImageFaces(self.name, (view,)) for view in self.extra_views))

    def turns_in(self, found: FacePlace) -> int | None:
        """Return the quarter turns of this face in a reading's face; None if it is another."""
        if self.name != found.picture:
            return None
        return next(
            (
                turns
                for turns in range(4)
                if np.allclose(
                    np.roll(self.view.corners, -turns, axis=0), found.corners, atol=CORNER_TOLERANCE
                )
            ),
            None,
        )

    def with_extra_views(self, views: Iterable[FaceView]) -> CapturedFace:
        """Return the face with those views added that show it at another position."""
        extra_views = list(self.extra_views)
        for view in views:
            if (
                len(extra_views) < MAX_EXTRA_VIEWS
                and view.detection_score > MIN_DETECTION_SCORE
                and all(_has_moved(view, other) for other in (self.view, *extra_views))
                and is_same_face(view, self.view)
            ):
                extra_views.append(view)
        return replace(self, extra_views=tuple(extra_views))


def _has_moved(view: FaceView, other: FaceView) -> bool:
    displacement = np.hypot(*(view.corners - other.corners).T).max()
    return bool(displacement > MIN_DISPLACEMENT * mean_side(other.corners))


class CapturedCube(NamedTuple):
    """Captured faces, six at most, with their reading, and what to show again, "" if nothing.

    `reading` is None before there are six, and where they cannot be read.
    """

    faces: tuple[CapturedFace, ...]
    reading: Reading | None
    advice: str


def read_captured_faces(
    captured: Sequence[CapturedFace],
    profile: ColourProfile | None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> CapturedCube:
    """Return the cube that captured faces of one size show, the oldest face first.

    Of seven, one shows another cube, no cube, or a face that another shows too: it is dropped. Of
    more the oldest are dropped.
    """
    faces = tuple(captured[-N_FACES - 1 :])
    if len(faces) < N_FACES:
        return CapturedCube(faces, None, "")
    reading, advice = _try_read(faces, profile, scheme)
    if len(faces) == N_FACES:
        return CapturedCube(faces, reading, advice)
    if reading is not None and reading.certain:
        return CapturedCube(_one_of_each(faces, reading), reading, advice)
    return _without_foreign_face(faces, profile, scheme) or CapturedCube(
        faces[1:], *_try_read(faces[1:], profile, scheme)
    )


def _try_read(
    faces: Sequence[CapturedFace], profile: ColourProfile | None, scheme: KnownScheme
) -> tuple[Reading | None, str]:
    """Return the reading, or None, and its advice, or why there is none."""
    if all(np.ptp(captured.view.colours, axis=2).max() <= GREY_RANGE for captured in faces):
        return None, WITHOUT_COLOUR
    reading = read_with_profile(lambda colours: _read(faces, colours, scheme), profile)
    if isinstance(reading, ImageSetError):
        _log.info("cannot read %d faces: %s", len(faces), reading)
        return None, str(reading)
    _log.info("read %d faces, certain: %s", len(faces), reading.certain)
    return reading, _shown_advice(faces, reading.advice)


def _shown_advice(faces: Sequence[CapturedFace], advice: str) -> str:
    """Return advice about photographs for faces that are shown, which no user calls by a name."""
    if advice == SEVERAL_CUBES:
        return SEVERAL_CUBES_SHOWN
    for captured in faces:
        advice = advice.replace(f" ({captured.name!r})", "")
        advice = advice.replace(repr(captured.name), "the marked face")
    return advice.replace("Photograph ", "Show ", 1)


def _read(
    faces: Sequence[CapturedFace], profile: ColourProfile | None, scheme: KnownScheme
) -> Reading | ImageSetError:
    """Return the reading of all faces; if that is not certain, with their extra views too.

    The extra views are of use on a 3x3x3 only.
    """
    images = [captured.image_faces for captured in faces]
    if faces[0].view.n != USUAL_SIZE:
        return try_single_faces([image.main_face_only for image in images], profile, scheme)
    reading = try_image_faces(images, profile, scheme=scheme)
    have_extra_views = any(captured.extra_views for captured in faces)
    if isinstance(reading, ImageSetError) or reading.certain or not have_extra_views:
        return reading
    with_extra_views = try_image_faces(
        [image_faces for captured in faces for image_faces in captured.all_images],
        profile,
        scheme=scheme,
    )
    return first_certain([reading, with_extra_views])


def _one_of_each(faces: Sequence[CapturedFace], reading: Reading) -> tuple[CapturedFace, ...]:
    """Return the newest capture of each face of a certain reading."""
    newest: dict[str, CapturedFace] = {}
    for captured in faces:
        for found in reading.places:
            if captured.turns_in(found) is not None:
                newest[found.letter] = captured
    return tuple(captured for captured in faces if captured in newest.values())


def _without_foreign_face(
    faces: Sequence[CapturedFace], profile: ColourProfile | None, scheme: KnownScheme
) -> CapturedCube | None:
    """Return the cube without the face without which the reading of the others is certain.

    Of odd sizes, faces whose centre has the colour of another one are tried first.
    """
    for omitted in _most_doubtful_first(faces, profile):
        rest = tuple(captured for captured in faces if captured is not omitted)
        reading = _read(rest, profile, scheme)
        if not isinstance(reading, ImageSetError) and reading.certain:
            return CapturedCube(rest, reading, "")
    return None


def _most_doubtful_first(
    faces: Sequence[CapturedFace], profile: ColourProfile | None
) -> list[CapturedFace]:
    """Return the faces, those first whose centre has the colour of another one's centre."""
    if faces[0].view.n % 2 == 0:
        return list(faces)
    centres = name_centres([captured.view.colours for captured in faces], profile)
    order = sorted(range(len(centres)), key=lambda i: centres.count(centres[i]) == 1)
    return [faces[i] for i in order]
