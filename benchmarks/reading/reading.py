"""Reading of every labelled cube, in parts that may be measured alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Annotated, get_args

import click
import cv2

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import FOLDER, Data, Option, Seed
from benchmarks.harness.progress import Progress
from benchmarks.reading.clips import follow
from benchmarks.reading.drawn_scenes import DrawnFaces, DrawnTimes, find_in_scenes
from benchmarks.reading.outcomes import (
    FaceDetection,
    Outcome,
    detect_faces,
    draw_failures,
    draw_missed_faces,
    read_cubes,
)
from benchmarks.reading.robot_scenes import (
    Seen,
    read_scenes,
    read_sets,
    scenes_of,
    seen_pictures,
)
from benchmarks.reading.scores import (
    CubesRead,
    FacesFound,
    FramesFollowed,
    FrameTimes,
    StickersRead,
    TrialsDecoded,
)
from benchmarks.reading.solved_cubes import read_solved_cubes
from benchmarks.reading.sticker_scores import (
    is_read_right,
    measured_cubes,
    score_faces_alone,
    score_stickers,
)
from benchmarks.support.decoding_trials import DecodingTrial, hidden_trials, wrong_trials
from benchmarks.support.photographs import (
    CHOSEN_ON,
    EXACT_CORNERS,
    JUDGED_ON,
    MARKED_CORNERS,
    Change,
    LabelledPhoto,
    PhotographedCube,
    change_exposure,
    change_light,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
)
from benchmarks.support.sized_cubes import (
    drawn_cubes,
    read_noisy,
    read_sized,
    robot_cubes,
)
from rokumen.cli.parameters import WholeNumber

DRAWN_PER_SIZE = 4  # cubes
NOISY_SIZES = (2, 4, 5)
NOISY_PER_SIZE = 25  # cubes

ReadingRecord = (
    CubesRead
    | FacesFound
    | StickersRead
    | FrameTimes
    | FramesFollowed
    | TrialsDecoded
    | DrawnFaces
    | DrawnTimes
)


@dataclass(frozen=True)
class Run:
    """One run of the benchmark; what several parts need is read once.

    `data`: the folder of the data sets; `failures`: that of the pictures of failures.
    """

    data: Path
    failures: Path
    seed: int
    trials: int
    scenes: int
    progress: Progress

    @cached_property
    def cubes(self) -> list[PhotographedCube]:
        """Return the cubes of cube-photos in six pictures. Raises InputError without data."""
        return list(cubes_by_faces(self.data))

    @cached_property
    def by_faces(self) -> list[Outcome]:
        """Return the readings of the cubes in six pictures."""
        return read_cubes(self.cubes)

    @cached_property
    def robot_pictures(self) -> list[Seen]:
        """Return the pictures of robot-photos with the faces that are found."""
        return list(seen_pictures(self.data))

    def failed(self, title: str, outcomes: list[Outcome]) -> None:
        """Draw the cubes that were read wrongly."""
        draw_failures(title, outcomes, self.failures)


def reading(
    progress: Progress,
    kept: Kept,
    data: Data,
    failures: Annotated[
        Path,
        Option("Folder for pictures of wrongly read cubes and faces that were not found.", FOLDER),
    ] = Path("out/reading-failures"),
    seed: Seed = 0,
    trials: Annotated[
        int,
        Option("Cubes with hidden stickers, and as many with wrong stickers.", WholeNumber(1)),
    ] = 1000,
    scenes: Annotated[
        int, Option("Rendered scenes of each kind and cube size.", WholeNumber(1))
    ] = 12,
    only: Annotated[
        tuple[str, ...],
        Option(
            "Measure this part only; may be repeated.",
            click.Choice(list(PARTS)),
            flag="--part",
        ),
    ] = (),
) -> Iterator[ReadingRecord]:
    """Read every labelled cube, and print how many were right.

    Seconds are of one processor. No wrong reading may be called certain.
    """
    # One core: the time of other threads would not be counted.
    cv2.setNumThreads(1)
    run = Run(data, failures, seed, trials, scenes, progress)
    settings = {"seed": seed, "trials": trials, "scenes": scenes}
    for name in [part for part in PARTS if part in only or not only]:
        progress.begin(name)
        yield from kept.measured(name, settings, get_args(ReadingRecord), partial(PARTS[name], run))


def faces_found(
    title: str, found: Sequence[FaceDetection], within: float, asked: str | None = None
) -> FacesFound:
    """Return the record of faces found with a corner error of at most `within` sides."""
    errors = [face.error or 0.0 for face in found if face.is_within(within)]
    return FacesFound(
        title,
        len(errors),
        len(found),
        median(errors) if errors else None,
        max(errors, default=None),
        asked,
    )


def _found(
    title: str, pictures: list[LabelledPhoto], asked: str | None, run: Run
) -> Iterator[FacesFound | FrameTimes]:
    """Yield how many faces are found in cube-photos, and the time to search 640 x 480 pixels."""
    found, seconds = detect_faces(pictures)
    yield faces_found(f"cube-photos, {title}", found, EXACT_CORNERS, asked)
    yield FrameTimes.of(f"searching, {title}", seconds, 40)
    draw_missed_faces([each for each in found if not each.is_within(EXACT_CORNERS)], run.failures)


def _single_faces(run: Run) -> Iterator[FacesFound | FrameTimes]:
    pictures = [picture for cube in run.cubes for picture in cube.pictures]
    return _found("single faces", pictures, "99%", run)


def _six_faces(run: Run) -> Iterator[CubesRead]:
    others = read_cubes(cubes_by_faces(run.data, JUDGED_ON))
    for half, outcomes in ((CHOSEN_ON, run.by_faces), (JUDGED_ON, others)):
        yield CubesRead.timed(f"{half}, six faces", outcomes, len(outcomes))
        run.failed(f"{half}, six faces", outcomes)


def _corners(run: Run) -> Iterator[FacesFound | FrameTimes]:
    pictures = [picture for cube in cubes_by_corners(run.data) for picture in cube.pictures]
    return _found("corners", pictures, None, run)


def _two_corners(run: Run) -> Iterator[CubesRead]:
    for half, asked in ((CHOSEN_ON, 22), (JUDGED_ON, 23)):
        outcomes = read_cubes(cubes_by_corners(run.data, half))
        yield CubesRead.timed(f"{half}, two corners", outcomes, asked)
        run.failed(f"{half}, two corners", outcomes)


def _altered(title: str, change: Change, run: Run) -> Iterator[CubesRead]:
    """Yield how many of the right cubes stay right when the pictures change."""
    outcomes = read_cubes(run.cubes, change)
    stay = sum(b.is_right and a.is_right for b, a in zip(run.by_faces, outcomes, strict=True))
    right = sum(before.is_right for before in run.by_faces)
    wrong = sum(after.is_certain and not after.is_right for after in outcomes)
    yield CubesRead(f"{title}: stay right", right, stay, None, wrong, asked="95%")
    run.failed(title, outcomes)


def _real_faces(run: Run) -> Iterator[FacesFound]:
    found, _ = detect_faces(real_pictures(run.data))
    yield faces_found("real-photos, all faces", found, MARKED_CORNERS, "97%")
    draw_missed_faces([each for each in found if not each.is_within(MARKED_CORNERS)], run.failures)


def _real_cubes(run: Run) -> Iterator[CubesRead | StickersRead]:
    outcomes = read_cubes(real_cubes(run.data))
    yield CubesRead.timed("real-photos, whole cubes", outcomes, 8)
    yield from _real_stickers(outcomes, real_pictures(run.data))
    run.failed("real", outcomes)


def _real_stickers(
    outcomes: Sequence[Outcome], pictures: Sequence[LabelledPhoto]
) -> Iterator[StickersRead]:
    """Yield the stickers of all real faces.

    Stickers of whole cubes count as the cubes were read. Loose faces are read without a cube: the
    photographs of one scene together, and each photograph alone.
    """
    scores = [score_stickers(o.cube, o.reading, MARKED_CORNERS) for o in outcomes]
    right, of = sum(each.right for each in scores), sum(each.of for each in scores)
    whole = {picture.path for o in outcomes for picture in o.cube.pictures}
    loose = score_faces_alone(pictures, whole, MARKED_CORNERS, together=True)
    alone = score_faces_alone(pictures, whole, MARKED_CORNERS, together=False)
    title = "real-photos"
    yield StickersRead(f"{title}, all faces", right + loose.right, of + loose.of, "99.5%")
    yield StickersRead(f"{title}, faces of whole cubes", right, of)
    yield StickersRead(f"{title}, loose faces of one scene", loose.right, loose.of)
    yield StickersRead(f"{title}, the same, each photograph alone", alone.right, alone.of)


def _sensors(run: Run) -> Iterator[CubesRead]:
    """Yield how many of the cubes that colour sensors measured are read right."""
    measured = measured_cubes(run.data)
    right = sum(map(is_read_right, measured))
    yield CubesRead("sticker-colours", len(measured), right, None, None, asked=len(measured))


def _robot_cubes(run: Run) -> Iterator[CubesRead]:
    read = list(map(read_sized, robot_cubes(run.data)))
    yield CubesRead.timed("robot-cubes", read, len(read))


def _drawn_cubes(run: Run) -> Iterator[CubesRead]:
    read = list(map(read_sized, drawn_cubes(DRAWN_PER_SIZE, run.seed)))
    yield CubesRead.timed("drawn cubes", read, len(read))


def _noisy_cubes(run: Run) -> Iterator[CubesRead]:
    """Yield how cubes whose samples are off are read, half of them with a wrong sticker."""
    for n in NOISY_SIZES:
        yield CubesRead.of(f"noisy {n}x{n}x{n}", read_noisy(n, NOISY_PER_SIZE, run.seed))


def decoded(title: str, trials: Sequence[DecodingTrial]) -> TrialsDecoded:
    """Return the record of decoding trials."""
    only = [trial for trial in trials if trial.is_only]
    doubtful = [trial for trial in trials if not trial.is_only] if only else []
    return TrialsDecoded(
        title,
        len(trials),
        sum(trial.is_certain and trial.is_right for trial in trials),
        sum(trial.is_certain and not trial.is_right for trial in trials),
        len(only),
        sum(trial.is_certain and trial.is_right for trial in only) if only else None,
        len(doubtful),
        sum(not trial.is_certain for trial in doubtful) if only else None,
    )


def _hidden(run: Run) -> Iterator[TrialsDecoded]:
    yield decoded("six stickers hidden", list(hidden_trials(run.trials, run.seed)))


def _wrong(run: Run) -> Iterator[TrialsDecoded]:
    yield decoded("three stickers wrong", list(wrong_trials(run.trials, run.seed)))


def _robot_alone(run: Run) -> Iterator[StickersRead]:
    yield from read_scenes("each picture alone", [[each] for each in run.robot_pictures])


def _robot_scenes(run: Run) -> Iterator[StickersRead]:
    yield from read_scenes("all pictures of a scene", scenes_of(run.robot_pictures))


Part = Callable[[Run], Iterable[ReadingRecord]]
PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "single-faces": _single_faces,
        "six-faces": _six_faces,
        "corners": _corners,
        "two-corners": _two_corners,
        "solved-cubes": lambda run: read_solved_cubes(run.data, run.seed),
        "other-light": lambda run: _altered("other light", change_light(run.seed), run),
        "other-exposure": lambda run: _altered("other exposure", change_exposure(run.seed), run),
        "real-faces": _real_faces,
        "real-cubes": _real_cubes,
        "robot-sets": lambda run: read_sets(run.data),
        "robot-alone": _robot_alone,
        "robot-scenes": _robot_scenes,
        "following": lambda run: follow(run.data),
        "sensors": _sensors,
        "robot-cubes": _robot_cubes,
        "drawn-cubes": _drawn_cubes,
        "noisy-cubes": _noisy_cubes,
        "hidden-stickers": _hidden,
        "wrong-stickers": _wrong,
        "drawn-scenes": lambda run: find_in_scenes(run.scenes, run.seed, run.progress),
    }
)
