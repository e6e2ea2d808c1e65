"""SIGTERM and SIGHUP end a command as Ctrl-C does, but nobody is asked anything then.

While its modules load each of the three ends it at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

from rokumen.cli.output import discard
from rokumen.early_signals import AT_ONCE, end_at_once

Handler = Callable[[int, FrameType | None], None]

_HANG_UP = getattr(signal, "SIGHUP", None)  # not on Windows
TERMINATING: tuple[int, ...] = tuple(
    number for number in (signal.SIGTERM, _HANG_UP) if number is not None
)


@contextmanager
def terminated_by_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first signal of TERMINATING within the block.

    Further ones are ignored, since the first has begun an orderly end. A signal that the process
    was started to ignore, as by nohup, stays ignored.
    """
    terminal = [stream for stream in (sys.stdout, sys.stderr) if stream.isatty()]
    owner = os.getpid()
    is_ending = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_ending
        if os.getpid() != owner:
            # A worker process, forked meanwhile, has nothing to bring to an end.
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        if number == _HANG_UP:
            _lose_terminal(terminal)
        if not is_ending:
            is_ending = True
            raise KeyboardInterrupt

    handlers: dict[int, Handler] = {
        number: end for number in TERMINATING if not _is_ignored(number)
    }
    if signal.getsignal(signal.SIGINT) is end_at_once:
        handlers[signal.SIGINT] = signal.default_int_handler
    with handled(handlers):
        yield


@contextmanager
def loading() -> Iterator[None]:
    """Let signals end a command at once within the block, which loads modules.

    A library would turn KeyboardInterrupt into an error of its own. What is no command, as a test,
    keeps its handlers.
    """
    with handled(dict.fromkeys(AT_ONCE, end_at_once)):
        yield


@contextmanager
def handled(handlers: Mapping[int, Handler]) -> Iterator[None]:
    """Let handlers be called at signals within the block; in the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_ignored(number: int) -> bool:
    return signal.getsignal(number) == signal.SIG_IGN


def _lose_terminal(terminal: list[TextIO]) -> None:
    """Lose what is written to a terminal that has hung up: each write would fail."""
    for stream in terminal:
        discard(stream)
