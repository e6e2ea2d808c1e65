"""Frames of a camera that is mounted turned: rotated so that the cube stands upright in them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.capture.frame import Frame


def upright(frame: Frame, roll: float) -> Frame:
    """Return a frame rotated clockwise by `roll` degrees about its centre, in the same size.

    What was outside of the picture continues its edge.
    """
    if not roll:
        return frame
    height, width = frame.image.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -roll, 1.0)
    image = cv2.warpAffine(frame.image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return replace(frame, image=np.asarray(image, np.uint8))
