"""`rokumen watch` of a film of hands, and of the smart cube in them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shlex import quote
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from rokumen.api.pictures import is_video
from rokumen.api.watching import watched_film
from rokumen.cli.cube.watched_turns import CubeBefore, TurnPrinter
from rokumen.errors import InputError
from rokumen.show.progress import FILM_SEEN, StatusLine
from rokumen.show.watched_solves import ComparedTurns
from rokumen.smart_cubes.smart_cube import SmartCube
from solver.core.facelets import UNKNOWN
from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from vision.capture.files import VideoFile
from vision.errors import CameraError, NoFaceError, UncertainError, VisionError
from vision.live.scanner import read_video

if TYPE_CHECKING:
    from vision.film.watched_film import WatchedFilm


# Seconds of a film that may show faces one after the other, without turns.
LONGEST_READ = 120.0
_STARTS = {
    StartFrom.FILM: "the cube at the start is read from the film, which shows all its faces",
    StartFrom.SOLVED: "the cube is taken to be solved at the start: the film does not show all its "
    "faces for certain before the first turn; --from CUBE says another one",
}


class TurnsMeanwhile:
    """The turns that a smart cube tells while a film is watched; a context manager."""

    def __init__(self, cube: SmartCube) -> None:
        """Follow a cube that is connected; nothing else may ask it until the end."""
        self._cube = cube
        self._thread = ThreadPoolExecutor(1)
        self._start = self._thread.submit(cube.start)
        self._turns = self._thread.submit(lambda: tuple(cube.turns()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._cube.close()
        self._thread.shutdown()

    def start(self) -> Cube | None:
        """Wait until the cube says what it is, and return that; None where it does not know.

        Raises ApplicationError for a connection that broke.
        """
        told = self._start.result()
        return None if told is None or UNKNOWN in told else Cube.from_facelets(told)

    def end(self) -> tuple[WatchedTurn, ...]:
        """Return all turns, of a live cube those until now. Raises what `start` raises."""
        if self._cube.is_live:
            self._cube.close()
        return self._turns.result()


def watch_film(
    source: str,
    start: Cube | None,
    printer: TurnPrinter,
    draw: Path | None,
    meanwhile: TurnsMeanwhile | None = None,
) -> bool:
    """Print the turns of a film, and return whether they are certain.

    `start`: the cube at its start, without one as the smart cube says or the film shows; `draw`:
    the file for the film with its turns; `meanwhile`: the turns of the smart cube that the film
    shows, which are compared. Raises InputError, UncertainError for a film without a cube, and
    DrawingError.
    """
    told = None if start is not None or meanwhile is None else meanwhile.start()
    display = StatusLine()
    film = watched_film(source, start or told, display.counting(FILM_SEEN))
    try:
        with display:
            try:
                for turn in film.turns():
                    if not printer.turns:
                        _say_start(film)
                    printer.add(turn)
            except KeyboardInterrupt:
                for turn in film.stop():
                    printer.add(turn)
    except CameraError as error:
        raise InputError(str(error)) from error
    except NoFaceError as error:
        _check_shows_turns(source)
        raise UncertainError(str(error)) from error
    if not printer.turns:
        _say_start(film)
    if film.start_from is StartFrom.SOLVED and all(map(_is_doubtful, printer.turns)):
        _check_shows_turns(source)
    if meanwhile is not None:
        printer.compared = ComparedTurns.of(meanwhile.end(), printer.turns, film.colours)
    first = CubeBefore(
        Cube.from_facelets(film.start), film.start_from if told is None else StartFrom.CUBE
    )
    printer.print_end(first, film.facelets, certain=film.certain)
    if draw is not None:
        _draw(source, film, printer.turns, draw)
    return film.certain


def _is_doubtful(turn: WatchedTurn) -> bool:
    return turn.after_gap or not turn.certain


def _check_shows_turns(source: str) -> None:
    """Raise UncertainError for a film that shows the faces of a cube in turn, to be read."""
    if not is_video(source):
        return
    try:
        with VideoFile(source) as video:
            if video.seconds > LONGEST_READ:
                return
        shown = read_video(source, None, None)
    except VisionError:
        return
    if shown.certain:
        raise UncertainError(
            f"{source!r} shows no turns, but the six faces of a cube one after the other. Use "
            f"read, which reads the cube: rokumen read {quote(source)}"
        )


def _say_start(film: WatchedFilm) -> None:
    """Say on stderr with which cube the film begins, where nobody gave it."""
    if (words := _STARTS.get(film.start_from)) is not None:
        click.echo(words, err=True)


def check_drawing(path: Path, video: Path | None) -> None:
    """Raise InputError where nothing is to be drawn, and DrawingError for a bad path."""
    from vision.film.drawn_film import check_path

    if video is None:
        raise InputError(f"--draw {str(path)!r}: only a VIDEO is drawn")
    check_path(path)


def _draw(source: str, film: WatchedFilm, turns: Sequence[WatchedTurn], path: Path) -> None:
    """Draw a film that was watched. Raises DrawingError."""
    # Loaded late: smart cubes need no picture.
    from vision.film.drawn_film import Told, draw_film

    draw_film(source, Told(film.start, turns, film.colours), path)
