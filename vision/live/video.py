"""A video of a cube that is shown face by face."""

from __future__ import annotations

from vision.capture.files import VideoFile
from vision.colour.profile import ColourProfile
from vision.errors import MissingFacesError
from vision.live.scanner import FaceScanner, scan_frames
from vision.nxn.any_size import AnyReading


def read_video(path: str, colours: ColourProfile | None, size: int | None) -> AnyReading:
    """Return the cube whose faces are held still in a video, as a camera's scan reads it.

    `size`: the stickers per side; None: it is found. Raises MissingFacesError where the video ends
    before six faces were seen, or six that can be read.
    """
    scanner = FaceScanner(colours, size=size)
    with VideoFile(path) as video:
        for _ in scan_frames(video, scanner):
            pass
    if scanner.reading is None:
        raise MissingFacesError(
            f"{path!r} ended after {len(scanner.captured_faces)} face(s) that were held still: "
            f"{scanner.instruction}"
        )
    return scanner.reading
