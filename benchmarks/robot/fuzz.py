"""Fuzzing of every reader of protocol lines: no crash and no motion by damaged lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol, Self

from benchmarks.harness.options import CORES, Count, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import in_new_processes
from firmware_sim.drives.chip_server import ChipServer
from robot.clock import VirtualClock
from robot.drives.drive import Channel, ChannelKind, DriveInfo, Segment
from robot.drives.stepped_drive import SteppedDrive
from robot.errors import DriveError, FrameError
from robot.link.protocol import (
    CHIP_VERSION,
    MAX_LINE_BYTES,
    STOP,
    LineSplitter,
    Message,
    crc,
    decode,
    encode,
)

# Lines sent between two checks of the reader.
CHUNK = 500
_PORTION = 100 * CHUNK  # lines of one process
_CHANNELS = 4
# A channel that has power, and its target, in microseconds.
_POWERED, _TARGET = 0, 1500.0

# Lines that move a chip which expects number 2, and other valid lines of chip and host.
_GOOD = tuple(
    encode(line)[:-1]
    for line in (
        Message(2, "START", (("n", "0"), ("t", "0"), ("s", "0,0,1600,250000"))),
        Message(2, "START", (("n", "0"), ("t", "9000"), ("s", "0,0,1600,9000;0,9000,1500,9000"))),
        Message(2, "ADD", (("n", "0"), ("t", "0"), ("s", "0,5000,1400,80000"))),
        Message(2, "ENABLE", (("channel", "1"), ("target", "1500"))),
        Message(2, "LIMIT", (("channel", "0"), ("low", "600"), ("high", "2400"))),
        Message(2, "RELAX", (("s", "0,1030;1,1010"), ("time", "500000"))),
        Message(2, "WATCHDOG", (("time", "2000"), ("silence", "relax"))),
        Message(2, "READ", (("of", "load"),)),
        Message(2, "CLEAR"),
        Message(2, "done", (("clock", "81240"), ("stop", "none"), ("at", "1500,-,-,-"))),
        Message(2, "err", (("code", "LIMIT"), ("channel", "0"), ("value", "2501"))),
        Message(0, "nak", (("expected", "3"),)),
        Message(0, "status", (("clock", "81240"), ("stop", "hold"), ("why", "host"))),
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
    """Send damaged lines to the host and to a chip in software.

    The exit status is 1 if either crashes, or moves because of a damaged line.
    """
    for name, make in READERS.items():
        yield fuzz_in_processes(name, make, lines, seed, processes, progress)


def bad_lines(random: Random, count: int) -> Iterator[bytes]:
    """Yield damaged, truncated, overlong or meaningless lines, each with its line feed.

    They contain no stop byte, after which a chip rejects everything and little would be tested.
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
        """Return the number of motions that lines began."""
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


class _Channels(SteppedDrive):
    """Channels that count what moves them."""

    def __init__(self) -> None:
        channels = tuple(Channel(number, 400.0, 2600.0) for number in range(_CHANNELS))
        info = DriveInfo(
            "channels", channels, ChannelKind.PULSE, "µs", 1.0, 0.02, depth=8, clock=VirtualClock()
        )
        super().__init__(info)
        self.motions = 0
        self._targets: dict[int, float | None] = dict.fromkeys(range(_CHANNELS))
        self._targets[_POWERED] = _TARGET

    @classmethod
    def open(cls, url: str) -> Self:
        """Raise DriveError: they have no URL."""
        raise DriveError(f"{url!r}: the channels have no URL")

    def commanded(self) -> dict[int, float | None]:
        """See `SteppedDrive`."""
        return dict(self._targets)

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(segments)
        self.motions += 1

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SteppedDrive`."""
        self._targets |= targets

    def power(self, channel: int, target: float) -> None:
        """See `SteppedDrive`."""
        self.motions += 1
        self._targets[channel] = target

    def end(self) -> None:
        """See `SteppedDrive`."""
        self._targets = dict.fromkeys(range(_CHANNELS))


class ChipReader:
    """A chip in software."""

    def __init__(self) -> None:
        self._drive = _Channels()
        self._chip = ChipServer(self._drive, Random(0))

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._drive.motions

    def synchronise(self) -> None:
        """See `Reader.synchronise`."""
        self.receive(b"\n")
        self._chip.read_output()
        self.receive(encode(Message(1, "HELLO", (("proto", str(CHIP_VERSION)),))))
        if b"1 done proto=" not in self._chip.read_output():
            raise AssertionError("it no longer answers HELLO")

    def receive(self, data: bytes) -> None:
        """See `Reader.receive`."""
        self._chip.send(data)
        self._chip.run(self._chip.seconds)


READERS: dict[str, Callable[[], Reader]] = {
    "the host": HostReader,
    "a chip in software": ChipReader,
}
