"""Read the state of a cube, 2x2x2 to 7x7x7, from photos: all steps, from frames to a reading.

The size is decided first, by one picture. A window of 3 x 3 stickers of a larger face looks like a
face, and a reading of six such windows is not certain unless the cube is solved: so where pictures
do not show a 3x3x3, or seem to show a solved one, the size of most of them counts. Fewer than six
can only be those of a 3x3x3, of corners or edges: a face that is seen obliquely may look like one
of fewer stickers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.face import FaceView
from vision.detect.lattice_finder import USUAL_SIZE
from vision.detect.photograph import ImageFaces, detect_cube_faces, detect_main_face, find_faces
from vision.errors import ImageSetError, MissingFacesError, NoFaceError, VisionError
from vision.photo_reading import try_in_order, try_photos
from vision.photos import Photos
from vision.reading_result import LeftOut, Reading, value_or_raise
from vision.single_faces import try_single_faces

# Why a photo is left out.
FACELESS = "no face of a cube is found in it"
UNSURE_OF_SIZE = (
    "The photos do not all seem to show a cube of this size: give its size, as in --size 4, or "
    "photograph it again"
)


class _Pictures:
    """Frames that are taken one after the other, each once, and searched when they are needed."""

    def __init__(self, frames: Collection[Frame]) -> None:
        self.are_enough = len(frames) >= len(FACES)
        self._coming = iter(frames)
        self._taken: list[Frame] = []
        self._of_any_size: list[tuple[FaceView, ...]] = []

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames."""
        yield from self._taken
        for frame in self._coming:
            self._taken.append(frame)
            yield frame

    @property
    def first_size(self) -> int:
        """The size of the face in the first picture; a 3x3x3's without one, or of too few."""
        if not self.are_enough:
            return USUAL_SIZE
        (faces,) = self._faces_of_any_size(1)
        return faces[0].n if faces else USUAL_SIZE

    @cached_property
    def usual_size(self) -> int:
        """The size of the faces in most pictures, a 3x3x3's if there is no such."""
        found = self._faces_of_any_size()
        counts = Counter(faces[0].n for faces in found if faces).most_common(1)
        return counts[0][0] if counts and 2 * counts[0][1] > len(found) else USUAL_SIZE

    @property
    def agree(self) -> bool:
        """Whether all pictures show a face of one size."""
        return all(faces and faces[0].n == self.usual_size for faces in self._faces_of_any_size())

    def search(self, size: int, *, in_order: bool) -> list[ImageFaces | NoFaceError]:
        """Return the faces of this size in each picture, or the error of none.

        The main one alone, where each picture has to show one face.
        """
        return [
            self._search(number, frame, size, in_order=in_order)
            for number, frame in enumerate(self)
        ]

    def _search(
        self, number: int, frame: Frame, size: int, *, in_order: bool
    ) -> ImageFaces | NoFaceError:
        known = self._of_any_size[number] if number < len(self._of_any_size) else ()
        if size != USUAL_SIZE and known and known[0].n == size:
            return ImageFaces(frame.name, known[:1])
        try:
            if size == USUAL_SIZE and not in_order:
                return detect_cube_faces(frame)
            return detect_main_face(frame, size)
        except NoFaceError as error:
            return error

    def _faces_of_any_size(self, count: int | None = None) -> list[tuple[FaceView, ...]]:
        """Return the faces in the first pictures, or in all, whatever their size."""
        for frame in islice(self, len(self._of_any_size), count):
            self._of_any_size.append(find_faces(frame.image, None))
        return self._of_any_size[:count]


