"""Bad lines, by the million, to everything that reads lines: no crash, and no motion from one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

from rich.table import Table

from firmware_sim.firmware import Firmware
from firmware_sim.native_firmware import NativeFirmware
from firmware_sim.servos import Arrived, Outcome, Sensed
from robot.clock import VirtualClock
from robot.command import Grip, Move, Pose
from robot.errors import FrameError
from robot.protocol import STOP, Event, LineSplitter, Message, crc, decode, encode
from robot.rig import load_rig

Progress = Callable[[int], None]

# So many lines are sent between two looks at what became of them.
CHUNK = 500

# What would move a robot that waits for number 2, and what it or a host may say besides.
_GOOD = tuple(
    encode(line)[:-1]
    for line in (
        Message(2, "MOVE", (("L", "+90"), ("v", "100"), ("torque", "70"))),
        Message(2, "MOVE", (("R", "-90"),)),
        Message(2, "GRIP", (("L", "open"),)),
        Message(2, "HOME"),
        Message(2, "POSE"),
        Event(1, "ok"),
        Message(2, "done", (("pose", "L:+0,R:+90;L:closed,R:open"), ("took", "1.000"))),
        Message(2, "err", (("code", "JAM"), ("axis", "L"), ("at", "+37.0"), ("load", "0.93"))),
        Event(3, "ESTOP", (("axis", "L"), ("at", "+37.0"), ("why", "host"))),
    )
)


class Reader(Protocol):
    """One of those that read lines."""

    @property
    def motions(self) -> int:
        """Count the motions that lines have begun."""
        ...

    def ready(self) -> None:
        """Get ready for number 2. Raises AssertionError where it does not answer any more."""
        ...

    def hear(self, data: bytes) -> None:
        """Take bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What became of `lines` lines.

    `spared` are good ones in spite of their damage, and were not sent; `motions` are what the bad
    ones began: there must be none. `crashed` tells whether the reader ended.
    """

    lines: int = 0
    spared: int = 0
    motions: int = 0
    seconds: float = 0.0
    crashed: bool = False

    def __add__(self, other: Fuzzed) -> Fuzzed:
        return Fuzzed(
            self.lines + other.lines,
            self.spared + other.spared,
            self.motions + other.motions,
            self.seconds + other.seconds,
            self.crashed or other.crashed,
        )


class HostReader:
    """The host's end: whatever comes, it is a line or a FrameError, and nothing else."""

    motions = 0

    def __init__(self) -> None:
        self._splitter = LineSplitter()

    def ready(self) -> None:
        """See `Reader.ready`."""

    def hear(self, data: bytes) -> None:
        """See `Reader.hear`."""
        for line in self._splitter.feed(data):
            with suppress(FrameError):
                decode(line)


class _Motors:
    """Servos that are there at once, and count."""

    def __init__(self) -> None:
        self.drives = 0
        self._outcome: Outcome | None = None

    def drive(self, command: Move | Grip) -> None:
        self.drives += 1
        self._outcome = Arrived(0.0)

    def find_home(self) -> None: ...

    def halt(self) -> None:
        self._outcome = None

    def stands_still(self) -> bool:
        return True

    def sense(self) -> Sensed:
        return Sensed(Pose((0.0, 0.0), ("closed", "closed")), 1.0)

    def poll(self) -> Outcome | None:
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wake(self) -> float | None:
        return None


class SimulatedReader:
    """The simulated robot's firmware."""

    def __init__(self) -> None:
        self._motors = _Motors()
        clock = VirtualClock()
        self._firmware = Firmware(load_rig("two-gripper"), self._motors, clock, Random(0))

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._motors.drives

    def ready(self) -> None:
        """See `Reader.ready`."""
        _make_ready(self.hear, lambda: b"".join(self._firmware.take()))

    def hear(self, data: bytes) -> None:
        """See `Reader.hear`."""
        self._firmware.receive(data)


class BoardReader:
    """The board's firmware, compiled for this computer."""

    def __init__(self, library: Path) -> None:
        self._firmware = NativeFirmware(library)
        self._firmware.forget()
        self._firmware.boot()

    @property
    def motions(self) -> int:
        """See `Reader.motions`."""
        return self._firmware.motions

    def ready(self) -> None:
        """See `Reader.ready`."""
        _make_ready(self.hear, self._firmware.take, partial(self._firmware.advance, 1500))

    def hear(self, data: bytes) -> None:
        """See `Reader.hear`."""
        self._firmware.hear(data)
        self._firmware.advance(5)


