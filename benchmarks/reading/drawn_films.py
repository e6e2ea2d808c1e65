"""Drawn films of hands: turns and steps of solves that are watched beside those that are drawn."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from benchmarks.harness.options import Option
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.reading.drawn_hands import FRAMES_A_SECOND, PAUSE, DrawnFilm
from benchmarks.support.held_cube import moved
from rokumen.api.solving import solve
from rokumen.cli.parameters import WholeNumber
from solver.core.errors import CubeError
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from solver.notation import parse
from solver.reconstruction import Reconstruction, reconstruct
from solver.turn_distance import Distance, TimedTurn, by_colour, distance
from vision.capture.frame import Frame
from vision.film.film_watcher import FILM_LAG_FRAMES, FilmWatcher

# Turns a second, and the largest distance by colour that was asked for.
SPEEDS = {1: 0.02, 3: 0.04, 6: 0.1}
HALVES = ("chosen on", "judged on")
# The seeds of the films by which it was chosen how the cube is followed, and prices of turns.
CHOSEN_ON = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 16, 18)


SOLVE_SPEED = 3  # turns a second of a solve
SCRAMBLING = 15  # turns
PAUSES = 4  # after the scramble
TOLERANCE = 0.2  # seconds: a step that ends within it is in time


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


@dataclass(frozen=True, slots=True)
class DrawnSolveWatched(Record):
    """One film: how many of its steps were told with their names and times, and its end."""

    key = "drawn_solves"
    title = "drawn films of solves"

    film: int = column("film")
    made: int = column("quarter turns")
    by_colour: float = column("distance by colour", ".1%")
    is_read: bool = column("start read from the film")
    steps: int = column("steps")
    right: int = column("with their names and times")
    certain_turns: float = column("certain turns", ".0%")
    is_certain: bool = column("end certain")
    is_right: bool = column("end right")

    @property
    def is_good(self) -> bool:
        """Return whether no wrong final state is called certain."""
        return self.is_right or not self.is_certain


@dataclass(frozen=True)
class DrawnSolve:
    """A film in which a cube is scrambled with some turns, and solved layer by layer.

    All faces are shown before and after.
    """

    seed: int
    scrambling: int

    @cached_property
    def film(self) -> DrawnFilm:
        """The film: drawn anew for the same seed."""
        rng = np.random.default_rng([self.seed, 7])
        scramble: list[str] = []
        while len(scramble) < self.scrambling:
            turn = str(rng.choice(list(FACES))) + str(rng.choice(["", "'"]))
            if not scramble or scramble[-1][0] != turn[0]:
                scramble.append(turn)
        solution = solve(Cube.solved().apply(" ".join(scramble)), method="lbl").turns
        made = [quarter for turn in solution for quarter in _quarters(str(turn))]
        return DrawnFilm(
            self.seed, SOLVE_SPEED, script=(*scramble, *(PAUSES * [PAUSE]), *made), shows_all=True
        )

    @property
    def turns(self) -> list[WatchedTurn]:
        """Its turns, as a watcher who sees all would tell them."""
        facelets, made = SOLVED, []
        for move, start, end in self.film.scenes():
            if move:
                facelets = moved(facelets, move)
                times = start / FRAMES_A_SECOND, end / FRAMES_A_SECOND
                made.append(WatchedTurn(move, *times, facelets))
        return made


def drawn_films(
    progress: Progress = QUIET,
    films: Annotated[int, Option("Films of each speed.", WholeNumber(2, 1000))] = 12,
    turns: Annotated[int, Option("Turns of each film.", WholeNumber(1, 1000))] = 20,
    solves: Annotated[int, Option("Films of a scramble and a solve.", WholeNumber(0, 1000))] = 10,
) -> Iterator[DrawnFilmsWatched | DrawnSolveWatched]:
    """Watch drawn films: two thumbs and a finger, sway, blur, six lights, four palettes.

    They begin with the solved cube, which the watcher is told. Times are of one core. Then come
    films in which a cube is scrambled and solved, of which nothing is told: all faces are shown
    before and after. None of them was used to choose anything. A step is right if its name is, and
    its end within 0.2 s.
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
    for seed in progress.each("solves", range(solves)):
        yield watch_solve(DrawnSolve(seed, SCRAMBLING))


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


def _told(watcher: FilmWatcher, film: DrawnFilm) -> tuple[list[WatchedTurn], float, int]:
    """Return the turns that are told of a film, the seconds that watching took, and the frames."""
    told: list[WatchedTurn] = []
    seconds, frames = 0.0, 0
    for picture in film.pictures():
        began = time.thread_time()
        told += watcher.see(Frame(picture, frames / FRAMES_A_SECOND, "a drawn film"))
        seconds += time.thread_time() - began
        frames += 1
    told += watcher.finish("a drawn film")
    return told, seconds, frames


def _compared(film: DrawnFilm, told: Sequence[WatchedTurn]) -> tuple[Sequence[TimedTurn], Distance]:
    """Return the turns that were made in a film by colour, and how far those told are from them."""
    made = by_colour(film.truth)
    return made, distance(made, by_colour([TimedTurn(each.turn, each.end) for each in told]))


def watch_film(film: DrawnFilm) -> DrawnFilmWatched:
    """Return what is watched of a film, which is told that it begins with the solved cube."""
    watcher = FilmWatcher(Cube.solved(), FILM_LAG_FRAMES)
    told, seconds, frames = _told(watcher, film)
    made, found = _compared(film, told)
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


def watch_solve(drawn: DrawnSolve) -> DrawnSolveWatched:
    """Return the record of one film."""
    watcher = FilmWatcher(lag_frames=FILM_LAG_FRAMES)
    told, _, _ = _told(watcher, drawn.film)
    made, found = _compared(drawn.film, told)
    steps = ends_of_steps(reconstruct(Cube.solved(), drawn.turns))
    try:
        seen = ends_of_steps(reconstruct(Cube.from_facelets(watcher.start), told))
    except CubeError:
        seen = {}
    return DrawnSolveWatched(
        drawn.seed,
        len(made),
        found.changes / len(made),
        watcher.start_from is StartFrom.FILM,
        len(steps),
        sum(name in seen and abs(seen[name] - end) <= TOLERANCE for name, end in steps.items()),
        sum(each.certain for each in told) / max(len(told), 1),
        watcher.certain,
        watcher.facelets == drawn.film.facelets,
    )


def ends_of_steps(solves: Sequence[Reconstruction]) -> dict[str, float]:
    """Return the steps of the first solve that is finished, each with its end in seconds."""
    solved = next((solve.steps for solve in solves if solve.is_solved), ())
    return {step.name: step.turns[-1].end for step in solved if step.count}


def _quarters(turn: str) -> list[str]:
    """Return a turn as quarter turns."""
    (move,) = parse(turn).moves()
    return 2 * [move.family] if abs(move.quarter_turns) == 2 else [turn]
