"""Read a cube whose size is not said: a 3x3x3 as ever, and one of another size where there is one.

A window of 3 x 3 stickers of a larger face looks like a face, and a reading of six such windows is
not certain unless the cube is solved. So the size is estimated first in one picture, and in all of
them where they do not show a 3x3x3, or seem to show a solved one. Fewer than six pictures can only
be those of a 3x3x3, of corners or edges: a face that is seen obliquely may look like one of fewer
stickers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.capture.frame import Frame, check_has_colour
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_ORDER, ColourOrder
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces, find_faces
from vision.errors import ImageSetError, MissingFacesError, NoFaceError, VisionError
from vision.reading import FACELESS, read_cube, read_with_placements
from vision.reading_result import (
    LeftOut,
    Placement,
    Reading,
    first_certain,
    profiles_in_order,
    value_or_raise,
)
from vision.single_faces import try_nxn

USUAL_SIZE = 3
UNSURE_OF_SIZE = (
    "The photos do not all seem to show a cube of this size: give its size, as in --size 4, or "
    "photograph it again"
)
AS_GIVEN = tuple(Placement(face) for face in FACES)

OnPicture = Callable[[int], None]


class _Sizes:
    """The faces in some frames, whatever their size; each frame is searched once, when needed."""

    def __init__(self, frames: Sequence[Frame], on_picture: OnPicture) -> None:
        self._frames = frames
        self._on_picture = on_picture
        self._found: list[tuple[FaceView, ...]] = []

    @property
    def first(self) -> int | None:
        """The size of the face in the first frame, None without a face."""
        if not self._frames:
            return None
        self._search(1)
        return self._found[0][0].n if self._found[0] else None

    @property
    def faces(self) -> tuple[tuple[FaceView, ...], ...]:
        """The faces of each frame."""
        self._search(len(self._frames))
        return tuple(self._found)

    @property
    def usual(self) -> int | None:
        """The size of the faces in most frames, None if there is no such."""
        counts = Counter(faces[0].n for faces in self.faces if faces).most_common(1)
        return counts[0][0] if counts and 2 * counts[0][1] > len(self._frames) else None

    @property
    def is_other(self) -> bool:
        """Whether most frames show a face of another size than a 3x3x3's."""
        return self.usual not in (None, USUAL_SIZE)

    @property
    def agree(self) -> bool:
        """Whether all frames show a face of one size."""
        return all(faces and faces[0].n == self.usual for faces in self.faces)

    def _search(self, count: int) -> None:
        for number in range(len(self._found), count):
            self._on_picture(number)
            self._found.append(find_faces(self._frames[number].image, None))


def read_any_size(
    frames: Sequence[Frame],
    profile: ColourProfile | None = None,
    *,
    in_order: bool = False,
    on_picture: OnPicture = lambda number: None,
    order: ColourOrder = USUAL_ORDER,
) -> Reading:
    """Return the cube, 2x2x2 to 7x7x7, whose six faces photos show.

    A 3x3x3 is read as by `vision.reading.read_cube`, other sizes as by `vision.single_faces`; with
    `in_order` the photos are U R F D L B, each upright as in the unfolded cube. `on_picture` is
    called with the index of each frame before it is searched. `order`: what is known of the order
    of the colours. Raises VisionError as these do.
    """
    check_has_colour(frames)
    sizes = _Sizes(frames, on_picture)
    enough = len(frames) >= len(FACES)
    if enough and sizes.first not in (None, USUAL_SIZE) and sizes.is_other:
        return _read_other_size(frames, sizes, profile, order, in_order=in_order)
    try:
        reading = _read_3x3x3(frames, profile, in_order, on_picture, order)
    except VisionError as error:
        if sizes.is_other and not _shows_joined_faces(error, len(frames)):
            return _read_other_size(frames, sizes, profile, order, in_order=in_order)
        raise
    is_sure = reading.certain and reading.facelets != SOLVED
    if enough and not is_sure and sizes.is_other:
        return _read_other_size(frames, sizes, profile, order, in_order=in_order)
    return reading


def _shows_joined_faces(error: VisionError, pictures: int) -> bool:
    """Return whether an error tells of more faces of a 3x3x3 than there are pictures."""
    return isinstance(error, MissingFacesError) and len(error.seen) > pictures


