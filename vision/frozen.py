"""A camera whose picture has stopped though it goes on sending: no two frames of a sensor agree."""

from __future__ import annotations

import numpy as np

from vision.camera import Frame
from vision.errors import FrozenCameraError

PATIENCE_SECONDS = 4.0


class FreezeWatch:
    """Looks at every frame of a live camera."""

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        """Start; `patience`: how many seconds a picture may stay the very same."""
        self._patience = patience
        self._last: Frame | None = None

    def watch(self, frame: Frame) -> None:
        """Take note of a frame; raises FrozenCameraError if nothing has changed for too long."""
        if self._last is None or not np.array_equal(frame.image, self._last.image):
            self._last = frame
        elif frame.time - self._last.time > self._patience:
            raise FrozenCameraError(
                f"{frame.name}: the picture has not changed in the least for "
                f"{self._patience:g} s, so the camera is frozen or covered by a still; unplug it "
                "and connect it again, or restart the program that streams it"
            )
