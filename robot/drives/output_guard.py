"""Ends the pulses of a chip that would go on without its host, by a pin: a process of its own.

A PCA9685 goes on pulsing when the program that drives it dies. Its output-enable line on a pin of
the computer ends that, if something is left that switches the pin. This program does so as soon as
nothing feeds it: the other end of its pipe is closed, or silent for too long. It does not outlive
the computer: what happens then is up to the resistor at the pin (docs/pca9685.md).
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Protocol

from robot.clock import Clock, SystemClock
from robot.drives.device_access import write_number
from robot.errors import DriveError

ON, OFF, BEAT = b"1", b"0", b"."
SILENT_SECONDS = 1.0
_CHECK_SECONDS = 0.02
_ANSWER_SECONDS = 5.0
# The guard switches the pin within so long, in seconds.
_PIN_SECONDS, _POLL_SECONDS = 0.5, 0.005


class Guard:
    """Keeps a pin on from ON to OFF, as long as it is fed within SILENT_SECONDS.

    Once it was silent, only ON switches the pin on again.
    """

    def __init__(self, pin: Path, clock: Clock) -> None:
        self._pin = pin
        self._clock = clock
        self._is_on = False
        self._fed = clock.now()

    def feed(self, data: bytes) -> None:
        """Take what the program sent."""
        self.check()
        self._fed = self._clock.now()
        for word in (data[index : index + 1] for index in range(len(data))):
            if word in (ON, OFF):
                self._switch(word == ON)

    def check(self) -> None:
        """Switch the pin off if the program has been silent for too long."""
        if self._is_on and self._clock.now() - self._fed > SILENT_SECONDS:
            self._switch(False)

    def end(self) -> None:
        """Switch the pin off."""
        self._switch(False)

    def _switch(self, is_on: bool) -> None:
        self._is_on = is_on
        write_number(self._pin, int(is_on))


class GuardLine(Protocol):
    """The program's end of the pipe to a guard."""

    def send(self, word: bytes) -> None:
        """Send ON, OFF or BEAT. Raises OSError if the guard is gone."""
        ...

    def close(self) -> None:
        """End the guard, which switches the pin off."""
        ...


class OutputPin:
    """The output-enable line on a pin, which a guard switches off without its host."""

    def __init__(self, file: Path, line: GuardLine, clock: Clock) -> None:
        self._file, self._line, self._clock = file, line, clock

    @property
    def is_on(self) -> bool:
        """Return True while the chip's pulses reach the servos."""
        return self._file.read_text().strip() == "1"

    def switch(self, is_on: bool) -> None:
        """Switch the pin. Raises OSError if the guard does not."""
        self._line.send(ON if is_on else OFF)
        end = self._clock.now() + _PIN_SECONDS
        while self.is_on is not is_on:
            if self._clock.now() > end:
                raise OSError(f"the guard of {self._file} does not switch it")
            self._clock.sleep(_POLL_SECONDS)

    def beat(self) -> None:
        """Feed the guard."""
        self._line.send(BEAT)

    def close(self) -> None:
        """End the guard; the pin is switched off."""
        self._line.close()


class GuardProcess:
    """A guard as a process, which a signal to this program's group does not reach."""

    def __init__(self, pin: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "robot.drives.output_guard", str(pin)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], _ANSWER_SECONDS)[0]:
            self.close()
            raise DriveError(f"the guard of {pin} did not start")
        self._process.stdout.read(1)

    def send(self, word: bytes) -> None:
        """See `GuardLine`."""
        assert self._process.stdin is not None
        os.write(self._process.stdin.fileno(), word)

    def close(self) -> None:
        """See `GuardLine`."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait(_ANSWER_SECONDS)


def main(pin: Path) -> None:
    """Guard a pin until the pipe that is the standard input is closed."""
    guard = Guard(pin, SystemClock())
    try:
        os.write(sys.stdout.fileno(), b"!")
        while True:
            if select.select([sys.stdin], [], [], _CHECK_SECONDS)[0]:
                data = os.read(sys.stdin.fileno(), 4096)
                if not data:
                    return
                guard.feed(data)
            guard.check()
    finally:
        guard.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
