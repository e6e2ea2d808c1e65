"""The host of a firmware that is compiled for this computer."""

from __future__ import annotations

from robot.link.protocol import STATUS, LineSplitter, Message, decode, encode
from robot.rigs.servo_constants import NAMES
from tests.support.benchmarks import STORE_PASSES, NativeFirmware

WAIT_MS = 40


class Host:
    """The host of a compiled firmware."""

    def __init__(self, native: NativeFirmware) -> None:
        self._native = native
        self.seq = 0
        self.hello = self.send("HELLO", ("proto", "1"))

    def send(self, verb: str, *fields: tuple[str, str]) -> Message:
        """Return the last reply to a command, waiting for the first."""
        self.seq += 1
        self._native.read_output()
        self._native.receive(encode(Message(self.seq, verb, fields)))
        for _ in range(STORE_PASSES):
            self._native.advance(WAIT_MS)
            lines = map(decode, LineSplitter().feed(self._native.read_output()))
            replies = [line for line in lines if isinstance(line, Message) and line.seq == self.seq]
            if replies:
                return replies[-1]
        raise AssertionError(f"no reply to {verb}")

    def wait(self, steps: int) -> None:
        """Let time pass during a motion."""
        for _ in range(steps):
            self._native.receive(STATUS)
            self._native.advance(WAIT_MS)

    def constants(self) -> dict[str, int]:
        return {
            name: int(self.send("CONSTANT", ("n", str(n))).get("value"))
            for n, name in enumerate(NAMES)
        }

    def set(self, name: str, value: int) -> Message:
        return self.send("CONSTANT", ("n", str(NAMES.index(name))), ("value", str(value)))
