"""Version 2 of the protocol on chips, compiled and in software: refusals, stops, bad bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from robot.link.protocol import Message, encode
from tests.support.chip_bench import NativeBench, ServedBench

LIMITS = (500, 2500)
Bench = NativeBench | ServedBench


@pytest.fixture(params=["native", "served"])
def chip(request: pytest.FixtureRequest, build: Callable[..., Path]) -> Bench:
    bench: Bench = ServedBench()
    if request.param == "native":
        bench = NativeBench(build() / "libdrive.so")
    assert bench.say("HELLO", proto=2).verb == "done"
    for channel in (0, 1):
        assert bench.say("ENABLE", channel=channel, target=1500).verb == "done"
    bench.wait(0.03)
    return bench


def now(chip: Bench) -> int:
    return int(chip.say("BEAT").get("clock"))


@pytest.mark.parametrize(
    ("text", "code", "channel", "value"),
    [
        ("8,0,1600,1000", "CHANNEL", 8, 8),
        ("255,0,1600,1000", "CHANNEL", 255, 255),
        ("0,0,2501,1000", "LIMIT", 0, 2501),
        ("0,0,499,1000", "LIMIT", 0, 499),
        ("0,0,-2147483647,1000", "LIMIT", 0, -2147483647),
        ("0,0,67136,1000", "LIMIT", 0, 67136),
        ("1,0,1600,0", "TIME", 1, 0),
        ("1,0,1600,-1", "TIME", 1, -1),
        ("1,0,1600,1073741824", "TIME", 1, 1073741824),
        ("1,1073741824,1600,1", "TIME", 1, 1073741824),
        ("2,0,1600,1000", "POWER", 2, 1600),
    ],
)
def test_a_bad_segment_is_refused_with_its_batch(
    chip: Bench, text: str, code: str, channel: int, value: int
) -> None:
    answer = chip.say("START", n=0, t=now(chip) + 9000, s=f"0,0,1700,1000;{text}")
    assert answer.verb == "err"
    assert answer.get("code") == code
    assert (int(answer.get("channel")), int(answer.get("value"))) == (channel, value)
    chip.wait(0.5)
    assert chip.outputs()[0] == 1500
    assert chip.say("READ").get("taken") == "0"
    # What was refused left nothing behind.
    assert chip.say("START", n=0, t=now(chip), s="0,0,1600,1000").verb == "done"
    chip.wait(0.1)
    assert chip.outputs()[0] == 1600


def test_times_and_depth_are_checked(chip: Bench) -> None:
    time = now(chip)
    assert chip.say("START", n=0, t=time - 30_000, s="0,0,1600,1").get("code") == "PAST"
    assert chip.say("ADD", n=0, t=time, s="0,5000,1600,1").verb == "done"
    chip.wait(0.1)
    # Too late by now: the batch is dropped whole.
    late = chip.say("START", n=1, t=now(chip), s="1,0,1600,1")
    assert (late.get("code"), late.get("channel")) == ("PAST", "0")
    time = now(chip)
    overlap = chip.say("START", n=0, t=time, s="0,0,1600,500000;0,400000,1500,1000")
    assert (overlap.get("code"), overlap.get("channel")) == ("OVERLAP", "0")
    deep = ";".join(f"0,{each}000,1600,1" for each in range(100, 105))
    assert chip.say("ADD", n=0, t=time, s=deep).verb == "done"
    assert chip.say("START", n=5, t=time + 5000, s=deep).get("code") == "FULL"
    chip.wait(0.3)
    assert chip.outputs() == {**dict.fromkeys(range(8)), 0: 1500, 1: 1500}


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("START", {"n": 0, "t": 0}),
        ("START", {"n": 0, "t": 0, "s": ""}),
        ("START", {"n": 0, "t": 0, "s": "0,0,1600"}),
        ("START", {"n": 0, "t": 0, "s": "0,0,1600,1000,"}),
        ("START", {"n": 0, "t": 0, "s": "0,0,1600,9999999999"}),
        ("START", {"n": 0, "t": 4294967296, "s": "0,0,1600,1000"}),
        ("START", {"n": 65536, "t": 0, "s": "0,0,1600,1000"}),
        ("START", {"t": 0, "s": "0,0,1600,1000"}),
        ("ENABLE", {"channel": 2}),
        ("ENABLE", {"channel": 2, "target": "nan"}),
        ("ENABLE", {"channel": 2, "target": 1500.5}),
        ("LIMIT", {"channel": 0, "low": 399, "high": 2500}),
        ("LIMIT", {"channel": 0, "low": 1600, "high": 1500}),
        ("LIMIT", {"channel": 8, "low": 500, "high": 2500}),
        ("RELAX", {"s": "0,2501", "time": 500000}),
        ("RELAX", {"s": "0,1500"}),
        ("WATCHDOG", {"time": 99, "silence": "hold"}),
        ("WATCHDOG", {"time": 2000, "silence": "never"}),
        ("HELLO", {"proto": "two"}),
    ],
)
def test_senseless_fields_move_nothing(
    chip: Bench, verb: str, fields: dict[str, int | str]
) -> None:
    assert chip.say(verb, **fields).get("code") == "ARGUMENT"
    chip.wait(0.3)
    assert chip.outputs() == {**dict.fromkeys(range(8)), 0: 1500, 1: 1500}


def test_numbers_of_segments(chip: Bench) -> None:
    time = now(chip)
    batch: dict[str, int | str] = {"n": 0, "t": time, "s": "0,0,1600,1000;1,0,1600,1000"}
    assert chip.say("START", **batch).verb == "done"
    chip.wait(0.1)
    back = chip.say("START", n=2, t=now(chip), s="0,0,1500,1000;1,0,1500,1000")
    assert back.verb == "done"
    chip.wait(0.1)
    # Another line with the same segments, whose numbers were taken: nothing moves.
    assert chip.say("HELLO", proto=2).get("taken") == "4"
    assert chip.say("START", **batch).verb == "done"
    assert chip.say("ADD", **batch).verb == "done"
    wrong = chip.say("START", n=5, t=now(chip), s="0,0,1600,1000")
    assert (wrong.get("code"), wrong.get("expected")) == ("NUMBER", "4")
    # A batch that was begun by another host does not stay.
    assert chip.say("ADD", n=4, t=now(chip), s="0,0,1600,1000").verb == "done"
    assert chip.say("START", n=4, t=now(chip), s="0,0,1500,1000").get("expected") == "5"
    assert chip.say("START", n=4, t=now(chip), s="0,0,1500,1000").verb == "done"
    chip.wait(0.1)
    assert (chip.outputs()[0], chip.outputs()[1]) == (1500, 1500)


def test_a_repeated_line_gets_the_same_answer(chip: Bench) -> None:
    line = encode(Message(100, "HELLO", (("proto", "2"),)))
    chip.send(line)
    start = encode(Message(101, "ENABLE", (("channel", "3"), ("target", "1600"))))
    assert [each.verb for each in chip.send(start)] == ["done"]
    assert [each.verb for each in chip.send(start)] == ["done"]
    (skipped,) = chip.send(encode(Message(103, "BEAT")))
    assert (skipped.verb, skipped.seq, skipped.get("expected")) == ("nak", 103, "102")


def test_a_stop_in_the_middle_of_a_line(chip: Bench) -> None:
    chip.say("START", n=0, t=now(chip), s="0,0,1700,1000000")
    line = encode(Message(100, "HELLO", (("proto", "2"),)))
    chip.wait(0.3)
    answers = chip.send(line[:5] + b"\x18?" + line[5:])
    assert {each.verb for each in answers} == {"status", "done"}
    (status,) = [each for each in answers if each.verb == "status"]
    assert (status.get("stop"), status.get("why"), status.get("moving")) == ("hold", "host", "0")
    chip.wait(0.03)
    stopped = chip.outputs()[0]
    chip.wait(1)
    assert chip.outputs()[0] == stopped
    refused = chip.send(encode(Message(101, "ENABLE", (("channel", "2"), ("target", "1500")))))
    assert refused[0].get("code") == "STOPPED"
    # A stop after the line that ends one stays in force.
    cleared = chip.send(encode(Message(102, "CLEAR")) + b"\x18")
    assert cleared[0].get("code") == "STOPPED"
    assert chip.send(encode(Message(103, "CLEAR")))[0].verb == "done"


def test_no_damaged_byte_raises_a_stop(chip: Bench) -> None:
    for level, word in ((0x96, "relax"), (0x81, "off")):
        whole = bytes([0x18, level, 0x18, level])
        for place in range(4):
            for bit in range(8):
                damaged = bytearray(whole)
                damaged[place] ^= 1 << bit
                statuses = chip.send(bytes(damaged) + b"\n?")
                assert statuses[-1].get("stop") in ("none", "hold"), (level, place, bit)
                chip.send(encode(Message(1, "HELLO", (("proto", "2"),))))
                chip.send(encode(Message(2, "CLEAR")))
        assert chip.send(whole + b"?")[-1].get("stop") == word
        chip.send(encode(Message(1, "HELLO", (("proto", "2"),))))
        chip.send(encode(Message(2, "CLEAR")))


def test_random_bytes_move_nothing(chip: Bench) -> None:
    random = Random(2)
    line = encode(Message(7, "START", (("n", "0"), ("t", "1"), ("s", "0,0,1600,1000"))))
    for _ in range(3000):
        damaged = bytearray(line) if random.random() < 0.5 else bytearray(random.randbytes(30))
        for _ in range(random.randrange(1, 4)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        stops = {0x18, 0x96, 0x81}
        chip.send(bytes(byte for byte in damaged if byte not in stops))
        outputs = chip.outputs()
        assert outputs == {**dict.fromkeys(range(8)), 0: 1500, 1: 1500}


def test_random_lines_keep_every_pulse_within_its_limits(chip: Bench) -> None:
    random = Random(3)
    numbers = ("0", "1", "7", "8", "-1", "1500", "2500", "2501", "4294967295", "x", "")
    verbs = ("START", "ADD", "ENABLE", "LIMIT", "RELAX", "WATCHDOG", "BEAT", "READ", "CLEAR", "NO")
    keys = ("n", "t", "s", "channel", "target", "low", "high", "time", "silence")
    seq, answered = 1, 0
    chip.send(encode(Message(1, "HELLO", (("proto", "2"),))))
    for _ in range(3000):
        seq += 1
        texts = [random.choice(numbers) for _ in keys]
        texts[2] = ";".join(
            ",".join(random.choice(numbers) for _ in range(4)) for _ in range(random.randrange(3))
        )
        fields = [each for each in zip(keys, texts, strict=True) if random.random() < 0.6]
        answers = chip.send(encode(Message(seq, random.choice(verbs), tuple(fields))))
        answered += [each.seq for each in answers] == [seq]
        for pulse in chip.outputs().values():
            assert pulse is None or LIMITS[0] <= pulse <= LIMITS[1]
    assert answered == 3000
