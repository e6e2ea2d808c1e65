"""A person at a terminal: reads what a command prints, and types."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time

from tests.support.processes import ROKUMEN

_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class TerminalUser:
    """A command in a pseudo-terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._end, end = pty.openpty()
        self._process = subprocess.Popen(
            [*ROKUMEN, *arguments],
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
        )
        os.close(end)
        self._unread = ""
        self.screen = ""

    def answer(self, question: str, answer: str = "", seconds: float = 60) -> None:
        """Wait until something is asked, and type an answer with Enter."""
        self.press(question, f"{answer}\r", seconds)

    def press(self, text: str, keys: str, seconds: float = 60) -> None:
        """Wait for a text, and press keys."""
        self.read_until(text, seconds)
        os.write(self._end, keys.encode())

    def read_until(self, text: str, seconds: float = 60) -> None:
        """Read up to a text; what comes after it is still unread."""
        deadline = time.monotonic() + seconds
        while text not in self._unread:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} did not come; the screen is:\n{self.screen}"
            assert self._read(left), f"the command ended before {text!r}:\n{self.screen}"
        self._unread = self._unread.partition(text)[2]

    def interrupt(self, text: str, seconds: float = 60) -> None:
        """Wait for a text, and interrupt the command as Ctrl-C does."""
        self.read_until(text, seconds)
        self._process.send_signal(signal.SIGINT)

    def end(self, seconds: float = 60) -> int:
        """Read to the end of the command, and return its exit status."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and self._read(left):
            pass
        return self._process.wait(timeout=seconds)

    def hang_up(self, seconds: float = 60) -> int:
        """Close the terminal, as its window does, and return the command's exit status."""
        os.close(self._end)
        self._process.send_signal(signal.SIGHUP)
        return self._process.wait(timeout=seconds)

    def close(self) -> None:
        """End the command if it still runs."""
        self._process.kill()
        self._process.wait()
        os.close(self._end)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._end], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._end, 65536)
        except OSError:  # the other end is closed
            return False
        text = _STYLE.sub("", data.decode(errors="replace")).replace("\r", "")
        self.screen += text
        self._unread += text
        return bool(data)
