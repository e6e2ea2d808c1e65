"""Emergency stop by space, q or Esc in a terminal."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

KEYS = b" q\x1b"


@contextmanager
def stop_key(stop: Callable[[], None], show_message: Callable[[str], None]) -> Iterator[None]:
    """Call `stop`, from a separate thread, when one of KEYS is pressed within the block.

    Does nothing if standard input is not a terminal.
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
    thread = Thread(target=_listen, args=(keyboard, ending, stop, show_message), name="stop key")
    try:
        # Keys arrive one by one and without echo; Ctrl-C still interrupts.
        tty.setcbreak(keyboard)
        thread.start()
        show_message("[dim]space, q or Esc stops the robot at once[/]")
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
            say("[bold red]STOP[/]     stop command sent")
            return
