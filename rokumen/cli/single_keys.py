"""Keys of a terminal, read as they are pressed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_MAX_BYTES = 64


def has_keys() -> bool:
    """Return True if standard input is a terminal whose keys can be read one by one."""
    return sys.stdin.isatty() and find_spec("termios") is not None


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
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
