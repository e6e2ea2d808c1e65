"""Pictures to cubes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rokumen.api.pictures import (
    OnProgress,
    Pictures,
    Reported,
    in_seconds,
    is_video,
    listed,
    load_pictures,
)
from rokumen.storage.profiles import named_profile
from vision import reading
from vision.capture.frame import Frame, check_has_colour
from vision.colour.profile import ColourProfile
from vision.colour.scheme import KnownScheme, parse_scheme
from vision.detect.lattice_finder import SIZES
from vision.face_colours import read_faces
from vision.live.scanner import read_video
from vision.reading_result import Face, Reading, corners_in_file

Profile = str | Path | ColourProfile | None
Scheme = str | KnownScheme | None


def read(
    pictures: Pictures,
    *,
    size: int | None = None,
    in_order: bool = False,
    profile: Profile = None,
    scheme: Scheme = None,
    not_mirrored: bool = False,
    on_progress: OnProgress | None = None,
) -> Reading:
    """Read a cube from pictures that together show its six faces, in any order and rotation.

    Of a 3x3x3 five are enough, where only one cube fits these: then one face is not among the
    `faces`. Of other sizes, 2x2x2 to 7x7x7, six pictures of one face each are needed.
    `pictures`: paths, folders, or arrays H x W x 3 uint8 BGR, one or several, or one video in which
    the faces are shown one after the other, each held still for a moment; `size`: the stickers per
    side, by default found; `in_order`: the pictures are U R F D L B, each upright as in the
    unfolded cube; `profile`: what the six colours look like, by name, file or value; by default
    they are learnt; `scheme`: the colours at U R F D L B of a cube that has its own, such as
    "WOGYRB"; `not_mirrored`: whether the camera is known not to mirror, so that an order of colours
    that is reversed is the cube's own; `on_progress` is called before each picture is searched,
    with how many have been and how many there are, and after each frame of a video with its seconds
    and the video's length. The reading can be uncertain: see its `certain` and `advice`.
    Raises PictureError for a file that holds no picture, NoFaceError for a picture without a face,
    VisionError where the six faces are not there (MissingFacesError) or do not belong to one cube,
    and ValueError for another size or scheme, and for `in_order` with a video.
    """
    check_size(size)
    sources = listed(pictures)
    known = as_known_scheme(scheme, not_mirrored)
    colours = load_colours(profile)
    began = time.perf_counter()
    if len(sources) == 1 and is_video(sources[0]):
        if in_order:
            raise ValueError(f"{str(sources[0])!r} is a video: its faces may come in any order")
        found = read_video(str(sources[0]), colours, size, in_seconds(on_progress), known)
        return replace(found, seconds=time.perf_counter() - began)
    frames = load_pictures(sources)
    check_has_colour(frames)
    found = reading.read(
        Reported(frames, on_progress), known, size, profile=colours, in_order=in_order
    )
    return found.of_pictures(frames, time.perf_counter() - began)


def faces(
    pictures: Pictures, *, profile: Profile = None, on_progress: OnProgress | None = None
) -> list[Face]:
    """Return the faces of a 3x3x3 that pictures show, whether they are all six or not.

    Takes and raises what `read` does, except that it takes no video.
    """
    colours = load_colours(profile)
    frames = load_pictures(pictures)
    check_has_colour(frames)
    return in_files(read_faces(Reported(frames, on_progress), colours), frames)


def in_files(found: Sequence[Face], frames: Sequence[Frame]) -> list[Face]:
    """Return faces with their corners in pixels of the files that the frames were loaded from."""
    return [
        replace(face, corners=corners_in_file(face.corners, frames[face.picture_index]))
        for face in found
    ]


def as_known_scheme(scheme: Scheme, not_mirrored: bool) -> KnownScheme:
    """Return what is said of the order of the colours. Raises ValueError for another scheme."""
    if isinstance(scheme, KnownScheme):
        return scheme
    return KnownScheme(None if scheme is None else parse_scheme(scheme), not not_mirrored)


def check_size(size: int | None) -> None:
    """Raise ValueError for a size of which no cube can be read."""
    if size is not None and size not in SIZES:
        raise ValueError(f"size {size!r} is not a number from {min(SIZES)} to {max(SIZES)}")


def load_colours(profile: Profile) -> ColourProfile | None:
    """Return the profile of colours with a name or in a file, or the one that is given.

    None for None. Raises ProfileError.
    """
    if isinstance(profile, ColourProfile):
        return profile
    return named_profile(None if profile is None else str(profile))
