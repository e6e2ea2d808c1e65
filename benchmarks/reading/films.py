"""Films of hands that turn a cube: the turns that are watched beside those that are labelled."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import numpy as np

from benchmarks.harness.options import Data, Option
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.support.photographs import load_truth
from solver.core.geometry import FACES
from solver.core.orientation import Orientation
from solver.core.watched_turn import WatchedTurn
from solver.turn_distance import (
    AXES,
    QUARTERS,
    TimedTurn,
    by_colour,
    distance,
    quarter_turns,
)
from vision.capture.files import VideoFile
from vision.errors import EndOfStreamError
from vision.film.film_watcher import FILM_LAG_FRAMES, FilmWatcher
from vision.film.held_moves import MOVES, SOURCES

FOLDER = "hand-films"
FRAMES_A_SECOND = 30.0  # of the clock of the labels
SMALLEST_PROMISED = 320  # pixels of the longer side
TOLERANCE = 0.2  # seconds: a turn that ends within it is in time

# What was chosen by looking at a film: poses by its frames at rest, prices by its turns.
TUNED_ON = {
    "simple_shuffle": "prices, all of it",
}


@dataclass(frozen=True, slots=True)
class FilmWatched(Record):
    """One film: distances as shares of its labelled quarter turns of layers, and times."""

    key = "films"
    title = "films of hands"
    published_by = "asked for"

    film: str = column("film")
    labelled: int = column("quarter turns")
    by_colour: float = column("distance by colour", ".1%", published=0.05)
    literal: float = column("literal distance", ".1%")
    oriented: float = column("orientation right", ".0%")
    offset: float = column("offset, s", ".2f")
    median_error: float | None = column("time off, median s", ".2f")
    largest_tenth: float | None = column("90th percentile", ".2f")
    in_time: float | None = column("within 0.2 s", ".0%", published=1)
    certain_turns: float = column("certain turns", ".0%")
    certain: bool = column("final state certain")
    right: bool = column("final state right")
    milliseconds: float = column("ms a frame", ".1f", published=33)
    tuned_on: str = column("tuned on it")
    size: tuple[int, int] = not_shown()

    @property
    def is_good(self) -> bool:
        """Return whether no wrong final state is called certain."""
        return self.right or not self.certain


def watch(
    progress: Progress,
    data: Data,
    film: Annotated[str | None, Option("Only the film with this name.", metavar="NAME")] = None,
) -> Iterator[FilmWatched]:
    """Watch the labelled films of hands, and print how far the turns are from the labels.

    The distance by colour compares quarter turns named by the centre that turns; the literal one
    names them as the cube is held, with turns of the whole cube. Films that are smaller than
    320 x 240 are watched only by their names. Raises InputError without films.
    """
    files = sorted((data / FOLDER).glob(f"{film or '*'}.json"))
    if not files:
        load_truth(data / FOLDER / f"{film or 'simple_shuffle'}.json")
    for file in progress.each("films", [each for each in files if film or not _is_small(each)]):
        yield watch_film(file.with_suffix(".mp4"), labelled_turns(file))


def _is_small(file: Path) -> bool:
    """Return whether the film beside a file of labels is smaller than those that are promised."""
    with VideoFile(str(file.with_suffix(".mp4"))) as video:
        longer: int = max(video.read().image.shape[:2])
    return longer < SMALLEST_PROMISED


def labelled_turns(file: Path) -> list[TimedTurn]:
    """Return the labelled turns of a film."""
    labels = {int(frame): turn for frame, turn in load_truth(file)["moves"].items()}
    return [TimedTurn(labels[frame], frame / FRAMES_A_SECOND) for frame in sorted(labels)]


def watch_film(film: Path, made: Sequence[TimedTurn]) -> FilmWatched:
    """Return the record of one film."""
    watcher = FilmWatcher(lag_frames=FILM_LAG_FRAMES)
    watched: list[WatchedTurn] = []
    frames = 0
    size = (0, 0)
    began = time.thread_time()
    with VideoFile(str(film)) as video:
        try:
            while True:
                frame = video.read()
                size = frame.image.shape[1], frame.image.shape[0]
                watched += watcher.see(frame)
                frames += 1
        except EndOfStreamError:
            watched += watcher.finish(film.name)
    seconds = time.thread_time() - began
    return _record(film.stem, made, watched, watcher, 1000 * seconds / max(frames, 1), size)


def _record(
    name: str,
    made: Sequence[TimedTurn],
    watched: Sequence[WatchedTurn],
    watcher: FilmWatcher,
    milliseconds: float,
    size: tuple[int, int],
) -> FilmWatched:
    seen = [TimedTurn(each.turn, each.end) for each in watched]
    labelled = by_colour(made)
    found = distance(labelled, by_colour(seen))
    errors = sorted(abs(delay - found.offset) for delay in found.delays)
    literal = distance(quarter_turns(made), quarter_turns(seen)).changes
    right = _facelets_after(made)
    return FilmWatched(
        film=name,
        labelled=len(labelled),
        by_colour=found.changes / len(labelled),
        literal=literal / len(quarter_turns(made)),
        oriented=share_of_right_orientations(made, seen, TOLERANCE),
        offset=found.offset,
        median_error=median(errors) if errors else None,
        largest_tenth=quantiles(errors, n=10)[-1] if len(errors) > 1 else None,
        in_time=sum(error <= TOLERANCE for error in errors) / len(errors) if errors else None,
        certain_turns=sum(each.certain for each in watched) / max(len(watched), 1),
        certain=watcher.certain,
        right=watcher.facelets == right,
        milliseconds=milliseconds,
        tuned_on=TUNED_ON.get(name, "no"),
        size=size,
    )


def _facelets_after(made: Sequence[TimedTurn]) -> str:
    """Return the 54 facelets, as the cube is held, after turns from the solved cube."""
    state = np.repeat(list(FACES), 9)
    for each in quarter_turns(made):
        state = state[SOURCES[MOVES.index(each.turn)]]
    return "".join(state)


def share_of_right_orientations(
    made: Sequence[TimedTurn], watched: Sequence[TimedTurn], tolerance: float
) -> float:
    """Return the share of the turns made after which the cube was watched to be held as it was.

    `tolerance` (seconds): how much later than made a turn may have been watched. 1 without turns.
    """
    held, seen = Orientation.identity(), Orientation.identity()
    rest = list(watched)
    right = 0
    for each in made:
        held = _held_after(held, each)
        while rest and rest[0].end <= each.end + tolerance:
            seen = _held_after(seen, rest.pop(0))
        right += held == seen
    return right / len(made) if made else 1.0


def _held_after(held: Orientation, turn: TimedTurn) -> Orientation:
    if not turn.is_whole:
        return held
    return held.rotated(AXES[turn.turn[0]], QUARTERS[turn.turn[1:]])
