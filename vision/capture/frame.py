"""One frame of a camera, and the interface of all sources of frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from vision.arrays import Image


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """An image with its time and name.

    `image`: H x W x 3 uint8 BGR; `time` in seconds: of the monotonic clock for a live camera, of
    the video for a video, and for image files as for the frames of a video; `name`: for
    messages; `reduction`: how many pixels of the file one pixel of the image is wide and high.
    """

    image: Image
    time: float
    name: str
    reduction: int = 1


class Camera(Protocol):
    """A source of frames; close it, or use it in a `with` statement."""

    name: str

    def read(self) -> Frame:
        """Return the next frame. Raises EndOfStreamError after the last one, or CameraError."""

    def read_after(self, time: float) -> Frame:
        """Return a frame taken later than `time` (seconds, `time.monotonic`)."""

    def close(self) -> None:
        """Release the device, stream or file."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(self, *_: object) -> None:
        """Close."""
