"""Three baseline colour classifiers: nearest CIEDE2000, balanced k-means, assignment.

Each takes a cube's stickers (6 x stickers a face x 3, BGR 0..255, faces in any order) and returns
for each the face whose centre has its colour (6 x stickers). None uses the laws of a cube.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.assignment import cheapest_assignment

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]

FACES = 6


def nearest_colour(colours: Floats) -> Ints:
    """Return for each sticker the centre that is nearest by CIEDE2000."""
    return np.asarray(_differences(colours).argmin(2), np.int64)


def k_means(colours: Floats, seed: int = 0) -> Ints:
    """Return clusters of equal size in Lab by k-means, initialised at the centres.

    Each round assigns an equal number of stickers to every cluster and moves it to their mean; a
    cluster is named after the centre in it that is nearest to its mean.
    """
    from sklearn.cluster import KMeans

    lab = _lab(colours)
    flat = lab.reshape(-1, 3)
    start = lab[:, colours.shape[1] // 2]
    means = KMeans(FACES, init=start, n_init=1, random_state=seed).fit(flat).cluster_centers_
    labels = np.full(len(flat), -1)
    for _ in range(100):
        away = ((flat[:, None] - means) ** 2).sum(2)
        shared = _shared(away, colours.shape[1])
        if (shared == labels).all():
            break
        labels = shared
        means = np.stack([flat[labels == k].mean(0) for k in range(FACES)])
    _, names = cheapest_assignment(((means[:, None] - start) ** 2).sum(2))
    return np.asarray(names[labels], np.int64).reshape(colours.shape[:2])


def nine_each(colours: Floats) -> Ints:
    """Return the balanced assignment of stickers to centres with the least total CIEDE2000."""
    size = colours.shape[1]
    return _shared(_differences(colours).reshape(-1, FACES), size).reshape(FACES, size)


def ciede2000(first: Floats, second: Floats) -> Floats:
    """Return the CIEDE2000 difference of Lab colours (... x 3).

    After Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes,
    supplementary test data, and mathematical observations", Color Research and Application 30
    (2005).
    """
    light1, a1, b1 = np.moveaxis(np.asarray(first, float), -1, 0)
    light2, a2, b2 = np.moveaxis(np.asarray(second, float), -1, 0)
    chroma7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(chroma7 / (chroma7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    chroma1, chroma2 = np.hypot(a1, b1), np.hypot(a2, b2)
    hue1, hue2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = chroma1 * chroma2 == 0

    turn = np.where(grey, 0.0, (hue2 - hue1 + 180) % 360 - 180)
    # for exactly opposite hues, the sign is that of their difference
    turn = np.where((turn == -180) & (hue2 > hue1), 180.0, turn)
    middle = np.where(np.abs(hue1 - hue2) <= 180, (hue1 + hue2) / 2, (hue1 + hue2 + 360) / 2 % 360)
    mean_hue = np.where(grey, hue1 + hue2, middle)
    mean_light, mean_chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2

    hue_weight = (
        1
        - 0.17 * np.cos(np.radians(mean_hue - 30))
        + 0.24 * np.cos(np.radians(2 * mean_hue))
        + 0.32 * np.cos(np.radians(3 * mean_hue + 6))
        - 0.20 * np.cos(np.radians(4 * mean_hue - 63))
    )
    squared = (mean_light - 50) ** 2
    by_light = (light2 - light1) / (1 + 0.015 * squared / np.sqrt(20 + squared))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * mean_chroma)
    by_hue = 2 * np.sqrt(chroma1 * chroma2) * np.sin(np.radians(turn / 2))
    by_hue = by_hue / (1 + 0.015 * mean_chroma * hue_weight)
    mean7 = mean_chroma**7
    rotation = -2 * np.sqrt(mean7 / (mean7 + 25.0**7))
    rotation = rotation * np.sin(np.radians(60 * np.exp(-(((mean_hue - 275) / 25) ** 2))))
    total = by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue
    return np.asarray(np.sqrt(np.maximum(total, 0)), float)


def _differences(colours: Floats) -> Floats:
    """Return each sticker's CIEDE2000 difference from each centre (6 x stickers x 6)."""
    lab = _lab(colours)
    return ciede2000(lab[:, :, None], lab[:, colours.shape[1] // 2])


def _shared(costs: Floats, each: int) -> Ints:
    """Return the balanced assignment of least total cost (costs: stickers x 6)."""
    _, chosen = cheapest_assignment(np.repeat(costs, each, axis=1))
    return np.asarray(chosen // each, np.int64)


def _lab(colours: Floats) -> Floats:
    pixels = (np.asarray(colours, float) / 255).astype(np.float32)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), float)