def _make_ready(
    hear: Callable[[bytes], None],
    take: Callable[[], bytes],
    rest: Callable[[], None] = lambda: None,
) -> None:
    """Bring a firmware home, and have it wait for number 2."""
    hear(b"\n")
    for seq, verb in enumerate(("HELLO", "CLEAR", "HOME"), start=1):
        fields = (("proto", "1"),) if verb == "HELLO" else ()
        hear(encode(Message(seq, verb, fields)))
        for _ in range(6):
            rest()
            hear(b"?")
    take()
    hear(encode(Message(1, "HELLO", (("proto", "1"),))))
    if b"1 done proto=1" not in take():
        raise AssertionError("it does not answer a greeting any more")


def bad_lines(random: Random, count: int) -> Iterator[bytes]:
    """Make lines that are damaged, mutilated or senseless, each with its line feed.

    They have no stop byte: after it a robot refuses everything, so that little would be tried.
    """
    for _ in range(count):
        line = bytearray(random.choice(_GOOD))
        kind = random.randrange(6)
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
        else:
            # A right check sum over what is no line.
            body = line[: random.randrange(1, len(line) - 5)] + random.choice((b"=", b" ", b"\xff"))
            line = body + b"*%04X" % crc(bytes(body))
        yield bytes(line).replace(STOP, b"") + b"\n"


def fuzz(reader: Reader, lines: int, seed: int) -> Fuzzed:
    """Give a reader bad lines and count what comes of them."""
    began = time.process_time()
    random = Random(seed)
    spared = motions = 0
    for start in range(0, lines, CHUNK):
        chunk = list(bad_lines(random, min(CHUNK, lines - start)))
        bad = [line for line in chunk if not _is_good(line)]
        reader.ready()
        before = reader.motions
        reader.hear(b"".join(bad))
        spared += len(chunk) - len(bad)
        motions += reader.motions - before
    reader.ready()
    return Fuzzed(lines, spared, motions, time.process_time() - began)


def _is_good(data: bytes) -> bool:
    for line in LineSplitter().feed(data.replace(b"?", b"")):
        with suppress(FrameError):
            decode(line)
            return True
    return False


def readers(library: Path | None) -> dict[str, Callable[[], Reader]]:
    """Name everything that reads lines; the board's firmware is `library`, if there is one."""
    named: dict[str, Callable[[], Reader]] = {
        "the host": HostReader,
        "the simulated robot": SimulatedReader,
    }
    if library is not None:
        named["the board's firmware"] = partial(BoardReader, library)
    return named


def fuzz_in_processes(
    make: Callable[[], Reader], lines: int, seed: int, processes: int, progress: Progress
) -> Fuzzed:
    """Share the lines out among processes, since a crash may take one with it."""
    portion = 100 * CHUNK
    portions = [min(portion, lines - start) for start in range(0, lines, portion)]
    done = Fuzzed()
    try:
        with ProcessPoolExecutor(processes) as pool:
            seeds = [seed + number for number in range(len(portions))]
            for fuzzed in pool.map(partial(_fuzz_portion, make), portions, seeds):
                done += fuzzed
                progress(done.lines)
    except BrokenProcessPool:
        done += Fuzzed(crashed=True)
    return done


def _fuzz_portion(make: Callable[[], Reader], lines: int, seed: int) -> Fuzzed:
    return fuzz(make(), lines, seed)


def table(results: dict[str, Fuzzed]) -> Table:
    """Lay the results out."""
    shown = Table(title="bad lines")
    shown.add_column("read by", no_wrap=True)
    for column in ("lines", "still good", "motions", "crashed", "µs each"):
        shown.add_column(column, justify="right")
    for name, done in results.items():
        shown.add_row(
            name,
            f"{done.lines:,}",
            f"{done.spared:,}",
            f"{done.motions:,}",
            "yes" if done.crashed else "no",
            f"{1e6 * done.seconds / max(done.lines, 1):.1f}",
        )
    return shown