def read_known_size(
    frames: Sequence[Frame],
    size: int,
    profile: ColourProfile | None = None,
    *,
    in_order: bool = False,
    on_picture: OnPicture = lambda number: None,
    order: ColourOrder = USUAL_ORDER,
) -> Reading:
    """Return the cube of this size whose six faces photos show, as `read_any_size` does."""
    check_has_colour(frames)
    if size == USUAL_SIZE:
        return _read_3x3x3(frames, profile, in_order, on_picture, order)
    found = []
    for number, frame in enumerate(frames):
        on_picture(number)
        found.append(_main_face(frame, size))
    images, left_out = _with_a_face(found)
    return _read_images(images, profile, order, in_order=in_order).without(left_out)


def _read_images(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    order: ColourOrder,
    *,
    in_order: bool,
) -> Reading:
    """Return the cube in pictures of one size; the names U R F D L B of files say the order."""
    by_name = {Path(image.name).stem.upper(): image for image in images}
    is_named = not in_order and len(images) == len(FACES) and set(by_name) == set(FACES)

    def read(colours: ColourProfile | None) -> Reading | ImageSetError:
        if is_named:
            named = try_nxn([by_name[face] for face in FACES], colours, in_order=True, order=order)
            if not isinstance(named, ImageSetError) and named.certain:
                return _with_indices_of(images, named)
        return try_nxn(images, colours, in_order=in_order, order=order)

    return value_or_raise(first_certain(map(read, profiles_in_order(profile))))


def _with_indices_of(images: Sequence[ImageFaces], reading: Reading) -> Reading:
    """Return a reading with the index of each picture in the order in which they were given."""
    index = {image.name: number for number, image in enumerate(images)}
    places = tuple(replace(each, picture_index=index[each.picture]) for each in reading.places)
    return replace(reading, places=places)


def _read_3x3x3(
    frames: Sequence[Frame],
    profile: ColourProfile | None,
    in_order: bool,
    on_picture: OnPicture,
    order: ColourOrder,
) -> Reading:
    if in_order:
        return value_or_raise(
            first_certain(
                read_with_placements(frames, AS_GIVEN, colours, order)
                for colours in profiles_in_order(profile)
            )
        )

    def reported(number: int) -> Frame:
        on_picture(number)
        return frames[number]

    return read_cube(map(reported, range(len(frames))), profile, order)


def _read_other_size(
    frames: Sequence[Frame],
    sizes: _Sizes,
    profile: ColourProfile | None,
    order: ColourOrder,
    *,
    in_order: bool,
) -> Reading:
    """Return the cube of the estimated size; a solved one is certain only if all frames agree.

    On a solved cube a part of a face, of fewer rows and columns, looks like the face of a smaller
    solved cube.
    """
    size = sizes.usual
    assert size is not None
    images, left_out = _with_a_face(
        [
            ImageFaces(frame.name, faces[:1])
            if faces and faces[0].n == size
            else _main_face(frame, size)
            for frame, faces in zip(frames, sizes.faces, strict=True)
        ]
    )
    reading = _read_images(images, profile, order, in_order=in_order).without(left_out)
    if reading.certain and reading.is_solved and not sizes.agree:
        return replace(reading, certain=False, advice=UNSURE_OF_SIZE)
    return reading


def _with_a_face(
    found: Sequence[ImageFaces | NoFaceError],
) -> tuple[list[ImageFaces], list[LeftOut]]:
    """Return the pictures with a face, and those without one, which are left out.

    Raises the first error where fewer than six are left.
    """
    images = [each for each in found if isinstance(each, ImageFaces)]
    left_out = []
    for index, each in enumerate(found):
        if isinstance(each, NoFaceError):
            if len(images) < len(FACES):
                raise each
            left_out.append(LeftOut(each.name, index, FACELESS))
    return images, left_out


def _main_face(frame: Frame, size: int) -> ImageFaces | NoFaceError:
    """Return the face of this size that is held towards the camera, or the error of none."""
    faces = find_faces(frame.image, size)
    if not faces:
        return NoFaceError(
            frame.name,
            f"{frame.name!r}: no face of a {size}x{size}x{size} found; hold one face towards the "
            "camera so that it fills about half of the image and all its stickers are visible",
        )
    return ImageFaces(frame.name, faces[:1])