def read(
    frames: Collection[Frame],
    scheme: KnownScheme = USUAL_SCHEME,
    size: int | None = None,
    *,
    profile: ColourProfile | None = None,
    in_order: bool = False,
) -> Reading:
    """Return the cube whose six faces photos show together, in any order and rotation.

    Of a 3x3x3 six single faces, two opposite corners or any mix; a face may be shown more than
    once, and one face may be in no photo: it follows from the others where only one legal cube fits
    them. Of another size six single faces. With `in_order` they are U R F D L B, each upright as in
    the unfolded cube. Photos without a face are left out, and those of something else, where the
    rest then shows one cube with certainty (see `left_out`). `scheme`: what is known of the order
    of the colours; `size`: the stickers per side, None where it is to be found. A `profile` counts
    only where the reading is not certain without it. Raises NoFaceError where a photo has no face
    and the others are not enough, MissingFacesError if more faces are not there, RepeatedFaceError
    if one face was shown in place of another, and ImageSetError if the photos show more than one
    cube, or fit together only with one of them flipped.
    """
    pictures = _Pictures(frames)

    def of_size(n: int) -> Reading | VisionError:
        return _read_of_size(pictures, n, scheme, profile, in_order=in_order)

    if size is not None:
        return value_or_raise(of_size(size))
    n = USUAL_SIZE if pictures.first_size == USUAL_SIZE else pictures.usual_size
    outcome = of_size(n)
    if n == USUAL_SIZE and _may_be_of_another_size(outcome, len(frames)):
        n = pictures.usual_size
        outcome = outcome if n == USUAL_SIZE else of_size(n)
    reading = value_or_raise(outcome)
    # On a solved cube a part of a face, of fewer rows and columns, looks like the face of a smaller
    # solved cube.
    if n != USUAL_SIZE and reading.certain and reading.is_solved and not pictures.agree:
        return replace(reading, certain=False, advice=UNSURE_OF_SIZE)
    return reading


def _may_be_of_another_size(outcome: Reading | VisionError, pictures: int) -> bool:
    """Return whether pictures that were read as those of a 3x3x3 may be of another cube."""
    if isinstance(outcome, VisionError):
        # More faces than pictures are joined to each other, as only those of a 3x3x3 are found.
        return not (isinstance(outcome, MissingFacesError) and len(outcome.seen) > pictures)
    is_sure = outcome.certain and outcome.facelets != SOLVED
    return pictures >= len(FACES) and not is_sure


def _read_of_size(
    pictures: _Pictures,
    size: int,
    scheme: KnownScheme,
    profile: ColourProfile | None,
    *,
    in_order: bool,
) -> Reading | VisionError:
    """Return the cube of a size that pictures show, or why they do not show one."""
    found = pictures.search(size, in_order=in_order)
    images = [each for each in found if isinstance(each, ImageFaces)]
    faceless = {i: each for i, each in enumerate(found) if isinstance(each, NoFaceError)}

    def read_with(colours: ColourProfile | None) -> Reading | ImageSetError:
        # A 3x3x3 has passes of its own: with them all 48 cubes of cube-photos and cube-photos-2 are
        # certain, by the decoder of other sizes 39.
        if size != USUAL_SIZE:
            return _try_one_face_each(images, colours, scheme, in_order=in_order)
        if in_order:
            return try_in_order(images, colours, scheme)
        searched = [frame for i, frame in enumerate(pictures) if i not in faceless]
        photos = Photos(images, searched, may_be_mirrored=scheme.may_be_mirrored)
        return try_photos(photos, colours, scheme)

    outcome = read_with_profile(read_with, profile)
    if isinstance(outcome, ImageSetError):
        return next(iter(faceless.values()), outcome)
    return outcome.without([LeftOut(e.name, i, FACELESS) for i, e in faceless.items()])


def _try_one_face_each(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    scheme: KnownScheme,
    *,
    in_order: bool,
) -> Reading | ImageSetError:
    """Return the cube in pictures of one face each; names U R F D L B of files say their order."""
    by_name = {Path(image.name).stem.upper(): index for index, image in enumerate(images)}
    if not in_order and len(images) == len(FACES) and set(by_name) == set(FACES):
        indices = [by_name[face] for face in FACES]
        named = try_single_faces([images[i] for i in indices], profile, scheme, in_order=True)
        if not isinstance(named, ImageSetError) and named.certain:
            places = [replace(e, picture_index=indices[e.picture_index]) for e in named.places]
            return replace(named, places=tuple(places))
    return try_single_faces(images, profile, scheme, in_order=in_order)


class _Readable(Protocol):
    @property
    def certain(self) -> bool: ...


R = TypeVar("R", bound=_Readable)


def first_certain(outcomes: Iterable[R | ImageSetError]) -> R | ImageSetError:
    """Return the first certain outcome; if none is, the first cube, else the last error."""
    counts: R | ImageSetError | None = None
    for outcome in outcomes:
        if outcome.certain:
            return outcome
        if counts is None or isinstance(counts, ImageSetError):
            counts = outcome
    assert counts is not None
    return counts


def read_with_profile(
    read: Callable[[ColourProfile | None], R | ImageSetError], profile: ColourProfile | None
) -> R | ImageSetError:
    """Return what `read` gives without a profile or, where that is not certain, with this one.

    So a profile, which may be that of another cube or light, changes no certain reading.
    """
    return first_certain(map(read, (None,) if profile is None else (None, profile)))
