"""Reading accuracy on all labelled data sets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median

import cv2

from rokumen.benchmarks.faces.robot_scenes import robot_rows
from rokumen.benchmarks.reading.altered_photographs import Change, change_exposure, change_light
from rokumen.benchmarks.reading.cube_sizes import rows_of_all_sizes
from rokumen.benchmarks.reading.failure_pictures import (
    FaceDetection,
    Outcome,
    draw_failures,
    draw_missed_faces,
)
from rokumen.benchmarks.reading.other_classifiers import peer_rows, posterior_rows
from rokumen.benchmarks.reading.sticker_names import (
    is_read_right,
    measured_cubes,
    score_faces_alone,
    score_stickers,
)
from rokumen.benchmarks.support.decoding_trials import Trial, hidden_trials, wrong_trials
from rokumen.benchmarks.support.photographs import (
    LabelledCube,
    LabelledPhoto,
    corner_error,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
)
from rokumen.benchmarks.support.table_rows import TableRow
from rokumen.benchmarks.vision.tracking import Following, follow
from vision.capture.files import load_image
from vision.detect.face_finder import find_faces
from vision.errors import VisionError
from vision.reading import read_cube

# Largest error of a corner, in sides of the face: in rendered and in manually labelled pictures.
EXACT_CORNERS = 0.04

MARKED_CORNERS = 0.12

Progress = Callable[[str], None]


def measure(
    data: Path, failures: Path, seed: int, trials: int, on_progress: Progress
) -> Iterator[TableRow]:
    """Yield the results of all measurements on the data sets in `data`.

    Draws failures into the folder `failures`; `on_progress` is called with each task. Raises
    InputError if a data set is missing.
    """
    # One core: the time of other threads would not be counted.
    cv2.setNumThreads(1)
    on_progress("cube-photos: finding single faces")
    cubes = cubes_by_faces(data)
    found, seconds = detect_faces(picture for cube in cubes for picture in cube.pictures)
    yield from finding_rows("cube-photos, single faces", found, EXACT_CORNERS, "99%")
    yield from searching_rows("single faces", seconds)
    missed = [face for face in found if not face.is_within(EXACT_CORNERS)]
    on_progress("cube-photos: six faces")
    by_faces = read_cubes(cubes)
    yield from reading_rows("cube-photos, six faces", by_faces, "24")
    on_progress("cube-photos: finding the faces of corners")
    corners = cubes_by_corners(data)
    found, seconds = detect_faces(picture for cube in corners for picture in cube.pictures)
    yield from finding_rows("cube-photos, faces of corners", found, EXACT_CORNERS, "")
    yield from searching_rows("corners", seconds)
    missed += [face for face in found if not face.is_within(EXACT_CORNERS)]
    on_progress("cube-photos: two corners")
    by_corners = read_cubes(corners)
    yield from reading_rows("cube-photos, two corners", by_corners, "22")
    on_progress("cube-photos: six faces in other light, and in other exposure")
    lit, exposed = read_cubes(cubes, change_light(seed)), read_cubes(cubes, change_exposure(seed))
    yield from robustness_rows("other light", by_faces, lit)
    yield from robustness_rows("other exposure", by_faces, exposed)
    on_progress("real-photos: finding faces")
    found, _ = detect_faces(real_pictures(data))
    yield from finding_rows("real-photos, all faces", found, MARKED_CORNERS, "97%")
    missed += [face for face in found if not face.is_within(MARKED_CORNERS)]
    on_progress("real-photos: whole cubes")
    real = read_cubes(real_cubes(data))
    yield from reading_rows("real-photos, whole cubes", real, "8")
    on_progress("real-photos: single faces")
    yield from sticker_rows(real, real_pictures(data))
    yield from robot_rows(data, on_progress)
    on_progress("cube-clips: following a face")
    yield from following_rows(follow(data))
    on_progress("sticker-colours: cubes of 2 x 2 x 2 to 6 x 6 x 6")
    yield from sensor_rows(data)
    yield from rows_of_all_sizes(data, seed, on_progress)
    on_progress(f"{trials} cubes with six stickers hidden, {trials} with three wrong")
    yield from trial_rows("six stickers hidden", list(hidden_trials(trials, seed)))
    yield from trial_rows("three stickers wrong", list(wrong_trials(trials, seed)))
    on_progress("baseline classifiers, on the same samples")
    yield from peer_rows(cubes)
    on_progress("scikit-learn's posteriors in place of ours")
    yield from posterior_rows("six faces", cubes)
    yield from posterior_rows("two corners", corners)
    readings = {
        "six faces": by_faces,
        "two corners": by_corners,
        "other light": lit,
        "other exposure": exposed,
        "real": real,
    }
    drawn = draw_all_failures(missed, readings, failures)
    on_progress(f"{drawn} pictures of failures are in {failures}")


def sensor_rows(data: Path) -> Iterator[TableRow]:
    """Yield how many of the cubes that colour sensors measured are read right."""
    measured = measured_cubes(data)
    right = sum(map(is_read_right, measured))
    yield TableRow("sticker-colours: right", f"{right} of {len(measured)}", f"{len(measured)}")


def draw_all_failures(
    missed: Sequence[FaceDetection], readings: Mapping[str, list[Outcome]], folder: Path
) -> int:
    """Draw missed faces and wrongly read cubes; return the number of pictures."""
    drawn = [*draw_missed_faces(missed, folder)]
    for title, outcomes in readings.items():
        drawn += draw_failures(title, outcomes, folder)
    return len(drawn)


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
