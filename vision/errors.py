"""Exceptions raised from opening a camera to reading a cube.

VisionError                       also: a camera that shows another cube than the robot's
├── PictureError                  one image cannot be used
│   ├── UnreadablePictureError    a file that is missing or is not an image
│   └── NoFaceError               an image without a face of a cube
├── ImageSetError                 the images do not show one whole cube
│   ├── MissingFacesError         some faces are missing
│   └── RepeatedFaceError         one face twice, in place of another
├── UncertainError                a cube that was not read with certainty
└── CameraError                   a camera that cannot be opened or read, or sends no frame in time
    └── EndOfStreamError          a video or a stream that has ended
"""

from __future__ import annotations

from files.errors import Error

# ImageSetErrors: more than six faces, or faces that do not fit together; one image is mirrored.
TOO_MANY_FACES = "E322"
MIRRORED = "E324"
OTHER_CUBE = "E326"  # a VisionError: what it shows does not change with the robot's turns
NO_FRAME = "E331"  # a CameraError: no frame came in time


class VisionError(Error):
    """The root of this package's errors; the message says what to do."""

    code = "E300"


class PictureError(VisionError):
    """One image cannot be used; `name`: of the image."""

    code = "E310"

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(message)


class UnreadablePictureError(PictureError):
    """The file is missing or is not an image."""

    code = "E311"


class NoFaceError(PictureError):
    """No face of a cube was found in the image."""

    code = "E312"


class ImageSetError(VisionError):
    """The images do not show one whole cube."""

    code = "E320"
    certain = False  # as a cube's reading may be, in place of which it stands


class MissingFacesError(ImageSetError):
    """Not all six faces are in the images.

    `seen` and `missing`: the estimated colours of the centres that were found and of those that
    were not; both empty if they were not estimated.
    """

    code = "E321"

    def __init__(
        self, message: str, seen: tuple[str, ...] = (), missing: tuple[str, ...] = ()
    ) -> None:
        self.seen = seen
        self.missing = missing
        super().__init__(message)


class RepeatedFaceError(ImageSetError):
    """One face was shown twice, so that another one is missing."""

    code = "E323"


class UncertainError(VisionError):
    """A cube that could not be read with certainty."""

    code = "E325"


class CameraError(VisionError):
    """The camera, stream or video cannot be opened or read."""

    code = "E330"


class EndOfStreamError(CameraError):
    """The video or the stream has ended."""

    code = "E332"
