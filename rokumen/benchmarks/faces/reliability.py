"""How often stickers and faces are right, beside how often they are said to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from rokumen.api.seeing import Face, faces
from rokumen.benchmarks.faces.pictures import LabelledPicture, labelled_pictures
from vision.errors import NoFaceError

BINS = 20  # of equal width, of the confidence from 0 to 1
ALL = "all"


@dataclass(frozen=True, slots=True)
class ReadFace:
    """A face that was read from one picture alone, and the initials of its true colours."""

    face: Face
    labels: str

    @property
    def right(self) -> tuple[bool, ...]:
        """Which of the nine stickers are right."""
        colours = (name[0].upper() for name in self.face.colours)
        return tuple(a == b for a, b in zip(colours, self.labels, strict=True))


@dataclass(frozen=True, slots=True)
class Bin:
    """The stickers with a confidence in one interval."""

    count: int
    mean_confidence: float
    share_right: float


def measure(data: Path, on_progress: Callable[[str], None]) -> dict[str, list[ReadFace]]:
    """Return the faces read from each picture alone, by data set. Raises InputError."""
    result = {}
    for name, pictures in labelled_pictures(data).items():
        on_progress(f"{name}: {len(pictures)} pictures, each alone")
        result[name] = [face for picture in pictures for face in _read(picture)]
    return result


def _read(picture: LabelledPicture) -> list[ReadFace]:
    with suppress(NoFaceError):
        found = [(face, picture.labels(face)) for face in faces(picture.path)]
        return [ReadFace(face, labels) for face, labels in found if labels]
    return []


def bins(read: Iterable[ReadFace]) -> list[Bin]:
    """Return the bins that hold stickers, by their confidence."""
    pairs = [pair for each in read for pair in zip(each.face.confidence, each.right, strict=True)]
    confidence, right = np.array(pairs, float).reshape(-1, 2).T
    number = np.minimum((BINS * confidence).astype(int), BINS - 1)
    return [
        Bin(
            int((number == b).sum()),
            float(confidence[number == b].mean()),
            float(right[number == b].mean()),
        )
        for b in sorted(set(number.tolist()))
    ]


def expected_calibration_error(found: Sequence[Bin]) -> float:
    """Return the mean distance of confidence and share of right stickers, by bin."""
    total = sum(each.count for each in found)
    return sum(each.count * abs(each.mean_confidence - each.share_right) for each in found) / total


def table(sets: dict[str, list[ReadFace]]) -> Table:
    """Return a table with a row for each data set and one for all."""
    shown = Table(
        "each picture alone",
        "stickers right",
        "faces certain",
        "certain and wrong",
        "calibration error",
        title="faces",
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    everything = [each for read in sets.values() for each in read]
    for name, read in {**sets, ALL: everything}.items():
        if read:
            right = sum(sum(each.right) for each in read)
            certain = [each for each in read if each.face.certain]
            shown.add_row(
                name,
                f"{right} of {9 * len(read)} ({right / (9 * len(read)):.1%})",
                f"{len(certain)} of {len(read)}",
                f"{sum(not all(each.right) for each in certain)}",
                f"{expected_calibration_error(bins(read)):.4f}",
            )
    return shown


def draw(found: Sequence[Bin], path: Path) -> None:
    """Draw the reliability diagram as PNG or SVG. Needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.add_subplot(xlabel="confidence", ylabel="share of right stickers")
    axes.plot([0, 1], [0, 1], "--", color="grey", label="as said")
    axes.plot(
        [each.mean_confidence for each in found],
        [each.share_right for each in found],
        "o-",
        label="measured",
    )
    for each in found:
        axes.annotate(
            str(each.count),
            (each.mean_confidence, each.share_right),
            xytext=(4, -10),
            textcoords="offset points",
            fontsize=7,
        )
    axes.legend()
    figure.savefig(path)
