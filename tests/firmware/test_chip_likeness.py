"""The compiled chip and the one in software give the same replies to the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from robot.drives.drive import ChannelKind
from robot.link.protocol import STATUS, Message, StopLevel, encode, next_seq
from tests.support.chip_bench import ChipBench, NativeBench, ServedBench

# What differs in two chips: who they are, and when they answer.
OWN = ("clock", "epoch", "board")
NUMBERS = (0, 1, 3, 5, 7, 8, -1, 255, 256, 1500, 2500, 2501, 65535, "x", "", "1e3", "1.5")
LARGE = (65536, 2147483647, 2147483648, -2147483648, 4294967295, 4294967296)
VERBS = ("ENABLE", "LIMIT", "RELAX", "WATCHDOG", "BEAT", "READ", "CLEAR", "NO", "HELLO", "POSE")
KEYS = ("n", "t", "s", "channel", "target", "low", "high", "time", "silence", "proto")
STEPS = 150


def replies(bench: ChipBench, data: bytes) -> list[tuple[int, str, tuple[tuple[str, str], ...]]]:
    return [
        (line.seq, line.verb, tuple(pair for pair in line.fields if pair[0] not in OWN))
        for line in bench.send(data)
    ]


class Host:
    """Draws lines as a host sends them, well and badly."""

    def __init__(self, random: Random, targets: Sequence[int]) -> None:
        self._random = random
        self._targets = targets
        self._number = self._taken = 0
        self._is_stopped = False
        self._last = b""
        self.microseconds = 0

    def lines(self) -> Iterator[bytes]:
        """Yield lines for ever, and raw bytes."""
        draws = (self._usual, self._usual, self._segments, self._segments, self._wild, self._bad)
        yield self._numbered("HELLO", (("proto", "2"),), 1)
        for channel in range(4):
            target = self._targets[0]
            yield self._numbered("ENABLE", (("channel", str(channel)), ("target", str(target))))
        while True:
            if self._is_stopped and self._random.random() < 0.5:
                yield self._numbered("CLEAR")
            yield self._random.choice(draws)()

    def take(self, lines: list[tuple[int, str, tuple[tuple[str, str], ...]]]) -> None:
        """Learn from the answers the number of the next segment, and whether a stop is in force."""
        for _, verb, fields in lines:
            said = dict(fields)
            self._taken = int(said.get("expected" if verb == "err" else "taken", self._taken))
            self._is_stopped = said.get("code") == "STOPPED"

    def _numbered(
        self, verb: str, fields: tuple[tuple[str, str], ...] = (), number: int | None = None
    ) -> bytes:
        self._number = next_seq(self._number) if number is None else number
        self._last = encode(Message(self._number, verb, fields))
        return self._last

    def _usual(self) -> bytes:
        verb = self._random.choice(("BEAT", "READ", "CLEAR", "HELLO", "ENABLE", "RELAX", "LIMIT"))
        channel, target = self._random.randrange(8), self._random.choice(self._targets)
        one = (("channel", str(channel)), ("target", str(target)))
        fields = {
            "HELLO": (("proto", "2"),),
            "ENABLE": one,
            "RELAX": (("s", f"{channel % 4},{target}"), ("time", "10000")),
            "LIMIT": (one[0], ("low", str(self._targets[1])), ("high", str(self._targets[2]))),
        }
        return self._numbered(verb, fields.get(verb, ()))

    def _segments(self) -> bytes:
        random = self._random
        begin = (
            self.microseconds + random.choice((0, 0, 100_000, *4 * (9_000_000,), -50_000))
        ) % 2**32
        texts, channels = [], random.choice(((0,), (1, 2, 3), (0, 1, 2, 3, 4, 8, 256)))
        for place in range(random.randrange(1, 6)):
            offset = 2_000 * place + random.choice((*6 * (0,), 400_000, 2**30))
            duration = random.choice((*12 * (1000,), 40_000, 0, 2**30))
            channel = random.choice(channels)
            texts.append(f"{channel},{offset},{random.choice(self._targets)},{duration}")
        number = (self._taken + random.choice((*8 * (0,), 1, -1, -3))) % 2**16
        fields = (("n", str(number)), ("t", str(begin)), ("s", ";".join(texts)))
        return self._numbered(random.choice(("START", "START", "ADD")), fields)

    def _wild(self) -> bytes:
        random = self._random
        fields = [
            (key, ",".join(str(random.choice(NUMBERS + LARGE)) for _ in range(place % 2 + 1)))
            for place, key in enumerate(random.choices(KEYS, k=random.randrange(5)))
        ]
        verb = random.choice((*VERBS, "START", "ADD"))
        if verb == "WATCHDOG":
            # Times of silence that are equal for both come by themselves.
            return self._numbered(verb, (("time", random.choice(("99", "60001", "x"))),))
        return self._numbered(verb, tuple(fields))

    def _bad(self) -> bytes:
        random, line = self._random, self._last
        place = random.randrange(len(line))
        match random.randrange(8):
            case 0:
                return line
            case 1:
                return (
                    line[:place]
                    + bytes([line[place] ^ 1 << random.randrange(8)])
                    + line[place + 1 :]
                )
            case 2:
                return line[:place] + b"\n"
            case 3:
                return line.rstrip(b"\n") + random.choice((b"\r\n", b"\r" * 200 + b"\n"))
            case 4:
                level = random.choice(list(StopLevel)).raw
                return line[:place] + level + STATUS + line[place:]
            case 5:
                return random.choice((StopLevel.RELAX.raw, StopLevel.OFF.raw))[place % 4 :] + b"\n?"
            case 6:
                return random.randbytes(random.randrange(1, 40)) + b"\n"
            case _:
                self._number = random.choice((0, 3, 65534, 65535))
                return self._numbered("HELLO", (("proto", "2"),), self._number)


@pytest.mark.parametrize("kind", [ChannelKind.PULSE, ChannelKind.STEPPER])
@pytest.mark.parametrize("seed", range(6))
def test_the_same_bytes_get_the_same_replies(
    build: Callable[..., Path], seed: int, kind: ChannelKind
) -> None:
    is_pulse = kind is ChannelKind.PULSE
    native = NativeBench(build() / f"libdrive{'' if is_pulse else '-steps'}.so")
    served = ServedBench(kind)
    host = Host(Random(seed), (1500, 1400, 1600, 1700, 1500, 2501) if is_pulse else (0, -5, 5, 2))
    for _, data in zip(range(STEPS), host.lines(), strict=False):
        host.microseconds = round(native.clock.now() * 1e6)
        said = [replies(bench, data) for bench in (native, served)]
        assert said[0] == said[1], data
        host.take(said[0])
        for bench in (native, served):
            bench.wait(0.06)
