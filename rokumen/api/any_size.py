"""Pictures to cubes of any size."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from rokumen.api.pictures import OnProgress, Pictures, is_video, listed, load_pictures
from rokumen.api.readings import CubeReading, corners_in_file
from rokumen.api.seeing import Profile, Reading, load_colours
from vision.capture.frame import Frame
from vision.detect.lattice_finder import SIZES
from vision.live.scanner import read_video
from vision.nxn.any_size import AnyReading, read_known_size
from vision.nxn.any_size import read_any_size as read_frames
from vision.nxn.reading import NxNReading as FoundCube
from vision.reading_result import FoundFace


@dataclass(frozen=True, slots=True, eq=False)
class NxNReading(CubeReading[FoundCube]):
    """A cube of another size than 3x3x3 as pictures show it; `seconds`: how long it took.

    `puzzle(f"{n}x{n}x{n}").solve` takes its facelets.
    """

    @property
    def faces(self) -> tuple[FoundFace, ...]:
        """Return where each face was found, in the order U R F D L B, in pixels of the file."""
        return tuple(
            replace(face, corners=corners_in_file(face.corners, self.frames, face.image_name))
            for face in self.found.faces
        )

    def draw(self, path: str | Path) -> None:
        """Draw the pictures with what was found in them into a .png or .jpg file."""
        from rokumen.show.drawings.cube_reading import draw_over_pictures

        draw_over_pictures(Path(path), self.found, self.frames)


def reading_of(
    found: AnyReading, seconds: float, frames: tuple[Frame, ...] = ()
) -> Reading | NxNReading:
    """Return what was found as a value of the API."""
    if isinstance(found, FoundCube):
        return NxNReading(found, seconds, frames)
    return Reading(found, seconds, frames)


def check_size(size: int | None) -> None:
    """Raise ValueError for a size of which no cube can be read."""
    if size is not None and size not in SIZES:
        raise ValueError(f"size {size!r} is not a number from {min(SIZES)} to {max(SIZES)}")


def read_any_size(
    pictures: Pictures,
    *,
    size: int | None = None,
    in_order: bool = False,
    profile: Profile = None,
    on_progress: OnProgress | None = None,
) -> Reading | NxNReading:
    """Read a cube of 2x2x2 to 7x7x7 from pictures; the size is found where it is not given.

    A 3x3x3 is read as by `read`. Of other sizes six pictures of one face each are needed, in any
    order and rotation; `in_order` says that they are U R F D L B, each upright as in the unfolded
    cube. The others are as in `read`, and so is what is raised; ValueError for another size, and
    for `in_order` with a video.
    """
    check_size(size)
    sources = listed(pictures)
    colours = load_colours(profile)
    began = time.perf_counter()
    if len(sources) == 1 and is_video(sources[0]):
        if in_order:
            raise ValueError(f"{str(sources[0])!r} is a video: its faces may come in any order")
        found = read_video(str(sources[0]), colours, size)
        return reading_of(found, time.perf_counter() - began)
    frames = load_pictures(sources)

    def on_picture(number: int) -> None:
        if on_progress is not None:
            on_progress(number, len(frames))

    found = (
        read_frames(frames, colours, in_order=in_order, on_picture=on_picture)
        if size is None
        else read_known_size(frames, size, colours, in_order=in_order, on_picture=on_picture)
    )
    return reading_of(found, time.perf_counter() - began, tuple(frames))
