"""The pictures that a caller names, as frames: files, folders, arrays, and videos."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path

import numpy as np

from files.access import visible
from vision.arrays import Image
from vision.capture.decoding import MAX_PIXELS
from vision.capture.files import PICTURE_SUFFIXES, VIDEO_SUFFIXES, load_image
from vision.capture.frame import Frame
from vision.errors import ImageSetError, UnreadablePictureError

_log = logging.getLogger(__name__)

Picture = str | Path | Image
Pictures = Picture | Iterable[Picture]
OnProgress = Callable[[int, int], None]

# Of one cube; and the pixels of all pictures that are held at once, which are reduced to that.
MAX_PICTURES = 200
MAX_PIXELS_OF_ALL = 4 * MAX_PIXELS


def listed(pictures: Pictures) -> list[Picture]:
    """Return one picture or several as a list."""
    return [pictures] if isinstance(pictures, str | Path | np.ndarray) else list(pictures)


def is_video(picture: Picture) -> bool:
    """Return whether a picture is the path of a video."""
    return isinstance(picture, str | Path) and Path(picture).suffix.lower() in VIDEO_SUFFIXES


def load_pictures(pictures: Pictures) -> list[Frame]:
    """Return files, the pictures in folders, and arrays as frames.

    The other files of a folder are left out, with a warning in the log. Large files are reduced.
    Raises ImageSetError for too many pictures, PictureError for a file or folder that holds no
    picture or one that is too large, ValueError for an array of another shape or type, and
    TypeError for anything else.
    """
    sources = [each for i, picture in enumerate(listed(pictures)) for each in _sources(picture, i)]
    if len(sources) > MAX_PICTURES:
        raise ImageSetError(
            f"{len(sources)} photographs are too many; give at most {MAX_PICTURES} of one cube"
        )
    max_pixels = min(MAX_PIXELS, MAX_PIXELS_OF_ALL // max(1, len(sources)))
    return [each if isinstance(each, Frame) else load_image(each, max_pixels) for each in sources]


class Reported(Collection[Frame]):
    """Frames of which each is reported when it is taken, to be searched."""

    def __init__(self, frames: Sequence[Frame], on_progress: OnProgress | None) -> None:
        self._frames = frames
        self._on_progress = on_progress

    def __contains__(self, frame: object) -> bool:
        return frame in self._frames

    def __len__(self) -> int:
        return len(self._frames)

    def __iter__(self) -> Iterator[Frame]:
        for number, frame in enumerate(self._frames):
            if self._on_progress is not None:
                self._on_progress(number, len(self._frames))
            yield frame


def in_seconds(on_progress: OnProgress | None) -> Callable[[float, float], None]:
    """Return what tells `on_progress` whole seconds of a film that has been seen, and its length.

    A length of 0 is unknown.
    """

    def tell(seconds: float, length: float) -> None:
        if on_progress is not None:
            on_progress(int(seconds), ceil(length))

    return tell


def _sources(picture: Picture, index: int) -> Sequence[Frame | Path]:
    """Return an array as a frame, and a path as it is, or as the pictures in it."""
    if isinstance(picture, np.ndarray):
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
            raise ValueError(
                f"picture {index} is an array {picture.shape} of {picture.dtype}: give "
                "H x W x 3 of uint8, in the order blue, green, red"
            )
        return [Frame(picture, 0.0, f"picture {index}")]
    if not isinstance(picture, str | Path):
        raise TypeError(f"picture {index} is {picture!r}: give a path or an array")
    path = Path(picture)
    if is_video(path):
        raise UnreadablePictureError(
            str(path), f"{str(path)!r} is a video, not a photograph; `rokumen read` reads one alone"
        )
    return _pictures_in(path) if path.is_dir() else [path]


def _pictures_in(folder: Path) -> Sequence[Path]:
    """Return the pictures in a folder, sorted, without hidden ones.

    Raises UnreadablePictureError for none.
    """
    files = visible(each for each in folder.iterdir() if each.is_file())
    pictures = [each for each in files if each.suffix.lower() in PICTURE_SUFFIXES]
    for file in files:
        if file not in pictures:
            _log.warning("left out: %r is not a photograph", str(file))
    if not pictures:
        raise UnreadablePictureError(
            str(folder), f"no photographs in the folder {str(folder)!r}; give one with JPEG files"
        )
    return pictures
