"""Fuzzing of every reader of protocol lines: no crash and no motion by damaged lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

from benchmarks.harness.options import CORES, Count, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import in_new_processes
from robot.clock import VirtualClock
from robot.errors import FrameError
from robot.firmware.firmware import Firmware
from robot.link.protocol import (
    MAX_LINE_BYTES,
    STOP,
    Event,
    LineSplitter,
    Message,
    crc,
    decode,
    encode,
)
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading
from robot.rigs.command import USUAL_PULSES, Enable, Jog, MotionCommand, Pose
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap

# Lines sent between two checks of the reader.
CHUNK = 500
_PORTION = 100 * CHUNK  # lines of one process
# The rig that knows all verbs.
_RIG = with_overlap(load_rig("two-gripper"))

# Lines that move a robot which expects number 2, and other valid lines of robot and host.
_GOOD = tuple(
    encode(line)[:-1]
    for line in (
        Message(2, "MOVE", (("L", "+90"), ("v", "100"), ("torque", "70"))),
        Message(2, "MOVE", (("R", "-90"),)),
        Message(2, "GRIP", (("L", "open"),)),
        Message(2, "REGRIP", (("grippers", "R"), ("L", "+90"), ("R", "-90"))),
        Message(2, "JOG", (("axis", "L"), ("by", "+90"))),
        Message(2, "ENABLE", (("gripper", "R"), ("us", "1500"))),
        Message(2, "HOME"),
        Message(2, "POSE"),
        Event(1, "ok"),
        Message(2, "done", (("pose", "L:+0,R:+90;L:closed,R:open"), ("took", "1.000"))),
        Message(2, "err", (("code", "JAM"), ("axis", "L"), ("at", "+37.0"), ("load", "0.93"))),
        Event(3, "ESTOP", (("axis", "L"), ("at", "+37.0"), ("why", "host"))),
    )
)


@dataclass(frozen=True, slots=True)
class FuzzedReader(Record):
    """Result of `lines` damaged lines for one reader.

    `still_valid` are lines that are valid in spite of their damage and were not sent; `motions` are
    the motions started by the others, which must be 0; `crashed`: whether the reader ended.
    """

    key = "readers"
    title = "damaged lines"

    name: str = column("read by")
    lines: int = column("lines", ",", default=0)
    still_valid: int = column("still valid", ",", default=0)
    motions: int = column("motions", ",", default=0)
    crashed: bool = column("crashed", default=False)
    microseconds: float = column("µs each", ".1f", default=0.0)

    @property
    def is_good(self) -> bool:
        """Return whether the reader neither crashed nor moved."""
        return not self.crashed and not self.motions


def fuzz(
    progress: Progress,
    lines: Count = 100_000,
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[FuzzedReader]:
    """Send damaged lines to the host and the simulated robot.

    The exit status is 1 if either crashes, or moves because of a damaged line.
    """
    for name, make in READERS.items():
        yield fuzz_in_processes(name, make, lines, seed, processes, progress)


def bad_lines(random: Random, count: int) -> Iterator[bytes]:
    """Yield damaged, truncated, overlong or meaningless lines, each with its line feed.

    They contain no stop byte, after which a robot rejects everything and little would be tested.
    """
    for _ in range(count):
        line = bytearray(random.choice(_GOOD))
        kind = random.randrange(7)
        if kind == 0:
            line = bytearray(random.randbytes(random.randrange(1, 60)))
        elif kind == 1:
            for _ in range(random.randrange(1, 4)):
                line[random.randrange(len(line))] ^= 1 << random.randrange(8)
        elif kind == 2:
            at = random.randrange(len(line))
            line[at : at + random.randrange(1, 4)] = b""
        elif kind == 3:
            at = random.randrange(len(line))
            line[at:at] = random.randbytes(random.randrange(1, 4))
        elif kind == 4:
            line = line[: random.randrange(1, len(line))] + random.choice(_GOOD)
        elif kind == 5:
            # A valid line, if what is too long were cut.
            line += b"\r" * random.randrange(MAX_LINE_BYTES - len(line), 2 * MAX_LINE_BYTES)
        else:
            # A valid checksum over an invalid line.
            body = line[: random.randrange(1, len(line) - 5)] + random.choice((b"=", b" ", b"\xff"))
            line = body + b"*%04X" % crc(bytes(body))
        yield bytes(line).replace(STOP, b"") + b"\n"


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """Some damaged lines: how many, and what they caused, as `FuzzedReader`."""

    lines: int
    still_valid: int
    motions: int
    seconds: float


def fuzz_reader(reader: Reader, lines: int, seed: int) -> Fuzzed:
    """Send damaged lines to a reader and return the result."""
    began = time.process_time()
    random = Random(seed)
    spared = motions = 0
    for start in range(0, lines, CHUNK):
        chunk = list(bad_lines(random, min(CHUNK, lines - start)))
        bad = [line for line in chunk if not _is_good(line)]
        reader.synchronise()
        before = reader.motions
        reader.receive(b"".join(bad))
        spared += len(chunk) - len(bad)
        motions += reader.motions - before
    reader.synchronise()
    return Fuzzed(lines, spared, motions, time.process_time() - began)


def _is_good(data: bytes) -> bool:
    for line in data.replace(b"?", b"").split(b"\n"):
        if len(line) < MAX_LINE_BYTES:
            with suppress(FrameError):
                decode(line.rstrip(b"\r"))
                return True
    return False


def fuzz_in_processes(
    name: str,
    make: Callable[[], Reader],
    lines: int,
    seed: int,
    processes: int,
    progress: Progress = QUIET,
) -> FuzzedReader:
    """Send the lines in several processes, since a crash may end a process."""
    portions = [
        (seed + number, min(_PORTION, lines - start))
        for number, start in enumerate(range(0, lines, _PORTION))
    ]
    done: list[Fuzzed] = []
    crashed = False
    fuzzed = in_new_processes(partial(_fuzz_portion, make), portions, processes)
    try:
        done += progress.each(f"{name}: {_PORTION} lines each", fuzzed, len(portions))
    except BrokenProcessPool:
        crashed = True
    sent = sum(each.lines for each in done)
    return FuzzedReader(
        name,
        sent,
        sum(each.still_valid for each in done),
        sum(each.motions for each in done),
        crashed,
        1e6 * sum(each.seconds for each in done) / max(sent, 1),
    )


def _fuzz_portion(make: Callable[[], Reader], portion: tuple[int, int]) -> Fuzzed:
    seed, lines = portion
    return fuzz_reader(make(), lines, seed)


class Reader(Protocol):
    """A program under test that reads lines."""

    @property
    def motions(self) -> int:
        """Return the number of motions started by lines."""
        ...

    def synchronise(self) -> None:
        """Prepare to receive number 2. Raises AssertionError if it no longer responds."""
        ...

    def receive(self, data: bytes) -> None:
        """Process bytes."""
        ...


class HostReader:
    """The host's reader: all input must give a line or a FrameError."""

    motions = 0

    def __init__(self) -> None:
        self._splitter = LineSplitter()

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        for line in self._splitter.feed(data):
            with suppress(FrameError):
                decode(line)


