"""Frames from image files and videos."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from files.access import check_regular, read_bytes
from files.wording import counted, reason
from vision.capture.decoding import MAX_FILE_BYTES, MAX_PIXELS, decode_picture
from vision.capture.frame import Frame
from vision.capture.stream import _CloseOnExit
from vision.errors import CameraError, EndOfStreamError, UnreadablePictureError

PICTURE_SUFFIXES = frozenset(
    {".avif", ".bmp", ".gif", ".heic", ".heif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
)
VIDEO_SUFFIXES = frozenset({".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm"})
IMAGE_SEQUENCE_FPS = 15.0  # of a video whose frames are image files

# The kinds of files and streams that are films. FFmpeg also takes a text for one, as a terminal
# would show it, for minutes, and lists of other files. OpenCV's own default
# stands before it.
_FILMS = (
    "asf,avi,av1,dv,flv,gif,h264,hevc,hls,ivf,live_flv,m4v,matroska,mjpeg,mov,mp4,mpeg,"
    "mpegts,mpegvideo,mpjpeg,mxf,nut,obu,ogg,rm,rtp,rtsp,sdp,webm"
)
os.environ.setdefault(
    "OPENCV_FFMPEG_CAPTURE_OPTIONS", f"rtsp_flags;prefer_tcp|format_whitelist;{_FILMS}"
)


def load_image(path: str | Path, max_pixels: int = MAX_PIXELS) -> Frame:
    """Return the image in a file, rotated as its EXIF orientation says.

    It is reduced where it has more pixels than `max_pixels`. Raises UnreadablePictureError for a
    missing file, and for one that is not an image or too large.
    """
    name = str(path)
    try:
        data = read_bytes(Path(path), MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        raise UnreadablePictureError(
            name, f"cannot read {name!r}: {reason(error)}; give the path of a photograph"
        ) from None
    try:
        image, reduction = decode_picture(data, max_pixels)
    except ValueError as error:
        raise UnreadablePictureError(name, f"cannot read {name!r} as an image: {error}") from error
    return Frame(image, 0.0, name, reduction)


def _pictures(paths: Iterable[Path]) -> list[str]:
    return sorted(str(path) for path in paths if path.suffix.lower() in PICTURE_SUFFIXES)


class ImageSequence(_CloseOnExit):
    """Image files, one after the other."""

    def __init__(self, paths: Sequence[str], name: str) -> None:
        if not paths:
            raise CameraError(f"no images found in {name!r}; give JPEG or PNG files")
        self.name = name
        self._rest = list(paths)
        self._count = 0

    def read(self) -> Frame:
        """Return the next image. Raises EndOfStreamError, or UnreadablePictureError."""
        if not self._rest:
            raise EndOfStreamError(f"{self.name!r}: end of the image sequence")
        frame = replace(load_image(self._rest.pop(0)), time=self._count / IMAGE_SEQUENCE_FPS)
        self._count += 1
        return frame

    def read_after(self, time: float) -> Frame:
        """Return the next image: waiting makes no difference for files."""
        return self.read()


def check_frame_size(capture: cv2.VideoCapture, name: str) -> None:
    """Raise CameraError where the frames of an opened camera or video are too large.

    No frame has been decoded then. One that has another size than the first ends the video.
    """
    width, height = (
        int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
    )
    if width * height > MAX_PIXELS:
        capture.release()
        raise CameraError(
            f"{name!r} has frames of {width} x {height} pixels, which are too many; "
            "use a video of 3840 x 2160 or smaller"
        )


class VideoFile(_CloseOnExit):
    """The frames of a video file, as fast as they are read."""

    def __init__(self, path: str) -> None:
        self.name = path
        if not Path(path).exists():
            raise CameraError(f"{path!r} is not a camera number, a URL or an existing file")
        try:
            check_regular(Path(path))
        except OSError as error:
            raise CameraError(f"cannot read {path!r} as a video: {reason(error)}") from error
        self._capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
        self._count = 0
        if not self._capture.isOpened():
            raise CameraError(f"cannot read {path!r} as a video; give an MP4, AVI or MOV file")
        check_frame_size(self._capture, path)

    @property
    def seconds(self) -> float:
        """Return the length of the video as the file says it, 0 where it does not."""
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        return max(self._capture.get(cv2.CAP_PROP_FRAME_COUNT) / rate, 0.0) if rate > 0 else 0.0

    def read(self) -> Frame:
        """Return the next frame. Raises EndOfStreamError."""
        ok, image = self._capture.read()
        if not ok:
            raise EndOfStreamError(f"{self.name!r} ended after {counted(self._count, 'frame')}")
        self._count += 1
        seconds = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(np.asarray(image, np.uint8), seconds, f"{self.name} at {seconds:.2f} s")

    def read_after(self, time: float) -> Frame:
        """Return the next frame: a video does not advance by itself."""
        return self.read()

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
