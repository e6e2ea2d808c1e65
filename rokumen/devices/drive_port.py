"""A port behind which the robot's firmware runs in a thread of this process, above a drive."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from random import SystemRandom
from threading import Condition, Thread

from robot.errors import LinkError, PortError
from robot.firmware.drive_servos import DriveServos
from robot.firmware.drive_url import open_servos
from robot.firmware.firmware import Firmware
from robot.link.port import POLL_SECONDS

# Longest time between two polls of the input by the firmware's thread, in seconds.
_MAX_WAIT_SECONDS = 0.5


class DrivePort:
    """A `SerialPort` that speaks the wire protocol (docs/protocol.md) for a drive.

    The firmware has a thread of its own, so that it receives bytes, and stops a motion whose host
    is silent, whatever the program does.
    """

    def __init__(self, url: str) -> None:
        """Open the drive at `SCHEME://DEVICE?settings=FILE`, and start the firmware.

        Raises OSError or ValueError, and PortError for a plug-in that is broken.
        """
        self.timeout: float | None = POLL_SECONDS
        self._name = url.partition("://")[0]
        self._servos = self._opened(url)
        self._clock = self._servos.clock
        self._input: SimpleQueue[bytes | None] = SimpleQueue()
        self._output = bytearray()
        self._changed = Condition()
        self._failure: Exception | None = None
        try:
            firmware = self._start_firmware()
        except BaseException:
            self._servos.close()
            raise
        self._thread = Thread(
            target=self._run, args=(firmware,), name="drive firmware", daemon=True
        )
        self._thread.start()

    @property
    def in_waiting(self) -> int:
        """Return how many bytes can be read without waiting. Raises what the drive raised."""
        self._raise_failure()
        return len(self._output)

    def read(self, size: int = 1, /) -> bytes:
        """Wait for `size` bytes, for the time-out at most. Raises what the drive raised."""
        with self._changed:
            self._changed.wait_for(
                lambda: len(self._output) >= size or self._failure is not None, self.timeout
            )
            self._raise_failure()
            data = bytes(self._output[:size])
            del self._output[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Send bytes to the firmware. May be called from any thread and signal handler."""
        self._raise_failure()
        self._input.put(data)
        return len(data)

    def close(self) -> None:
        """End the firmware and release the drive; closed jaws relax, other motors stay."""
        self._input.put(None)
        self._thread.join()

    def _start_firmware(self) -> Firmware:
        settings = self._servos.settings
        return Firmware(
            settings.rig,
            self._servos,
            self._clock,
            SystemRandom(),
            name=self._servos.name,
            feedback="none",
            rest=settings.rest,
        )

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _run(self, firmware: Firmware) -> None:
        try:
            while (data := self._next_input(firmware.next_wakeup())) is not None:
                firmware.receive(data)
                if why := self._servos.stopped_by:
                    firmware.stop(why)
                output = b"".join(firmware.read_output())
                if output:
                    with self._changed:
                        self._output += output
                        self._changed.notify_all()
            firmware.end()
            self._servos.finish_relaxing()
        except Exception as error:
            # Any error is passed on to the thread that waits for the robot.
            with self._changed:
                self._failure = error if isinstance(error, OSError) else LinkError(self._bug(error))
                self._changed.notify_all()
        finally:
            self._servos.close()

    def _next_input(self, wake: float | None) -> bytes | None:
        """Return the next bytes for the firmware, b"" when it is due to wake, None at the end."""
        wait = _MAX_WAIT_SECONDS if wake is None else wake - self._clock.now()
        try:
            return self._input.get(timeout=min(max(wait, 0.0), _MAX_WAIT_SECONDS))
        except Empty:
            return b""

    def _opened(self, url: str) -> DriveServos:
        try:
            return open_servos(url)
        except (OSError, ValueError):
            raise
        except Exception as error:
            raise PortError(self._bug(error)) from error

    def _bug(self, error: Exception) -> str:
        """Return the error for a drive that raised an unexpected exception."""
        return f"the drive {self._name!r} failed: {type(error).__name__}: {error}"
