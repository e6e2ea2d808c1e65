"""Client for the Pololu Maestro's compact serial protocol.

Source: Pololu, "Pololu Maestro Servo Controller User's Guide", section 5.e. A target or a position
is in quarters of a microsecond; a speed in quarters of a microsecond each 10 ms.
"""

from __future__ import annotations

from collections.abc import Sequence

from files.wording import quoted_bytes
from robot.errors import DriveError
from robot.link.serial_device import SerialDevice

SET_TARGET, SET_SPEED, SET_ACCELERATION = 0x84, 0x87, 0x89
GET_POSITION, GET_ERRORS = 0x90, 0xA1
STOP_SCRIPT = 0xA4

UNITS_PER_MICROSECOND = 4
TICKS_PER_SECOND = 100

# How long each try of a question waits for its reply, in seconds: a Maestro replies within a few
# milliseconds, a busy computer later.
REPLY_SECONDS: tuple[float, ...] = (0.05, 0.05, 0.05, 0.5)

# No board has so many servos that the reply of their positions is this long, in bytes.
_MORE_THAN_A_REPLY = 256

_ERRORS = (
    "serial signal error",
    "serial overrun error",
    "serial buffer full",
    "serial CRC error",
    "serial protocol error",
    "serial time-out",
    "script stack error",
    "script call stack error",
    "script program counter error",
)


class MaestroClient:
    """Client for one Maestro. Every method raises DriveError if the board does not answer."""

    def __init__(self, wire: SerialDevice) -> None:
        self._wire = wire

    def set_target(self, channel: int, pulse: int) -> None:
        """Send a servo to a pulse, in quarters of a microsecond."""
        self._send(SET_TARGET, channel, pulse)

    def set_speed(self, channel: int, speed: int) -> None:
        """Limit a servo's speed from now on; 0 for none."""
        self._send(SET_SPEED, channel, speed)

    def set_acceleration(self, channel: int, acceleration: int) -> None:
        """Limit a servo's acceleration from now on; 0 for none."""
        self._send(SET_ACCELERATION, channel, acceleration)

    def stop_script(self) -> None:
        """Stop the script on the board, if it has one; its servos are then the host's alone."""
        self._wire.write(bytes([STOP_SCRIPT]))

    def positions(self, channels: Sequence[int]) -> dict[int, int]:
        """Return the present pulses of servos by channel, read in one request; 0 for none."""
        questions = [byte for channel in channels for byte in (GET_POSITION, channel)]
        answer = self._query(2 * len(channels), *questions)
        pairs = zip(answer[::2], answer[1::2], strict=True)
        return {
            channel: low | high << 8 for channel, (low, high) in zip(channels, pairs, strict=True)
        }

    def discard_earlier(self) -> None:
        """Discard the errors recorded so far, and late replies to the host before this one."""
        if _has_other_bits(self._query(2, GET_ERRORS)):
            self._wire.timeout = REPLY_SECONDS[0]
            self._wire.read(_MORE_THAN_A_REPLY)
            self.errors()

    def errors(self) -> tuple[str, ...]:
        """Return the errors that the board has recorded since they were last read."""
        answer = self._query(2, GET_ERRORS)
        if _has_other_bits(answer):
            raise DriveError(
                f"unexpected reply {quoted_bytes(answer)}: this is not a Maestro's command port. A "
                "Maestro has two ports; use the first one"
            )
        bits = int.from_bytes(answer, "little")
        return tuple(error for bit, error in enumerate(_ERRORS) if bits >> bit & 1)

    def _send(self, command: int, channel: int, value: int) -> None:
        self._wire.write(bytes([command, channel, value & 0x7F, value >> 7 & 0x7F]))

    def _query(self, size: int, *command: int) -> bytes:
        answers = b""
        for tries, self._wire.timeout in enumerate(REPLY_SECONDS, 1):
            self._wire.write(bytes(command))
            # A reply that is late comes before those to the tries after it.
            answers += self._wire.read(tries * size - len(answers))
            if len(answers) == tries * size:
                break
        if len(answers) >= size:
            return answers[-size:]
        raise DriveError(
            "no reply from the Maestro: check its power, that this is its command port, and "
            "that its serial mode is USB Dual Port"
        )


def _has_other_bits(answer: bytes) -> bool:
    """Return True for a reply that is no list of a Maestro's errors."""
    return bool(int.from_bytes(answer, "little") >> len(_ERRORS))
