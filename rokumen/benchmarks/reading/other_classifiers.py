"""Other classifiers of the colours, on the samples of the same faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rokumen.benchmarks.support.photographs import LabelledCube, corner_error, corner_rotation
from rokumen.benchmarks.support.table_rows import TableRow
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.capture.files import load_image
from vision.detect.search import find_faces


def peer_rows(cubes: Sequence[LabelledCube]) -> Iterator[TableRow]:
    """Yield the rows of three baseline classifiers on the same samples, with known faces.

    A cube counts if all 54 stickers are right.
    """
    from rokumen.benchmarks.reading import baselines

    classifiers = {
        "nearest by CIEDE2000": baselines.nearest_colour,
        "k-means, nine each": baselines.k_means,
        "nine each": baselines.nine_each,
    }
    samples = [sampled(cube) for cube in cubes]
    for name, classify in classifiers.items():
        right = [classify(colours) == labels for colours, labels in samples]
        whole = sum(bool(agreed.all()) for agreed in right)
        stickers = sum(int(agreed.sum()) for agreed in right)
        yield TableRow(
            f"baseline {name}: cubes with all stickers right",
            f"{whole} of {len(cubes)} ({stickers / (54 * len(cubes)):.1%} of stickers)",
        )


def posterior_rows(title: str, cubes: Sequence[LabelledCube]) -> Iterator[TableRow]:
    """Yield the rows of cubes decoded with different classifiers' posteriors of the colours."""
    from rokumen.benchmarks.reading import discriminant

    for name, right, sure in discriminant.compare(cubes):
        yield TableRow(f"{title}, {name}: right, certain", f"{right}, {sure} of {len(cubes)}")


def sampled(cube: LabelledCube) -> tuple[FloatArray, IntArray]:
    """Return a cube's samples (6 x 9 x 3, BGR) by the found faces, and the face of each."""
    colours, labels = [], []
    for index, picture in enumerate(cube.pictures):
        (true,) = picture.faces
        views = find_faces(load_image(picture.path).image)
        view = min(views, key=lambda found: corner_error(found.corners, true.corners))
        upright = np.rot90(view.colours, -corner_rotation(view.corners, true.corners))
        colours.append(upright.reshape(9, 3))
        start = 9 * index
        labels.append([FACES.index(letter) for letter in cube.facelets[start : start + 9]])
    return np.array(colours), np.array(labels)
