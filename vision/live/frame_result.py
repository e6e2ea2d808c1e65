"""The result of one camera frame, for a scan and for a solution that is followed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.detect.face import FaceView

BLURRED = "the image is blurred: hold the cube still, and a little farther away"
STICKERS_UNCLEAR = "some stickers are not clearly visible: keep fingers and highlights off them"


class Phase(Enum):
    """The state of the face in front of the camera."""

    SEARCHING = "searching"
    TRACKING = "following"
    CAPTURED = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True, eq=False)
class FrameResult:
    """The result of one frame.

    `phase`; `view`: the face that is tracked, or None; `stillness` (0..1): the share of the
    required time for which it was still; `instruction`: for the user; `captured`: whether this
    frame led to the capture of a face.
    """

    phase: Phase
    view: FaceView | None
    stillness: float
    instruction: str
    captured: bool = False

    @property
    def is_unsure(self) -> bool:
        """Return whether a face stands still and still cannot be read: the user is to help."""
        return self.instruction in (BLURRED, STICKERS_UNCLEAR)