class _Motors:
    """Servos that reach their targets at once, and count the motions."""

    def __init__(self) -> None:
        self.drives = 0
        self._outcome: MotionOutcome | None = None

    def start(self, command: MotionCommand) -> None:
        self._count_motion()

    def _count_motion(self) -> None:
        self.drives += 1
        self._outcome = Completed(0.0)

    @property
    def can(self) -> tuple[str, ...]:
        return ("load", "off", "jog", "enable", "relax", "overlap")

    @property
    def has_power(self) -> bool:
        """Return True: the motors are taken to hold their places."""
        return True

    def unpower(self) -> None: ...

    def advance(self) -> None: ...

    def relax(self) -> bool:
        return True

    def pulse(self, kind: str, name: str) -> int:
        return 1500

    @property
    def pulse_limits(self) -> tuple[int, int]:
        return USUAL_PULSES

    def jog(self, jog: Jog) -> None:
        self._count_motion()

    def enable(self, enable: Enable) -> None:
        self._count_motion()

    def find_home(self) -> None: ...

    def halt(self) -> None:
        self._outcome = None

    def is_stopped(self) -> bool:
        return True

    def read(self) -> ServoReading:
        return ServoReading(Pose((0.0, 0.0), ("closed", "closed")), 1.0)

    def outcome(self) -> MotionOutcome | None:
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wakeup(self) -> float | None:
        return None


class SimulatedReader:
    """The simulated robot's firmware."""

    def __init__(self) -> None:
        self._motors = _Motors()
        clock = VirtualClock()
        self._firmware = Firmware(_RIG, self._motors, clock, Random(0))

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._motors.drives

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""
        _make_ready(self.receive, lambda: b"".join(self._firmware.read_output()))

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        self._firmware.receive(data)


def _make_ready(receive: Callable[[bytes], None], take: Callable[[], bytes]) -> None:
    """Home a firmware, so that it expects number 2."""
    receive(b"\n")
    for seq, verb in enumerate(("HELLO", "CLEAR", "HOME"), start=1):
        fields = (("proto", "1"),) if verb == "HELLO" else ()
        receive(encode(Message(seq, verb, fields)))
        for _ in range(6):
            receive(b"?")
    take()
    receive(encode(Message(1, "HELLO", (("proto", "1"),))))
    if b"1 done proto=1" not in take():
        raise AssertionError("it no longer responds to HELLO")


READERS: dict[str, Callable[[], Reader]] = {
    "the host": HostReader,
    "the simulated robot": SimulatedReader,
}
