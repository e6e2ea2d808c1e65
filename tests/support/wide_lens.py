"""Scenes as a wide lens shows them."""

import cv2
import numpy as np

from tests.support.benchmarks import Scene
from vision.arrays import FloatArray, Image


def through_wide_lens(scene: Scene, distortion: float) -> tuple[Image, list[FloatArray]]:
    """Return a scene and its corners through a lens: the division model, negative for a barrel."""
    height, width = scene.image.shape[:2]
    centre, radius = (np.array([width, height]) - 1) / 2, width / 2
    seen = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), 2) - centre) / radius
    straight = seen / (1 + distortion * (seen**2).sum(2, keepdims=True)) * radius + centre
    x, y = np.moveaxis(straight.astype(np.float32), 2, 0)
    picture = cv2.remap(scene.image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    corners = []
    for each in scene.corners:
        ideal = (each - centre) / radius
        root = np.sqrt(1 - 4 * distortion * (ideal**2).sum(1, keepdims=True))
        corners.append(ideal * 2 / (1 + root) * radius + centre)
    return np.asarray(picture, np.uint8), corners
