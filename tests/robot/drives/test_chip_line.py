"""The host of a chip and what comes over its line: late, wrong, meaningless and damaged answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.clock import VirtualClock
from robot.drives.chip import ChipDrive
from robot.drives.chip_line import REPLY_SECONDS, TRIES, ChipLine
from robot.drives.drive import Segment
from robot.errors import DriveError, FrameError
from robot.link.port import RobotPort
from robot.link.protocol import (
    STATUS,
    LineSplitter,
    Message,
    StopLevel,
    StopReader,
    decode,
    encode,
)
from tests.support.cases import for_each

GREETING = {
    "proto": "2",
    "board": "scripted",
    "epoch": "5F3A",
    "kind": "pulse",
    "channels": "2",
    "depth": "8",
    "period": "20000",
    "watchdog": "2000",
    "silence": "relax",
    "taken": "0",
    "clock": "0",
}
STATE = {"clock": "0", "stop": "none", "taken": "0", "at": "1500,-"}
Say = Callable[[Message], list[bytes]]


@dataclass
class ScriptedPort:
    """A chip whose answers to each line are those of a function."""

    say: Say
    clock: VirtualClock = field(default_factory=VirtualClock)
    timeout: float | None = 0.02
    heard: list[tuple[float, Message]] = field(default_factory=list)
    stopped: StopLevel | None = None
    _pending: bytes = b""
    _splitter: LineSplitter = field(default_factory=LineSplitter)
    _stops: StopReader = field(default_factory=StopReader)

    @property
    def in_waiting(self) -> int:
        return len(self._pending)

    def read(self, size: int = 1, /) -> bytes:
        if not self._pending:
            self.clock.sleep(max(self.timeout or 0.0, 0.001))
        data, self._pending = self._pending[:size], self._pending[size:]
        return data

    def write(self, data: bytes, /) -> int:
        lines = bytearray()
        for byte in data:
            if byte == STATUS[0]:
                level = self.stopped.word if self.stopped else "none"
                self._pending += encode(Message(0, "status", (("stop", level),)))
            elif level_of_stop := self._stops.feed(byte):
                self.stopped = level_of_stop
            else:
                lines.append(byte)
        for raw in self._splitter.feed(bytes(lines)):
            line = decode(raw)
            self.heard.append((self.clock.now(), line))
            self._pending += b"".join(self.say(line))
        return len(data)

    def close(self) -> None:
        pass


def answer(line: Message, **changed: str) -> bytes:
    """Return the answer of a chip that does what it is told."""
    fields = GREETING if line.verb == "HELLO" else STATE if line.verb in ("READ", "BEAT") else {}
    return encode(Message(line.seq, "done", tuple({**fields, **changed}.items())))


def obedient(line: Message) -> list[bytes]:
    return [answer(line)]


def chip(say: Say) -> tuple[ScriptedPort, ChipDrive]:
    """Return a chip's port, and a drive of it."""
    port = ScriptedPort(say)
    return port, ChipDrive(ChipLine(RobotPort("scripted", port)))


def beats(port: ScriptedPort) -> list[float]:
    """Return when each BEAT was sent."""
    return [at for at, line in port.heard if line.verb == "BEAT"]


def test_a_line_is_sent_four_times_each_after_50_ms_and_then_the_chip_is_stopped() -> None:
    port, drive = chip(lambda line: obedient(line) if line.verb != "BEAT" else [])
    port.clock.sleep(1.0)
    with pytest.raises(DriveError, match=r"did not answer BEAT in 4 tries: check its cable"):
        drive.beat()
    gaps = [after - before for before, after in pairwise(beats(port))]
    assert gaps == pytest.approx([REPLY_SECONDS] * (TRIES - 1), abs=0.01)
    assert len({line for _, line in port.heard if line.verb == "BEAT"}) == 1
    assert port.stopped is StopLevel.HOLD


def test_answers_to_other_lines_are_ignored() -> None:
    def say(line: Message) -> list[bytes]:
        other = Message(line.seq + 7, "done", (("at", "900,900"),))
        return [encode(other), *obedient(line)]

    _, drive = chip(say)
    assert drive.read()[0].commanded == 1500


def test_a_line_that_was_refused_as_damaged_is_sent_again() -> None:
    seen: list[Message] = []

    def say(line: Message) -> list[bytes]:
        seen.append(line)
        refused = line.verb == "READ" and seen.count(line) == 1
        return [encode(Message(0, "nak", (("expected", "2"),)))] if refused else obedient(line)

    _, drive = chip(say)
    assert drive.read()[0].commanded == 1500
    assert [seen.count(line) for line in seen if line.verb == "READ"] == [2] * 4


@for_each(
    ("key", "value"),
    [
        ("channels", "many"),
        ("channels", ""),
        ("depth", "nan"),
        ("depth", "1e9"),
        ("period", "inf"),
        ("watchdog", "-"),
        ("taken", "0x10"),
        ("clock", "soon"),
    ],
)
def test_an_error_quotes_a_senseless_greeting(key: str, value: str) -> None:
    with pytest.raises(DriveError, match=f"{key}='{value}'"):
        chip(lambda line: [answer(line, **{key: value})])


@settings(max_examples=200, deadline=None)
@given(
    answers=st.lists(st.binary(max_size=200) | st.sampled_from([b"", b"\n"]), max_size=20),
    seed=st.integers(0, 1000),
)
def test_whatever_comes_the_host_ends_in_words_and_in_bounded_time(
    answers: list[bytes], seed: int
) -> None:
    random, left = Random(seed), list(answers)

    def say(line: Message) -> list[bytes]:
        """Return bytes that were drawn, or an answer of which a part is another one."""
        if left and random.random() < 0.5:
            return [left.pop(), b"\n"]
        said = bytearray(answer(line))
        if left:
            said[random.randrange(len(said))] = random.randrange(256)
        return [bytes(said)]

    began = 0.0
    with suppress(DriveError):
        port, drive = chip(say)
        for _ in range(10):
            began = port.clock.now()
            with suppress(DriveError):
                assert len(drive.read()) == 2
                drive.start((Segment(0, drive.info.clock.now() + 0.1, 1600.0, 0.2),))
                drive.beat()
            assert port.clock.now() - began < 10
    left.clear()
    port, drive = chip(say)
    assert drive.read()[0].commanded == 1500


VERBS = ("done", "err", "nak", "status")
WORDS = st.text("0123456789-,.eEnaif+x", max_size=12)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_answers_with_senseless_values_end_in_words(data: st.DataObject) -> None:
    """Lines with a right check sum whose fields say what no chip should."""

    def say(line: Message) -> list[bytes]:
        if line.verb == "HELLO" or data.draw(st.booleans()):
            return obedient(line)
        fields = data.draw(st.dictionaries(st.sampled_from([*GREETING, *STATE, "code"]), WORDS))
        with suppress(FrameError):
            verb = data.draw(st.sampled_from(VERBS))
            return [encode(Message(line.seq, verb, tuple(fields.items())))]
        return []

    with suppress(DriveError):
        _, drive = chip(say)
        for _ in range(5):
            with suppress(DriveError):
                assert len(drive.read()) == 2
                drive.enable(1, 1500.0)
                drive.start((Segment(0, drive.info.clock.now() + 0.1, 1600.0, 0.2),))
