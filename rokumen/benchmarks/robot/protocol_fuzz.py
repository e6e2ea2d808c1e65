"""Fuzz test of every protocol line reader: no crash and no motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from rich.table import Table

from robot.errors import FrameError
from robot.link.protocol import STOP, Event, LineSplitter, Message, crc, decode, encode
from rokumen.benchmarks.robot.protocol_readers import Reader

Progress = Callable[[int], None]

# Lines sent between two checks of the reader.
CHUNK = 500

# Lines that move a robot which expects number 2, and other valid lines of robot and host.
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


@dataclass(frozen=True, slots=True)
class FuzzResult:
    """Result of `lines` damaged lines.

    `still_valid` are lines that are valid in spite of their damage and were not sent; `motions` are
    the motions started by the others, which must be 0; `crashed`: whether the reader ended.
    """

    lines: int = 0
    still_valid: int = 0
    motions: int = 0
    seconds: float = 0.0
    crashed: bool = False

    def __add__(self, other: FuzzResult) -> FuzzResult:
        return FuzzResult(
            self.lines + other.lines,
            self.still_valid + other.still_valid,
            self.motions + other.motions,
            self.seconds + other.seconds,
            self.crashed or other.crashed,
        )


def bad_lines(random: Random, count: int) -> Iterator[bytes]:
    """Yield damaged, truncated or meaningless lines, each with its line feed.

    They contain no stop byte, after which a robot rejects everything and little would be tested.
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
            # A valid checksum over an invalid line.
            body = line[: random.randrange(1, len(line) - 5)] + random.choice((b"=", b" ", b"\xff"))
            line = body + b"*%04X" % crc(bytes(body))
        yield bytes(line).replace(STOP, b"") + b"\n"


def fuzz(reader: Reader, lines: int, seed: int) -> FuzzResult:
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
    return FuzzResult(lines, spared, motions, time.process_time() - began)


def _is_good(data: bytes) -> bool:
    for line in LineSplitter().feed(data.replace(b"?", b"")):
        with suppress(FrameError):
            decode(line)
            return True
    return False


def fuzz_in_processes(
    make: Callable[[], Reader], lines: int, seed: int, processes: int, progress: Progress
) -> FuzzResult:
    """Send the lines in several processes, since a crash may end a process."""
    portion = 100 * CHUNK
    portions = [min(portion, lines - start) for start in range(0, lines, portion)]
    done = FuzzResult()
    try:
        with ProcessPoolExecutor(processes) as pool:
            seeds = [seed + number for number in range(len(portions))]
            for fuzzed in pool.map(partial(_fuzz_portion, make), portions, seeds):
                done += fuzzed
                progress(done.lines)
    except BrokenProcessPool:
        done += FuzzResult(crashed=True)
    return done


def _fuzz_portion(make: Callable[[], Reader], lines: int, seed: int) -> FuzzResult:
    return fuzz(make(), lines, seed)


def table(results: dict[str, FuzzResult]) -> Table:
    """Return a table of the results."""
    shown = Table(title="damaged lines")
    shown.add_column("read by", no_wrap=True)
    for column in ("lines", "still valid", "motions", "crashed", "µs each"):
        shown.add_column(column, justify="right")
    for name, done in results.items():
        shown.add_row(
            name,
            f"{done.lines:,}",
            f"{done.still_valid:,}",
            f"{done.motions:,}",
            "yes" if done.crashed else "no",
            f"{1e6 * done.seconds / max(done.lines, 1):.1f}",
        )
    return shown
