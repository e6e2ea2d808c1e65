"""What can go wrong between a camera and a reading.

VisionError
├── PictureError
│   ├── NotAnImageError     a file that is missing or holds no picture
│   └── NoFaceError         a picture without a cube's face in it
├── PhotographsError
│   ├── TooFewFacesError    not every face of the cube is there
│   ├── TooManyFacesError   more photographs than a cube has faces
│   ├── RepeatedFaceError   one face photographed twice
│   └── MirroredError       one photograph is the mirror image of a face
└── CameraError                a camera that cannot be opened or read
    ├── NoCameraError          there is none of that number
    ├── CameraPermissionError  it may not be used
    ├── CameraBusyError        it is there but gives no picture
    ├── FrozenCameraError      its picture has stopped
    ├── CameraTimeoutError     no frame came in time; also a TimeoutError
    └── EndOfStreamError       a video or a stream that has ended
"""

from __future__ import annotations


class VisionError(Exception):
    """The root of this package's errors; the message says what to do."""


class PictureError(VisionError):
    """One picture cannot be used; `name` says which."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(message)


class NotAnImageError(PictureError):
    """The file is missing or holds no picture."""


class NoFaceError(PictureError):
    """No face of a cube was found in the picture."""


class PhotographsError(VisionError):
    """The photographs do not make up a cube."""


class TooFewFacesError(PhotographsError):
    """Not every face of the cube is in the photographs."""


class TooManyFacesError(PhotographsError):
    """There are more photographs than a cube has faces."""


class RepeatedFaceError(PhotographsError):
    """One face was photographed twice, so that another one is missing."""


class MirroredError(PhotographsError):
    """One of the photographs is mirrored, so that they do not fit together."""


class CameraError(VisionError):
    """The camera, stream or video cannot be opened or read."""


class NoCameraError(CameraError):
    """There is no camera of that number."""


class CameraPermissionError(CameraError):
    """The camera may not be used by this person or program."""


class CameraBusyError(CameraError):
    """The camera is there but gives no picture: another program has it."""


class FrozenCameraError(CameraError):
    """The camera goes on sending the very same picture."""


class CameraTimeoutError(CameraError, TimeoutError):
    """No frame came in time."""


class EndOfStreamError(CameraError):
    """The video or the stream has ended."""
