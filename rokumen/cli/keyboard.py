"""Keys of a terminal, read as they are pressed, and the emergency stop by space, q or Esc."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from threading import Thread

_MAX_BYTES = 64


def has_keys() -> bool:
    """Return True if standard input is a terminal whose keys can be read one by one."""
    return sys.stdin.isatty() and find_spec("termios") is not None


def discard_keys() -> None:
    """Forget what was typed before, if standard input is a terminal."""
    if has_keys():
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for keys and returns them; what was typed before is kept.

    Only where `has_keys`. Ctrl-C still interrupts.
    """
    import termios
    import tty

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        yield lambda: os.read(keyboard, _MAX_BYTES).decode(errors="replace")
    finally:
        # A terminal that has hung up has no settings any more.
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


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
        with suppress(termios.error):
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
