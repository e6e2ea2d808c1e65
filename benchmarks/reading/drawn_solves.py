"""Drawn films of solves, from the scramble to the solved cube: which steps are told, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from benchmarks.harness.options import Option
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.drawn_hands import FRAMES_A_SECOND, PAUSE, DrawnFilm
from benchmarks.support.held_cube import moved
from rokumen.api.solving import solve
from rokumen.cli.number_types import WholeNumber
from solver.core.errors import CubeError
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from solver.notation import parse
from solver.reconstruction import Reconstruction, TimedStep, reconstruct
from solver.turn_distance import TimedTurn, by_colour, distance
from vision.capture.frame import Frame
from vision.film.film_watcher import FILM_LAG_FRAMES, FilmWatcher

SPEED = 3  # turns a second
PAUSES = 4  # after the scramble
TOLERANCE = 0.2  # seconds: a step that ends within it is in time


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
            self.seed, SPEED, script=(*scramble, *(PAUSES * [PAUSE]), *made), shows_all=True
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


def drawn_solves(
    progress: Progress,
    films: Annotated[int, Option("Films.", WholeNumber(1, 1000))] = 10,
    scrambling: Annotated[int, Option("Turns of each scramble.", WholeNumber(2, 100))] = 15,
) -> Iterator[DrawnSolveWatched]:
    """Watch drawn films in which a cube is scrambled and solved, and print the steps told.

    Nothing is told to the watcher: all faces are shown before and after. No film was used to choose
    anything. A step is right if its name is, and its end within 0.2 s.
    """
    for seed in progress.each("films", range(films)):
        yield watch_solve(DrawnSolve(seed, scrambling))


def watch_solve(drawn: DrawnSolve) -> DrawnSolveWatched:
    """Return the record of one film."""
    watcher = FilmWatcher(lag_frames=FILM_LAG_FRAMES)
    told: list[WatchedTurn] = []
    for number, picture in enumerate(drawn.film.pictures()):
        told += watcher.see(Frame(picture, number / FRAMES_A_SECOND, "a drawn film"))
    told += watcher.finish("a drawn film")
    made = by_colour(drawn.film.truth)
    found = distance(made, by_colour([TimedTurn(each.turn, each.end) for each in told]))
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
    return {step.name: _end(step) for step in solved if step.count}


def _end(step: TimedStep) -> float:
    return step.turns[-1].end


def _quarters(turn: str) -> list[str]:
    """Return a turn as quarter turns."""
    (move,) = parse(turn).moves()
    return 2 * [move.family] if abs(move.quarter_turns) == 2 else [turn]
