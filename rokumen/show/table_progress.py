"""How far the tables of an engine or a puzzle are built, and the time left, on stderr."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING

from rokumen.show.progress import LINE_SECONDS, ProgressBar
from solver.engines.registry import load_engine, prepare
from solver.puzzles.registry import Puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from solver.cube import Cube


# The rate is not known before so much is done.
_LEAST_SHARE = 0.02
# An estimate of which so much has gone by without a report was too short.
_TRUSTED_SHARE = 0.85
_SECONDS_A_MINUTE = 60


@dataclass(slots=True)
class RemainingTime:
    """An estimate from the shares that are reported, which counts down between two reports.

    `share` is what is done, 0 to 1, None before the first report; `seconds` is when that was
    reported, from the start. The rate is that since the first report, since what was there already
    took no time.
    """

    share: float | None = None
    seconds: float = 0.0
    _first: tuple[float, float] | None = None

    def report(self, share: float, seconds: float) -> None:
        """Take the share that is done after `seconds`."""
        self._first = self._first or (share, seconds)
        self.share, self.seconds = share, seconds

    def left(self, seconds: float) -> float | None:
        """Return the seconds that it takes from `seconds` after its start, None if unknown."""
        if self.share is None or self._first is None:
            return None
        first_share, first_seconds = self._first
        done = self.share - first_share
        if done < _LEAST_SHARE:
            return None
        needed = (1 - self.share) * (self.seconds - first_seconds) / done
        waited = seconds - self.seconds
        return needed - waited if waited < _TRUSTED_SHARE * needed else None

    def describe(self, seconds: float) -> str:
        """Return the share, and the time left or, where nobody knows it, that until now.

        Such as "34 %, about 40 s left".
        """
        if self.share is None:
            return f"{seconds:.0f} s"
        left, percent = self.left(seconds), f"{math.floor(100 * self.share)} %"
        if left is None:
            return f"{percent}, {seconds:.0f} s so far"
        return f"{percent}, about {_rounded(left)} left"


def _rounded(seconds: float) -> str:
    """Return a time as precisely as it can be estimated: "8 s", "40 s", "3 min"."""
    if seconds < 10:
        return f"{math.ceil(seconds)} s"
    if seconds < 1.5 * _SECONDS_A_MINUTE:
        return f"{5 * math.ceil(seconds / 5)} s"
    return f"{math.ceil(seconds / _SECONDS_A_MINUTE)} min"


def describe_building(
    name: str, describe: Callable[[str], None], every: float
) -> Callable[[float], None]:
    """Return a callback for the share that is built of the tables of `name`.

    It calls `describe` with words for the user, at most once in `every` seconds.
    """
    began = time.monotonic()
    estimate = RemainingTime()
    said = -math.inf

    def on_progress(share: float) -> None:
        nonlocal said
        seconds = time.monotonic() - began
        estimate.report(share, seconds)
        if seconds - said >= every:
            said = seconds
            describe(f"{building(name)}: {estimate.describe(seconds)}")

    return on_progress


def building(name: str) -> str:
    """Return the words shown while the tables of an engine or a puzzle are built."""
    return f"building the tables of {name} (first use only)"


# Tables that are there are loaded in less, and need no display.
QUIET_SECONDS = 0.5


def build_engine_tables(method: str, options: Mapping[str, object]) -> None:
    """Load an engine's tables, after building them on first use.

    Shows a progress bar with the time left, or lines if stderr is not a terminal. Raises a
    CubeError if the tables cannot be stored.
    """

    # The import of an engine may take a while too.
    _show(method, lambda progress: prepare(method, progress, **options))


def build_tables_for(cube: Cube, method: str, options: Mapping[str, object]) -> None:
    """Load or build tables as `build_engine_tables`, but none that this cube does not need."""

    def build(progress: Callable[[float], None]) -> None:
        engine = load_engine(method)
        engine.prepare_for(cube, engine.read_options(options), progress)

    _show(method, build)


def build_choice_tables(prepare_choice: Callable[[Callable[[float], None]], None]) -> None:
    """Load what chooses the solution for a rig, as `build_engine_tables` does."""
    _show("the fastest motion", prepare_choice)


def build_puzzle_tables(puzzle: Puzzle, method: str, options: Mapping[str, object]) -> None:
    """Load the tables of a method of a puzzle, as `build_engine_tables` does."""
    if puzzle.needs_tables:
        _show(puzzle.name, partial(puzzle.prepare_for, method, options))


def _show(name: str, build: Callable[[Callable[[float], None]], None]) -> None:
    estimate, began, ended = RemainingTime(), time.monotonic(), Event()

    def watch() -> None:
        if ended.wait(QUIET_SECONDS):
            return
        _show_until(ended, name, estimate, began)

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        build(lambda share: estimate.report(share, time.monotonic() - began))
    finally:
        ended.set()
        watching.join()


REFRESH_SECONDS = 0.1


def _show_until(ended: Event, name: str, estimate: RemainingTime, began: float) -> None:
    """Show on stderr how far the tables of `name` are, until `ended` is set.

    `estimate` is what was reported meanwhile; `began` is the start by the monotonic clock.
    """
    # Imported here, since it is slow and most often there is nothing to show.
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        _show_bar(ended, name, estimate, began)
    else:
        _write_lines(console, ended, name, estimate, began)


def _show_bar(ended: Event, name: str, estimate: RemainingTime, began: float) -> None:
    from rich.progress import BarColumn, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20))
    with ProgressBar(*columns, TextColumn("{task.fields[left]}")) as bar:
        while not ended.wait(REFRESH_SECONDS):
            what, left = _what_and_how_far(name, estimate, began)
            total = None if estimate.share is None else 1
            bar.advance_to(what, estimate.share or 0, total, left=left)


def _write_lines(
    console: Console, ended: Event, name: str, estimate: RemainingTime, began: float
) -> None:
    while not ended.is_set():
        console.print(": ".join(_what_and_how_far(name, estimate, began)), soft_wrap=True)
        ended.wait(LINE_SECONDS)


def _what_and_how_far(name: str, estimate: RemainingTime, began: float) -> tuple[str, str]:
    """Return what is done now, and how far it is."""
    what = f"loading {name}" if estimate.share is None else building(name)
    return what, estimate.describe(time.monotonic() - began)
