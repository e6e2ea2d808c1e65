"""The rows of the benchmark of reading: faces found, cubes and stickers read, and times."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median

from rokumen.benchmarks.reading.altered_photographs import Change
from rokumen.benchmarks.reading.failure_pictures import FaceDetection, Outcome
from rokumen.benchmarks.reading.sticker_names import (
    is_read_right,
    measured_cubes,
    score_faces_alone,
    score_stickers,
)
from rokumen.benchmarks.support.decoding_trials import Trial
from rokumen.benchmarks.support.photographs import LabelledCube, LabelledPhoto, corner_error
from rokumen.benchmarks.support.table_rows import TableRow
from rokumen.benchmarks.vision.tracking import Following
from vision.capture.files import load_image
from vision.detect.search import find_faces
from vision.errors import VisionError
from vision.reading import read_cube

# Largest error of a corner, in sides of the face: in rendered and in manually labelled pictures.
EXACT_CORNERS = 0.04

MARKED_CORNERS = 0.12


def sensor_rows(data: Path) -> Iterator[TableRow]:
    """Yield how many of the cubes that colour sensors measured are read right."""
    measured = measured_cubes(data)
    right = sum(map(is_read_right, measured))
    yield TableRow("sticker-colours: right", f"{right} of {len(measured)}", f"{len(measured)}")


def read_cubes(
    cubes: Iterable[LabelledCube], change: Change = lambda frame: frame
) -> list[Outcome]:
    """Read each cube in its pictures, after applying `change` to them."""
    return [_read(cube, change) for cube in cubes]


def _read(cube: LabelledCube, change: Change) -> Outcome:
    frames = tuple(change(load_image(picture.path)) for picture in cube.pictures)
    began = time.thread_time()
    try:
        reading, error = read_cube(frames), ""
    except VisionError as problem:
        reading, error = None, str(problem)
    return Outcome(cube, frames, reading, error, time.thread_time() - began)


def detect_faces(pictures: Iterable[LabelledPhoto]) -> tuple[list[FaceDetection], list[float]]:
    """Return the detection of every face, and the seconds (of this thread) for each picture."""
    found: list[FaceDetection] = []
    seconds = []
    for picture in pictures:
        image = load_image(picture.path).image
        began = time.thread_time()
        corners = [view.corners for view in find_faces(image)]
        seconds.append(time.thread_time() - began)
        found += [
            FaceDetection(
                picture, min((corner_error(f, true.corners) for f in corners), default=None)
            )
            for true in picture.faces
        ]
    return found, seconds


def reading_rows(title: str, outcomes: Sequence[Outcome], asked: str) -> Iterator[TableRow]:
    """Yield the rows of the read cubes."""
    right = sum(outcome.is_right for outcome in outcomes)
    sure = sum(outcome.is_right and outcome.is_certain for outcome in outcomes)
    wrong = sum(outcome.is_certain and not outcome.is_right for outcome in outcomes)
    yield TableRow(f"{title}: right", f"{right} of {len(outcomes)}", asked)
    yield TableRow(f"{title}: right and certain", f"{sure} of {len(outcomes)}")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")
    yield TableRow(f"{title}: seconds a cube", f"{fmean(o.seconds for o in outcomes):.2f}")


def finding_rows(
    title: str, found: Sequence[FaceDetection], within: float, asked: str
) -> Iterator[TableRow]:
    """Yield the rows of the found faces."""
    errors = [face.error or 0.0 for face in found if face.is_within(within)]
    share = len(errors) / len(found)
    yield TableRow(f"{title}: found", f"{len(errors)} of {len(found)} ({share:.1%})", asked)
    if errors:
        yield TableRow(
            f"{title}: corner error, median and largest, of the side",
            f"{median(errors):.1%}, {max(errors):.1%}",
        )


def searching_rows(what: str, seconds: Sequence[float]) -> Iterator[TableRow]:
    """Yield the rows of the times to search pictures of 640 x 480."""
    mean, slowest = fmean(seconds), max(seconds)
    yield TableRow(
        f"searching, {what}: mean, slowest", f"{1000 * mean:.0f}, {1000 * slowest:.0f} ms", "40 ms"
    )
    yield TableRow(f"searching, {what}: frames a second", f"{1 / mean:.0f}")


def sticker_rows(
    outcomes: Sequence[Outcome], pictures: Sequence[LabelledPhoto]
) -> Iterator[TableRow]:
    """Yield the rows of the stickers of all real faces.

    Stickers of whole cubes count as the cubes were read. Loose faces are read without a cube: the
    photographs of one scene together, and each photograph alone.
    """
    scores = [score_stickers(o.cube, o.reading, MARKED_CORNERS) for o in outcomes]
    right, of = sum(each.right for each in scores), sum(each.of for each in scores)
    whole = {picture.path for o in outcomes for picture in o.cube.pictures}
    loose = score_faces_alone(pictures, whole, MARKED_CORNERS, together=True)
    alone = score_faces_alone(pictures, whole, MARKED_CORNERS, together=False)
    title = "real-photos: stickers right"
    yield TableRow(f"{title}, all faces", _shared(right + loose.right, of + loose.of), "99.5%")
    yield TableRow(f"{title}, faces of whole cubes", _shared(right, of))
    yield TableRow(f"{title}, loose faces of one scene", _shared(loose.right, loose.of))
    yield TableRow(f"{title}, the same, each photograph alone", _shared(alone.right, alone.of))


def _shared(right: int, of: int) -> str:
    return f"{right} of {of} ({right / of:.1%})"


def robustness_rows(
    title: str, before: Sequence[Outcome], after: Sequence[Outcome]
) -> Iterator[TableRow]:
    """Yield the rows of the right cubes that stay right when the pictures change."""
    pairs = list(zip(before, after, strict=True))
    kept = sum(b.is_right and a.is_right for b, a in pairs)
    right = sum(b.is_right for b, _ in pairs)
    wrong = sum(a.is_certain and not a.is_right for _, a in pairs)
    yield TableRow(f"{title}: stay right", f"{kept} of {right} ({kept / right:.0%})", "95%")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")


def following_rows(following: Following) -> Iterator[TableRow]:
    """Yield the rows of face tracking."""
    share = following.followed / following.still
    yield TableRow(
        "cube-clips: frames followed", f"{following.followed} of {following.still} ({share:.0%})"
    )
    mean, slowest = fmean(following.seconds), max(following.seconds)
    yield TableRow(
        "following: mean, slowest", f"{1000 * mean:.1f}, {1000 * slowest:.0f} ms", "10 ms"
    )
    yield TableRow("following: frames a second", f"{1 / mean:.0f}")


def trial_rows(title: str, trials: Sequence[Trial]) -> Iterator[TableRow]:
    """Yield the rows of decoding trials."""
    wrong = sum(trial.is_certain and not trial.is_right for trial in trials)
    sure = sum(trial.is_certain and trial.is_right for trial in trials)
    yield TableRow(f"{title}: right and certain", f"{sure} of {len(trials)}")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")
    only = [trial for trial in trials if trial.is_only]
    if only:
        decoded = sum(trial.is_certain and trial.is_right for trial in only)
        yield TableRow(f"{title}: one consistent cube, decoded", f"{decoded} of {len(only)}", "all")
        doubt = [trial for trial in trials if not trial.is_only]
        uncertain = sum(not trial.is_certain for trial in doubt)
        yield TableRow(
            f"{title}: several consistent cubes, not certain", f"{uncertain} of {len(doubt)}", "all"
        )
