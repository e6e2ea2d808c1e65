"""Drawn films of hands that turn a cube: the turns that are watched beside those that are drawn."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from benchmarks.harness.options import Option
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.drawn_hands import FRAMES_A_SECOND, DrawnFilm
from rokumen.cli.number_types import WholeNumber
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.turn_distance import TimedTurn, by_colour, distance
from vision.capture.frame import Frame
from vision.film.film_watcher import FILM_LAG_FRAMES, FilmWatcher

# Turns a second, and the largest distance by colour that was asked for.
SPEEDS = {1: 0.02, 3: 0.04, 6: 0.1}
HALVES = ("chosen on", "judged on")
# The seeds of the films by which it was chosen how the cube is followed, and prices of turns.
CHOSEN_ON = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 16, 18)


@dataclass(frozen=True, slots=True)
class DrawnFilmsWatched(Record):
    """The films of one speed by which something was chosen, or the others.

    How the cube is followed was chosen on CHOSEN_ON, when a turn is certain on even seeds before.
    """

    key = "drawn_films"
    title = "drawn films of hands"
    caption = "how the cube is followed was chosen on some films, and is judged on the others"

    speed: int = column("turns a second")
    half: str = column("films")
    films: int = column("number")
    made: int = column("quarter turns")
    by_colour: float = column("distance by colour", ".1%")
    asked: float = column("asked for", ".0%")
    certain: float = column("certain turns", ".0%")
    wrong_certain: int = column("wrong among them")
    ends_right: int = column("ends right")
    ends_certain: int = column("ends certain")
    ends_wrong: int = column("wrong among them")
    milliseconds: float = column("ms a frame", ".1f", published=33)

    @property
    def is_good(self) -> bool:
        """Return whether no wrong final state is called certain."""
        return not self.ends_wrong


@dataclass(frozen=True, slots=True)
class DrawnFilmWatched:
    """What was watched of one film."""

    made: int
    changes: int
    turns: int
    certain: int
    wrong_certain: int
    is_right: bool
    is_certain: bool
    seconds: float
    frames: int


def drawn_films(
    progress: Progress = QUIET,
    films: Annotated[int, Option("Films of each speed.", WholeNumber(2, 1000))] = 12,
    turns: Annotated[int, Option("Turns of each film.", WholeNumber(1, 1000))] = 20,
) -> Iterator[DrawnFilmsWatched]:
    """Watch drawn films: two thumbs and a finger, sway, blur, six lights, four palettes.

    They begin with the solved cube, which the watcher is told. Times are of one core.
    """
    for speed in SPEEDS:
        drawn = [DrawnFilm(seed, speed, turns) for seed in range(films)]
        watched = [watch_film(film) for film in progress.each(f"{speed} a second", drawn)]
        for name in HALVES:
            own = [
                each
                for film, each in zip(drawn, watched, strict=True)
                if (film.seed in CHOSEN_ON) == (name == HALVES[0])
            ]
            if own:
                yield _record(speed, name, own)


def _record(speed: int, half: str, films: Sequence[DrawnFilmWatched]) -> DrawnFilmsWatched:
    made, turns = sum(film.made for film in films), sum(film.turns for film in films)
    return DrawnFilmsWatched(
        speed,
        half,
        len(films),
        made,
        sum(film.changes for film in films) / made,
        SPEEDS[speed],
        sum(film.certain for film in films) / max(turns, 1),
        sum(film.wrong_certain for film in films),
        sum(film.is_right for film in films),
        sum(film.is_certain for film in films),
        sum(film.is_certain and not film.is_right for film in films),
        1000 * sum(film.seconds for film in films) / sum(film.frames for film in films),
    )


def watch_film(film: DrawnFilm) -> DrawnFilmWatched:
    """Return what is watched of a film, which is told that it begins with the solved cube."""
    watcher = FilmWatcher(Cube.solved(), FILM_LAG_FRAMES)
    told: list[WatchedTurn] = []
    seconds, frames = 0.0, 0
    for picture in film.pictures():
        began = time.thread_time()
        told += watcher.see(Frame(picture, frames / FRAMES_A_SECOND, "a drawn film"))
        seconds += time.thread_time() - began
        frames += 1
    told += watcher.finish("a drawn film")
    made = by_colour(film.truth)
    found = distance(made, by_colour([TimedTurn(each.turn, each.end) for each in told]))
    certain = {each.end for each in told if each.certain}
    extra = [watched for _, watched in found.differences if watched is not None]
    return DrawnFilmWatched(
        len(made),
        found.changes,
        len(told),
        len([each for each in told if each.certain]),
        sum(each.end in certain for each in extra),
        watcher.facelets == film.facelets,
        watcher.certain,
        seconds,
        frames,
    )
