"""What people are told of a process: its number and its command, without anything secret."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

_PROCESSES = Path("/proc")
# A command of rokumen and the one in it; what follows may be a token, or an address with one.
_COMMANDS = 2
_COMMAND = re.compile("[a-z][a-z-]{0,30}")
_OURS = ("rokumen", "__main__.py")
# What Linux calls processes that a signal or a debugger has stopped.
_STOPPED = ("T", "t")


def this_process() -> str:
    """Return this process as messages name it: "process 4711 ('rokumen run')".

    Of the command line only the program is told, and of rokumen its commands: other programs may
    read it, and an option may hold a secret.
    """
    program = Path(sys.argv[0]).name if sys.argv else ""
    if program not in _OURS:
        return f"process {os.getpid()} ({program or 'python'!r})"
    words = ["rokumen"]
    for word in sys.argv[1 : 1 + _COMMANDS]:
        if not _COMMAND.fullmatch(word):
            break
        words.append(word)
    return f"process {os.getpid()} ({' '.join(words)!r})"


def is_stopped(process: int) -> bool:
    """Return whether a process was stopped and not continued, as far as the system tells."""
    try:
        status = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    # The name of its program, in brackets, may have any characters.
    return status.rpartition(")")[2].split()[:1] in [[state] for state in _STOPPED]
