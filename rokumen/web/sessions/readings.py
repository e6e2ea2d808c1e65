"""What a page is sent of a reading, and of photographs that do not show a whole cube yet.

Photographs can be given one by one, and the user is shown what each has brought.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from files.documents import require
from rokumen.api.encoding import reading_as_json
from vision.capture.frame import Frame
from vision.colour.names import NAMES, name_centres
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, parse_scheme, written_scheme
from vision.detect.face import Corners, FaceView
from vision.detect.lattice_finder import USUAL_SIZE
from vision.detect.photograph import detect_cube_faces, find_faces
from vision.errors import NoFaceError
from vision.live.captured_cube import N_FACES
from vision.live.face_tracker import is_same_face
from vision.reading_result import Reading

# What the page calls the part in which the order is said, and the options of commands that it is in
# place of, as advice names them.
_PART = "“Colours in another order”"
_OPTIONS = re.compile(r"add (--not-mirrored, or )?--scheme [\w,]+")
_SCHEME_OPTION = "check --scheme"


def scheme_of(command: Mapping[str, Any]) -> KnownScheme:
    """Return the order that a page says: `scheme`, "" for the usual one, and `not_mirrored`.

    A command without them says nothing of it. Raises ValueError that quotes a bad scheme.
    """
    if not command.keys() & {"scheme", "not_mirrored"}:
        return USUAL_SCHEME
    scheme = require(command, "scheme", str)
    may_be_mirrored = not require(command, "not_mirrored", bool)
    return KnownScheme(parse_scheme(scheme) if scheme else None, may_be_mirrored)


def encode_reading(reading: Reading, seconds: float, scheme: KnownScheme) -> dict[str, Any]:
    """Return the JSON of a reading; that of a size without `faults` or `numbers` has none.

    `scheme`: what was said of the order of the colours.
    """
    document = reading_as_json(replace(reading, seconds=seconds))
    return {
        "faults": [],
        **document,
        "advice": on_page(reading.advice),
        "scheme": dict(reading.scheme),
        "doubted_order": _doubted_scheme(reading, scheme),
    }


def _doubted_scheme(reading: Reading, scheme: KnownScheme) -> str:
    """Return the order that was read, written, if it is in doubt, "" otherwise.

    It is what the page says, as `scheme`, if it is the cube's own.
    """
    seen = tuple(reading.scheme.values())
    return written_scheme(seen) if scheme.doubt(seen) else ""


def on_page(advice: str) -> str:
    """Return advice with the part of the page in place of the options of a command."""
    return _OPTIONS.sub(f"say so under {_PART}.", advice).replace(_SCHEME_OPTION, f"check {_PART}")


@dataclass(frozen=True, slots=True)
class PhotographedFace:
    """A face in a photograph.

    `corners`: four (x, y) as shares of its width and height, clockwise; `colour`: the name of its
    centre's, "" for none; `stickers`: their colours row by row, as names or as `#rrggbb`.
    """

    corners: Corners
    colour: str
    stickers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhotographedFaces:
    """The faces in photographs of one cube.

    `photographs`: those in each; `count`: how many different ones; `missing`: the colours of the
    centres of the others, as far as they are known.
    """

    photographs: tuple[tuple[PhotographedFace, ...], ...]
    count: int
    missing: tuple[str, ...]


def find_in_photographs(frames: Sequence[Frame]) -> PhotographedFaces:
    """Return the faces in photographs, each by itself, with probable colours of the centres."""
    views = [_faces_in(frame) for frame in frames]
    different: list[FaceView] = []
    for view in (view for own in views for view in own):
        if not any(is_same_face(view, other) for other in different):
            different.append(view)
    names = _names_of(different)

    def found(view: FaceView, frame: Frame) -> PhotographedFace:
        alike = (name for name, other in names.items() if is_same_face(view, other))
        corners = tuple((float(x), float(y)) for x, y in view.corners)
        return PhotographedFace(_shares(corners, frame), next(alike, ""), view.hex_colours)

    return PhotographedFaces(
        tuple(
            tuple(found(view, frame) for view in own)
            for own, frame in zip(views, frames, strict=True)
        ),
        min(len(different), N_FACES),
        tuple(name for name in NAMES if name not in names) if names else (),
    )


def faces_of_reading(reading: Reading, frames: Sequence[Frame]) -> PhotographedFaces:
    """Return the faces from which a cube was read in photographs."""
    photographs: list[list[PhotographedFace]] = [[] for _ in frames]
    for face in reading.faces:
        corners = _shares(face.corners, frames[face.picture_index])
        found = PhotographedFace(corners, reading.scheme[face.letter], face.colours)
        photographs[face.picture_index].append(found)
    missing = tuple(reading.scheme[letter] for letter in reading.unseen_faces)
    return PhotographedFaces(tuple(map(tuple, photographs)), N_FACES - len(missing), missing)


def _faces_in(frame: Frame) -> Sequence[FaceView]:
    """Return the faces of one cube in a photograph, three at most, none where none is found."""
    of_any_size = find_faces(frame.image, None)
    if of_any_size and of_any_size[0].n != USUAL_SIZE:
        return of_any_size[:1]
    with suppress(NoFaceError):
        return detect_cube_faces(frame).views
    return ()


def _names_of(different: Sequence[FaceView]) -> dict[str, FaceView]:
    """Return six different faces at most, of the size that most have, by their centres' colours.

    Empty for a size without centres.
    """
    sizes = Counter(view.n for view in different).most_common(1)
    if not sizes or sizes[0][0] % 2 == 0:
        return {}
    faces = [view for view in different if view.n == sizes[0][0]][:N_FACES]
    return dict(zip(name_centres([view.colours for view in faces], None), faces, strict=True))


def _shares(corners: Corners, frame: Frame) -> Corners:
    height, width = frame.image.shape[:2]
    return tuple((round(x / width, 4), round(y / height, 4)) for x, y in corners)
