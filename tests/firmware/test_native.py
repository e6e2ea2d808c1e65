"""The C firmware compared with the reference in Python: equal commands, equal replies."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.errors import FrameError
from robot.link.protocol import MAX_LINE_BYTES, STATUS, STOP, Message, crc, decode, encode
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap
from tests.support.benchmarks import NativeFirmware
from tests.support.firmware_comparison import Comparison

names = st.sampled_from(["L", "R"])
angles = st.sampled_from(["-90", "+0", "+90", "90", "0"])
invalid_angles = st.sampled_from(
    ["+180", "45", "far", "", "+", "12345", "9999", "-9999", "1.5", "+-9"]
)
percents = st.sampled_from(["20", "50", "100", "0", "101", "-5", "x"])
moves = st.builds(lambda name, angle: ("MOVE", (name, angle)), names, angles)
grips = st.builds(
    lambda name, grip: ("GRIP", (name, grip)), names, st.sampled_from(["open", "closed"])
)
invalid = st.one_of(
    st.builds(lambda name, angle: ("MOVE", (name, angle)), names, invalid_angles),
    st.builds(lambda v, t: ("MOVE", ("L", "+90"), ("v", v), ("torque", t)), percents, percents),
    st.sampled_from(
        [
            ("MOVE",),
            ("MOVE", ("v", "10")),
            ("MOVE", ("L", "+0"), ("R", "+0")),
            ("MOVE", ("L", "+90"), ("L", "+0")),
            ("MOVE", ("l", "+90")),
            ("MOVE", ("Q", "+90"), ("L", "+0")),
            ("GRIP",),
            ("GRIP", ("L", "half")),
            ("GRIP", ("L", "")),
            ("GRIP", ("X", "open")),
            ("GRIP", ("L", "closed"), ("R", "closed")),
            ("GRIP", ("L", "open"), ("L", "open")),
            ("HOME", ("L", "0")),
            ("CLEAR", ("a", "b")),
            ("POSE", ("a", "b")),
            ("HELLO",),
            ("HELLO", ("proto", "2")),
            ("HELLO", ("proto", "01")),
            ("HELLO", ("proto", "1"), ("proto", "1")),
            ("JUMP",),
            ("LOAD", ("L", "open")),
            ("OFF", ("L", "open")),
            ("JOG",),
            ("JOG", ("by", "10")),
            ("JOG", ("axis", "X")),
            ("JOG", ("wrist", "L"), ("by", "10")),
            ("JOG", ("axis", "X"), ("by", "10")),
            ("JOG", ("axis", "L"), ("by", "2001")),
            ("JOG", ("axis", "L"), ("by", "ten")),
            ("JOG", ("axis", "L"), ("gripper", "L")),
            ("JOG", ("axis", "L"), ("by", "1"), ("by", "1")),
            ("ENABLE",),
            ("ENABLE", ("axis", "L")),
            ("ENABLE", ("us", "1500")),
            ("ENABLE", ("axis", "X"), ("us", "1500")),
            ("ENABLE", ("axis", "L"), ("us", "far")),
            ("ENABLE", ("axis", "L"), ("by", "10")),
            ("move", ("L", "+90")),
            ("POSE",),
        ]
    ),
)
jogs = st.builds(
    lambda kind, name, by, order: ("JOG", *((kind, name), ("by", by))[::order]),
    st.sampled_from(["axis", "gripper"]),
    names,
    st.sampled_from(["0", "+100", "-100", "+37", "-5", "+2000", "-2000"]),
    st.sampled_from([1, -1]),
)
questions = st.builds(
    lambda kind, name: ("JOG", (kind, name)), st.sampled_from(["axis", "gripper"]), names
)
enabling = st.builds(
    lambda kind, name, pulse: ("ENABLE", (kind, name), ("us", pulse)),
    st.sampled_from(["axis", "gripper"]),
    names,
    st.sampled_from(["1500", "1400", "499", "2501", "9999", "-1500"]),
)
whole = st.sampled_from([("HOME",), ("CLEAR",), ("LOAD",), ("OFF",)])
commands = st.one_of(moves, grips, moves, grips, whole, whole, jogs, enabling, questions, invalid)
incidents = st.sampled_from(["", "", "stop", "repeat", "other", "misnumbered", "silence"])


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(commands, incidents), min_size=1, max_size=14), st.booleans())
def test_it_replies_as_the_reference_does(
    native: NativeFirmware, script: list[tuple[tuple[str, ...], str]], homed: bool
) -> None:
    compare(Comparison(native), script, homed=homed)


covers = st.sampled_from(
    ["open", "closed", "low", "up", "open", "up", "loading", "release", "ajar"]
)
flipper_commands = st.one_of(
    st.builds(lambda angle: ("MOVE", ("base", angle)), st.one_of(angles, invalid_angles)),
    st.builds(lambda position: ("GRIP", ("cover", position)), covers),
    st.builds(lambda position: ("GRIP", ("cover", position)), covers),
    whole,
    st.builds(
        lambda kind, by: ("JOG", kind, ("by", by)),
        st.sampled_from([("axis", "base"), ("gripper", "cover")]),
        st.sampled_from(["0", "+100", "-100", "+37"]),
    ),
    st.sampled_from(
        [
            ("MOVE", ("L", "+90")),
            ("MOVE", ("base", "+90"), ("cover", "+0")),
            ("GRIP", ("base", "open")),
            ("GRIP", ("cover", "open"), ("L", "closed")),
            ("JOG", ("axis", "cover"), ("by", "5")),
            ("JOG", ("gripper", "cover")),
            ("ENABLE", ("gripper", "cover"), ("us", "1500")),
            ("MOVE", ("base", "+90"), ("v", "50")),
        ]
    ),
)


@pytest.mark.thorough
@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(flipper_commands, incidents), min_size=1, max_size=14), st.booleans())
def test_as_a_flipper_it_replies_as_the_reference_does(
    native: NativeFirmware, script: list[tuple[tuple[str, ...], str]], homed: bool
) -> None:
    compare(Comparison(native, load_rig("flipper")), script, homed=homed)


regrips = st.builds(
    lambda gripper, targets, v: ("REGRIP", ("grippers", gripper), *targets.items(), *v),
    st.sampled_from(["L", "R", "L", "R", "L,R", "L,L", "R,", "", "X", "L,X", ",L"]),
    st.dictionaries(names, st.one_of(angles, angles, angles, invalid_angles), max_size=2),
    st.sampled_from([(), (("v", "50"),), (("v", "0"),), (("torque", "70"),)]),
)
together = st.builds(
    lambda left, right, names: ("MOVE", *zip(names, (left, right), strict=True)),
    angles,
    angles,
    st.sampled_from(["LR", "RL", "LX"]),
)
malformed = st.sampled_from(
    [
        ("REGRIP",),
        ("REGRIP", ("L", "+90")),
        ("REGRIP", ("grippers", "L")),
        ("REGRIP", ("grippers", "L"), ("grippers", "R"), ("L", "+0")),
        ("REGRIP", ("grippers", "L"), ("X", "+0")),
        ("MOVE", ("grippers", "L"), ("L", "+0")),
    ]
)


@pytest.mark.thorough
@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.tuples(st.one_of(regrips, regrips, together, moves, grips, whole, malformed), incidents),
        min_size=1,
        max_size=14,
    ),
    st.booleans(),
)
def test_with_motions_that_overlap_it_replies_as_the_reference_does(
    native: NativeFirmware, script: list[tuple[tuple[str, ...], str]], homed: bool
) -> None:
    rig = with_overlap(load_rig("two-gripper"))
    compare(Comparison(native, rig), script, homed=homed)


def compare(
    comparison: Comparison, script: list[tuple[tuple[str, ...], str]], *, homed: bool
) -> None:
    if homed:
        comparison.send("HOME")
        comparison.pass_time(6000)
    for (verb, *fields), incident in script:
        slow = not homed
        # The first homing takes the board longer, since the positions of its servos are unknown.
        if not homed:
            incident = ""
            homed = verb in ("HOME", "LOAD") and not fields
        elif verb in ("OFF", "JOG", "ENABLE") and len(fields) != 1:
            # The next homing is slow, or begins with servos that have no pulses.
            homed, incident = False, ""
        line = comparison.send(verb, *fields)  # type: ignore[arg-type]
        comparison.pass_time(300)
        # After a stop half-way, a grip continues with different timing in the two firmwares.
        if incident == "stop" and verb not in ("GRIP", "REGRIP"):
            comparison.send_raw(STOP)
        elif incident == "repeat":
            comparison.send_raw(line)
        elif incident == "other":
            comparison.send("MOVE", ("L", "+90"))
        elif incident == "misnumbered":
            comparison.send_raw(encode(Message(comparison.seq + 5, "MOVE", (("L", "+90"),))))
        comparison.pass_time(6000 if homed and not slow else 24_000, silent=incident == "silence")
        comparison.compare()


ALPHABET = b"0123456789 MOVEGRIPHLCAS=+-*ABCDEF!ok_?\r\n\xff\x00az"
texts = st.lists(st.sampled_from(ALPHABET), max_size=200).map(bytes)
seeds = st.sampled_from(
    [b"3 MOVE L=+90", b"3 GRIP L=open", b"3 POSE", b"!1 ok", b"3 HOME", b"03 POSE", b"65536 POSE"]
)


def with_checksum(body: bytes) -> bytes:
    return b"%b*%04X" % (body, crc(body))


@st.composite
def edited(draw: st.DrawFn) -> bytes:
    """Return a valid line with a few bytes inserted, deleted or replaced."""
    body = bytearray(draw(seeds))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(body)))
        body[at : at + draw(st.integers(0, 2))] = bytes(
            draw(st.lists(st.sampled_from(ALPHABET), max_size=2))
        )
    return bytes(body)


noise = st.one_of(
    st.binary(max_size=200),
    texts,
    texts.map(with_checksum),
    edited().map(with_checksum),
    edited().map(with_checksum).map(bytes.lower),
    st.builds(
        lambda body, length: with_checksum(body).ljust(length, b"\r"), seeds, st.integers(140, 400)
    ),
    st.integers(140, 170).map(lambda length: with_checksum(b"3 POSE a=" + b"x" * (length - 14))),
)


@pytest.mark.thorough
@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(noise, min_size=1, max_size=5))
def test_it_accepts_and_rejects_the_same_lines(native: NativeFirmware, lines: list[bytes]) -> None:
    comparison = Comparison(native)
    comparison.send("HOME")
    comparison.pass_time(6000)
    before = native.pulse_change_count
    sent = b"".join(line.replace(STOP, b"") + b"\n" for line in lines)
    comparison.send_raw(sent)
    comparison.pass_time(3000)
    comparison.compare()
    if not has_motion_command(sent):
        assert native.pulse_change_count == before


def has_motion_command(data: bytes) -> bool:
    verbs = []
    for raw in data.replace(STATUS, b"").split(b"\n"):
        if len(raw) < MAX_LINE_BYTES:
            with suppress(FrameError):
                verbs.append(decode(raw.rstrip(b"\r")).verb)
    return bool({"MOVE", "GRIP", "HOME", "LOAD", "OFF", "JOG", "ENABLE"} & set(verbs))
