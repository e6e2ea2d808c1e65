"""An emergency stop on the keyboard, where there is one: space, q or Esc."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

KEYS = b" q\x1b"


@contextmanager
def stop_key(stop: Callable[[], None], say: Callable[[str], None]) -> Iterator[None]:
    """Call `stop`, from a thread of its own, when one of KEYS is pressed within the block.

    Without a terminal to read keys from there is nothing to press, and nothing is done.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield
        return
    if not sys.stdin.isatty():
        yield
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    ending, end = os.pipe()
    thread = Thread(target=_listen, args=(keyboard, ending, stop, say), name="stop key")
    try:
        # Keys come one by one and unseen; Ctrl-C goes on being Ctrl-C.
        tty.setcbreak(keyboard)
        thread.start()
        say("[dim]space, q or Esc stops the hands at once[/]")
        yield
    finally:
        os.close(end)
        thread.join()
        os.close(ending)
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _listen(
    keyboard: int, ending: int, stop: Callable[[], None], say: Callable[[str], None]
) -> None:
    while True:
        ready, _, _ = select.select([keyboard, ending], [], [])
        if ending in ready:
            return
        pressed = os.read(keyboard, 64)
        if not pressed:
            return
        if any(key in KEYS for key in pressed):
            stop()
            say("[bold red]STOP[/]     the hands have been told to stand still")
            return
