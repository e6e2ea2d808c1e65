"""The parts of the benchmark of reading, each of which may be measured alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rokumen.benchmarks.faces.robot_scenes import (
    Seen,
    robot_sticker_rows,
    scenes,
    seen_pictures,
    set_rows,
)
from rokumen.benchmarks.reading.altered_photographs import change_exposure, change_light
from rokumen.benchmarks.reading.cube_sizes import noisy_rows, sized_rows
from rokumen.benchmarks.reading.failure_pictures import Outcome, draw_failures, draw_missed_faces
from rokumen.benchmarks.reading.other_classifiers import peer_rows, posterior_rows
from rokumen.benchmarks.reading.reading import (
    EXACT_CORNERS,
    MARKED_CORNERS,
    detect_faces,
    finding_rows,
    following_rows,
    read_cubes,
    reading_rows,
    robustness_rows,
    searching_rows,
    sensor_rows,
    sticker_rows,
    trial_rows,
)
from rokumen.benchmarks.support.decoding_trials import hidden_trials, wrong_trials
from rokumen.benchmarks.support.photographs import (
    LabelledCube,
    LabelledPhoto,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
)
from rokumen.benchmarks.support.sized_cubes import drawn_cubes, read_sized, robot_cubes
from rokumen.benchmarks.support.table_rows import TableRow
from rokumen.benchmarks.vision.finding import find_in_scenes, scene_rows
from rokumen.benchmarks.vision.tracking import follow

DRAWN_PER_SIZE = 4  # cubes


class ReadingSettings(NamedTuple):
    """What is measured: the seed of light and trials, and how many trials and drawn scenes."""

    seed: int
    trials: int
    scenes: int


@dataclass(frozen=True)
class Run:
    """One run of the benchmark; what several parts need is read once.

    `data`: the folder of the data sets; `failures`: that of the pictures of failures.
    """

    data: Path
    failures: Path
    settings: ReadingSettings
    on_progress: Callable[[str], None]

    @cached_property
    def cubes(self) -> list[LabelledCube]:
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


def _found(title: str, pictures: list[LabelledPhoto], asked: str, run: Run) -> Iterator[TableRow]:
    """Yield how many faces are found in cube-photos, and the time."""
    found, seconds = detect_faces(pictures)
    yield from finding_rows(f"cube-photos, {title}", found, EXACT_CORNERS, asked)
    yield from searching_rows(title, seconds)
    draw_missed_faces([each for each in found if not each.is_within(EXACT_CORNERS)], run.failures)


def _single_faces(run: Run) -> Iterator[TableRow]:
    pictures = [picture for cube in run.cubes for picture in cube.pictures]
    return _found("single faces", pictures, "99%", run)


def _six_faces(run: Run) -> Iterator[TableRow]:
    yield from reading_rows("cube-photos, six faces", run.by_faces, "24")
    run.failed("six faces", run.by_faces)


def _corners(run: Run) -> Iterator[TableRow]:
    pictures = [picture for cube in cubes_by_corners(run.data) for picture in cube.pictures]
    return _found("corners", pictures, "", run)


def _two_corners(run: Run) -> Iterator[TableRow]:
    outcomes = read_cubes(cubes_by_corners(run.data))
    yield from reading_rows("cube-photos, two corners", outcomes, "22")
    run.failed("two corners", outcomes)


def _other_light(run: Run) -> Iterator[TableRow]:
    outcomes = read_cubes(run.cubes, change_light(run.settings.seed))
    yield from robustness_rows("other light", run.by_faces, outcomes)
    run.failed("other light", outcomes)


def _other_exposure(run: Run) -> Iterator[TableRow]:
    outcomes = read_cubes(run.cubes, change_exposure(run.settings.seed))
    yield from robustness_rows("other exposure", run.by_faces, outcomes)
    run.failed("other exposure", outcomes)


def _real_faces(run: Run) -> Iterator[TableRow]:
    found, _ = detect_faces(real_pictures(run.data))
    yield from finding_rows("real-photos, all faces", found, MARKED_CORNERS, "97%")
    draw_missed_faces([each for each in found if not each.is_within(MARKED_CORNERS)], run.failures)


def _real_cubes(run: Run) -> Iterator[TableRow]:
    outcomes = read_cubes(real_cubes(run.data))
    yield from reading_rows("real-photos, whole cubes", outcomes, "8")
    yield from sticker_rows(outcomes, real_pictures(run.data))
    run.failed("real", outcomes)


def _robot_alone(run: Run) -> Iterator[TableRow]:
    yield from robot_sticker_rows("each picture alone", [[each] for each in run.robot_pictures])


def _robot_scenes(run: Run) -> Iterator[TableRow]:
    yield from robot_sticker_rows("all pictures of a scene", scenes(run.robot_pictures))


def _noisy(run: Run) -> Iterator[TableRow]:
    return noisy_rows(run.settings.seed)


def _hidden(run: Run) -> Iterator[TableRow]:
    trials = hidden_trials(run.settings.trials, run.settings.seed)
    return trial_rows("six stickers hidden", list(trials))


def _wrong(run: Run) -> Iterator[TableRow]:
    trials = wrong_trials(run.settings.trials, run.settings.seed)
    return trial_rows("three stickers wrong", list(trials))


def _classifiers(run: Run) -> Iterator[TableRow]:
    yield from posterior_rows("six faces", run.cubes)
    yield from posterior_rows("two corners", cubes_by_corners(run.data))


def _drawn_scenes(run: Run) -> Iterator[TableRow]:
    return scene_rows(find_in_scenes(run.settings.scenes, run.settings.seed, run.on_progress))


Part = Callable[[Run], Iterator[TableRow]]
PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "single-faces": _single_faces,
        "six-faces": _six_faces,
        "corners": _corners,
        "two-corners": _two_corners,
        "other-light": _other_light,
        "other-exposure": _other_exposure,
        "real-faces": _real_faces,
        "real-cubes": _real_cubes,
        "robot-sets": lambda run: set_rows(run.data),
        "robot-alone": _robot_alone,
        "robot-scenes": _robot_scenes,
        "following": lambda run: following_rows(follow(run.data)),
        "sensors": lambda run: sensor_rows(run.data),
        "robot-cubes": lambda run: sized_rows(
            "robot-cubes", map(read_sized, robot_cubes(run.data))
        ),
        "drawn-cubes": lambda run: sized_rows(
            "drawn cubes", map(read_sized, drawn_cubes(DRAWN_PER_SIZE, run.settings.seed))
        ),
        "noisy-cubes": _noisy,
        "hidden-stickers": _hidden,
        "wrong-stickers": _wrong,
        "baselines": lambda run: peer_rows(run.cubes),
        "classifiers": _classifiers,
        "drawn-scenes": _drawn_scenes,
    }
)
