"""A session that watches hands turn a cube: frame by frame, and what their page is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from files.documents import require
from rokumen.errors import InputError
from rokumen.web.sessions.serving import CameraSession
from rokumen.web.watched_cube import SolveFollower, lettered_on_page, turn_message
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from vision.capture.frame import Frame

if TYPE_CHECKING:
    from vision.film.film_watcher import FilmWatcher

_SOURCE = "the film"


class FilmSession(CameraSession):
    """Session of one page before whose camera a cube is turned, or that shows a film of it.

    Not thread-safe.
    """

    def __init__(self) -> None:
        """Wait for the first frame."""
        self._begin(None)

    def _begin(self, start: Cube | None) -> None:
        """Begin with a new film; `start`: as of `FilmWatcher`."""
        self._start = start
        self._watcher: FilmWatcher | None = None
        self._solves = SolveFollower()
        self._is_start_told = False
        self._size: tuple[int, int] | None = None
        self._time: float | None = None
        self._first_time: float | None = None
        self._now = 0.0
        self._expected: tuple[str, ...] = ()

    def see(self, frame: Frame) -> dict[str, Any]:
        """Process a frame and return what it shows. Raises InputError for one of another size."""
        height, width = frame.image.shape[:2]
        before = self._size or (width, height)
        if before != (width, height):
            raise InputError(
                f"a frame of {width} x {height} pixels after one of {before[0]} x {before[1]}: "
                "begin anew"
            )
        self._size = width, height
        if self._watcher is None:
            # Loaded late, and not by the thread that answers STOP: most pages watch no film.
            from vision.film.film_watcher import FilmWatcher

            self._watcher = FilmWatcher(self._start)
        if self._time is not None:
            frame = replace(frame, time=self._time)
        self._first_time = frame.time if self._first_time is None else self._first_time
        self._now = frame.time - self._first_time
        told = self._told(self._watcher, self._watcher.see(frame))
        return {"seen": {"size": self._size}, "told": told}

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a command: a film begins or ends, or the next frame has a time in seconds.

        Raises InputError, and NoFaceError at the end of a film that showed no cube.
        """
        match command:
            case {"do": "camera"}:
                self._begin(self._start)
            case {"do": "begin"}:
                self._begin(Cube.solved() if require(command, "solved", bool) else None)
            case {"do": "time"}:
                self._time = float(require(command, "seconds", float))
            case {"do": "end"}:
                return self._end()
            case _:
                raise InputError(f"unknown command {command!r}")
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return nothing: all is told as it is seen."""
        return {}

    def _end(self) -> dict[str, Any]:
        """Return what is told at the end; what comes then is another film."""
        watcher = self._watcher
        if watcher is None:
            return self.state()
        try:
            told = self._told(watcher, watcher.finish(_SOURCE))
            return {"told": [*told, {"certain": watcher.certain}]}
        finally:
            self._begin(self._start)

    def _told(self, watcher: FilmWatcher, turns: Iterable[WatchedTurn]) -> list[dict[str, Any]]:
        """Return the messages after a frame: the start, turns, solves, what seems to come."""
        messages: list[dict[str, Any]] = []
        if not self._is_start_told and watcher.start:
            self._is_start_told = True
            self._solves.begin(Cube.from_facelets(watcher.start))
            seen = lettered_on_page(watcher.start, watcher.colours)
            messages.append({"seen": seen, "start": watcher.start_from})
        for turn in turns:
            seen = lettered_on_page(turn.facelets, watcher.colours)
            messages.append(turn_message(turn, seen, self._now))
            if solve := self._solves.see(turn):
                messages.append(solve)
        moves, facelets = watcher.expected
        if moves != self._expected:
            self._expected = moves
            shown = lettered_on_page(facelets, watcher.colours)
            messages.append({"expected": moves, "shown": shown})
        return messages
