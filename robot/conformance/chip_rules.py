"""Checks of a chip's lines, by version 2 of docs/protocol.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from robot.conformance.chip_probe import LONG_SECONDS, NUMBERS, SECONDS, WAY, WRAP, ChipProbe
from robot.conformance.drive_rules import run_drive_checks
from robot.conformance.probe import CheckResult, ProtocolViolationError, checked
from robot.drives.drive import Drive
from robot.drives.registry import open_drive
from robot.link.port import LineTrace, SerialPort, open_alone, open_port
from robot.link.protocol import MAX_LINE_BYTES, MAX_SEQ, STATUS, STOP, Message, StopLevel, encode
from robot.servos.drive_url import DrivenRobot, drive_url

_GREETING = ("board", "epoch", "kind", "silence")
_NUMBERS = ("proto", "channels", "depth", "period", "watchdog", "taken", "clock")
_WATCHDOG_MS = 300

# What is tested of a chip that is no robot yet.
_FIRST_CHANNELS = "channels=0,1"


def answers_hello(probe: ChipProbe) -> None:
    """HELLO is answered with everything that a greeting says."""
    greeting = probe.hello()
    missing = [key for key in _GREETING if not greeting.get(key)]
    if missing:
        raise ProtocolViolationError(f"the chip's HELLO reply lacks {', '.join(missing)}")
    for key in _NUMBERS:
        probe.whole(greeting, key)


def refuses_other_version(probe: ChipProbe) -> None:
    """HELLO with another version is refused with PROTO."""
    if not probe.expect_refused("PROTO", "HELLO", proto=999).get("proto"):
        raise ProtocolViolationError("the chip's PROTO error does not name its own version")


def answers_status(probe: ChipProbe) -> None:
    """A raw ? is answered with a status, even in the middle of a line."""
    line = probe.next_line("BEAT")
    probe.seq += 1
    probe.send_raw(line[:4] + STATUS + line[4:])
    answers = [probe.read_line(), probe.read_line()]
    verbs = sorted(each.verb for each in answers if each is not None)
    if verbs != ["done", "status"]:
        raise ProtocolViolationError(f"? in the middle of a line is answered with {verbs}")
    status = probe.status()
    for key in ("clock", "moving", "taken"):
        probe.whole(status, key)
    probe.require_stop(status, "none")


def naks_damaged_line(probe: ChipProbe) -> None:
    """A damaged line is answered with nak and moves nothing."""
    fields = probe.start_fields(probe.middle + WAY, ahead=0.5)
    line = probe.next_line("START", **fields)
    for place in (0, len(line) // 3, len(line) // 2, len(line) - 2):
        damaged = bytearray(line)
        damaged[place] ^= 1
        probe.send_raw(bytes(damaged))
        _expect_nak(probe, 0)
    probe.require_middle("damaged lines")


def _expect_nak(probe: ChipProbe, number: int) -> None:
    expected = probe.expect_message(number, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise ProtocolViolationError(f"the chip expects {expected!r} and not {probe.seq + 1}")


def naks_overlong_line(probe: ChipProbe) -> None:
    """A line of more than 160 bytes moves nothing, although it is valid without its last bytes."""
    fields = probe.start_fields(probe.middle + WAY, ahead=0.5)
    line = probe.next_line("START", **fields)
    for length in (MAX_LINE_BYTES + 1, 4 * MAX_LINE_BYTES):
        probe.send_raw(line[:-1].ljust(length - 1, b"\r") + b"\n")
        _expect_nak(probe, 0)
    probe.require_middle("lines that are too long")


def ignores_noise(probe: ChipProbe) -> None:
    """Garbage, an endless line and a carriage return harm nothing."""
    probe.send_raw(b"\x00\xff\x80*=* 7 START" + b"x" * 500 + b"\n")
    probe.drain_input()
    line = probe.next_line("BEAT")
    probe.seq += 1
    probe.send_raw(line[:-1] + b"\r\n")
    probe.expect_reply("done")
    probe.require_middle("noise")


def naks_wrong_number(probe: ChipProbe) -> None:
    """A number out of turn is answered with nak, and nothing is done."""
    fields = probe.start_fields(probe.middle + WAY)
    number = probe.seq + 7
    texts = tuple((key, str(value)) for key, value in fields.items())
    probe.send_raw(encode(Message(number, "START", texts)))
    _expect_nak(probe, number)
    probe.require_middle("a number out of turn")


def repeats_answers(probe: ChipProbe) -> None:
    """A repeated line gets the same answer again, and is executed once."""
    line = probe.send("BEAT")
    first = probe.expect_reply("done")
    probe.read_line(0.05)
    probe.send_raw(line)
    if (again := probe.expect_reply("done")) != first:
        raise ProtocolViolationError(f"a repeated line is answered with {again}, first {first}")
    fields = probe.start_fields(probe.middle + WAY)
    line = probe.next_line("START", **fields)
    probe.order("START", **fields)
    probe.send_raw(line)
    probe.expect_reply("done")
    probe.wait(2 * SECONDS)
    probe.require_at(probe.middle + WAY, "a line that was repeated")


def wraps_numbers(probe: ChipProbe) -> None:
    """After number 65535 comes 1."""
    version = (("proto", str(probe.greeting.get("proto"))),)
    probe.send_raw(encode(Message(MAX_SEQ, "HELLO", version)))
    probe.expect_message(MAX_SEQ, "done")
    probe.seq = MAX_SEQ
    probe.order("BEAT")


def takes_segments_once(probe: ChipProbe) -> None:
    """Segments that were taken before are not taken again, under whatever line."""
    fields = probe.start_fields(probe.middle + WAY)
    probe.order("START", **fields)
    probe.wait(2 * SECONDS)
    probe.order("START", **probe.start_fields(probe.middle))
    probe.wait(2 * SECONDS)
    taken = probe.taken()
    again = probe.start_fields(probe.middle + WAY)
    probe.order("START", **{**again, "n": fields["n"]})
    probe.require_middle("a segment that was taken before")
    if probe.taken() != taken:
        raise ProtocolViolationError("a segment that was taken before is counted again")
    wrong = (taken + 3) % NUMBERS
    error = probe.expect_refused("NUMBER", "START", **{**again, "n": wrong})
    if error.get("expected") != str(taken):
        raise ProtocolViolationError(f"the chip expects segment {error.get('expected')}")


def takes_all_or_none(probe: ChipProbe) -> None:
    """A batch of several lines is taken whole or not at all."""
    fields = probe.start_fields(probe.middle + WAY, ahead=0.3)
    probe.order("ADD", **fields)
    taken = int(fields["n"])
    bad = {**fields, "n": (taken + 1) % NUMBERS, "s": "1,0,1000000001,100000"}
    error = probe.expect_refused("LIMIT", "START", **bad)
    said = (error.get("channel"), error.get("value"))
    if said != ("1", "1000000001"):
        raise ProtocolViolationError(f"the error names channel {said[0]} and value {said[1]}")
    probe.wait(0.3)
    probe.require_middle("a batch that was refused")
    fields = probe.start_fields(probe.middle + WAY)
    probe.order("ADD", **fields)
    probe.order("HELLO", proto=probe.greeting.get("proto"))
    probe.order("START", **{**fields, "s": f"1,0,{probe.middle},100000"})
    probe.require_middle("a batch that a greeting has dropped")
    fields = probe.start_fields(probe.middle + WAY)
    probe.order("ADD", **fields)
    number = (int(fields["n"]) + 1) % NUMBERS
    second = {**fields, "n": number, "s": f"1,0,{probe.middle},100000"}
    probe.order("START", **second)
    probe.wait(2 * SECONDS)
    probe.require_at(probe.middle + WAY, "a batch of two lines")


def refuses_bad_segments(probe: ChipProbe) -> None:
    """What is refused says why, of which channel, and moves nothing."""
    fields = probe.start_fields(probe.middle + WAY, ahead=0.5)
    count, depth = (probe.whole(probe.greeting, key) for key in ("channels", "depth"))
    good = f"0,0,{probe.middle + WAY},10000"
    deep = ";".join(f"0,{each}000,{probe.middle},1" for each in range(1, 7))
    for code, text in (
        ("CHANNEL", f"{count},0,{probe.middle},1000"),
        ("LIMIT", "0,0,1000000001,1000"),
        ("TIME", f"0,0,{probe.middle},0"),
        ("TIME", f"0,0,{probe.middle},1073741824"),
        ("OVERLAP", f"0,0,{probe.middle},400000;0,100000,{probe.middle},1000"),
        *((("POWER", f"2,0,{probe.middle},1000"),) if count > 2 else ()),
        *((("FULL", deep),) if depth < 6 else ()),
    ):
        error = probe.expect_refused(code, "START", **{**fields, "s": f"{good};{text}"})
        probe.whole(error, "channel")
        probe.whole(error, "value")
    late = (int(fields["t"]) - 2_000_000) % WRAP
    probe.expect_refused("PAST", "START", **{**fields, "t": late})
    probe.wait(0.6)
    probe.require_middle("segments that are refused")


def keeps_limits(probe: ChipProbe) -> None:
    """No target leaves the limits that LIMIT sets, and ENABLE needs a channel without power."""
    low, high = probe.middle - WAY, probe.middle + WAY
    probe.order("LIMIT", channel=0, low=low, high=high)
    for target in (low - 1, high + 1):
        probe.expect_refused("LIMIT", "START", **probe.start_fields(target))
    probe.expect_refused("ARGUMENT", "RELAX", s=f"0,{high + 1}", time=100_000)
    probe.expect_refused("POWER", "ENABLE", channel=0, target=probe.middle)
    probe.expect_refused("ARGUMENT", "LIMIT", channel=0, low=high, high=low)
    probe.order("LIMIT", channel=0, low=probe.middle - 10 * WAY, high=probe.middle + 10 * WAY)
    probe.require_middle("targets beyond limits")


def refuses_unknown(probe: ChipProbe) -> None:
    """An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT."""
    probe.expect_refused("UNKNOWN", "JUMP")
    for verb, fields in (
        ("START", {**probe.start_fields(probe.middle), "s": "0,0,1600"}),
        ("ENABLE", {"channel": 2, "target": "nan"}),
        ("RELAX", {"s": "0,1500"}),
        ("WATCHDOG", {"time": 2000, "silence": "never"}),
    ):
        probe.expect_refused("ARGUMENT", verb, **fields)
    probe.require_middle("senseless fields")


def stops_at_once(probe: ChipProbe) -> None:
    """0x18 halts everything, in the middle of a line too, and nothing moves until CLEAR."""
    probe.order("START", **probe.start_fields(probe.middle + WAY, LONG_SECONDS))
    probe.wait(1.0)
    line = probe.next_line("BEAT")
    probe.seq += 1
    probe.send_raw(line[:3] + STOP + line[3:])
    probe.expect_reply("done")
    probe.require_stop(probe.status(), "hold")
    probe.wait(2 * probe.period)
    probe.require_still("a stop", 1.0)
    if probe.places()[0] in (str(probe.middle), str(probe.middle + WAY)):
        raise ProtocolViolationError(f"in a motion it is stopped at {probe.places()[0]}")
    refused = probe.start_fields(probe.middle)
    probe.expect_refused("STOPPED", "START", **refused)
    # A stop behind the line that ends one is another one.
    probe.seq += 1
    probe.send_raw(encode(Message(probe.seq, "CLEAR")) + STOP)
    probe.expect_reply("done", "err")
    probe.require_stop(probe.status(), "hold")
    probe.order("CLEAR")
    probe.require_still("CLEAR")
    probe.order("START", **probe.start_fields(probe.middle))
    probe.wait(2 * SECONDS)
    probe.require_at(probe.middle, "CLEAR and a segment")


def raises_stops(probe: ChipProbe) -> None:
    """A stop is raised to relax and to off by their four bytes, and by none of them damaged."""
    probe.order("RELAX", s=f"0,{probe.middle + WAY}", time=100_000)
    probe.order("WATCHDOG", time=60_000, silence="hold")
    for level in (StopLevel.RELAX, StopLevel.OFF):
        for place in range(len(level.raw)):
            for bit in (0x01, 0x08, 0x40):
                damaged = bytearray(level.raw)
                damaged[place] ^= bit
                if (said := probe.stop(bytes(damaged)).get("stop")) not in ("none", "hold"):
                    raise ProtocolViolationError(f"{bytes(damaged)!r} is a stop at {said}")
                probe.drain_input()
    probe.require_at(probe.middle, "damaged stops")
    probe.require_stop(probe.stop(StopLevel.RELAX.raw), "relax")
    probe.wait(0.2 + 2 * probe.period)
    probe.require_at(probe.middle + WAY, "a stop at relax")
    if (other := probe.places()[1]) != str(probe.middle):
        raise ProtocolViolationError(f"a stop at relax moves channel 1, to {other}")
    probe.require_stop(probe.stop(StopLevel.OFF.raw), "off")
    probe.require_stop(probe.stop(StopLevel.RELAX.raw), "off")
    if set(probe.places()) != {"-"}:
        raise ProtocolViolationError(f"a stop at off leaves {probe.places()}")


def ends_in_silence(probe: ChipProbe) -> None:
    """Silence stops at the level that WATCHDOG says; READ does not end it, and BEAT does."""
    probe.order("WATCHDOG", time=_WATCHDOG_MS, silence="hold")
    probe.order("START", **probe.start_fields(probe.middle + WAY, LONG_SECONDS))
    probe.wait(3 * _WATCHDOG_MS / 1000)
    probe.require_stop(probe.status(), "none")
    end = probe.now() + 2 * _WATCHDOG_MS / 1000
    while probe.now() < end:
        probe.order("READ")
        probe.read_line(0.02)
    probe.require_stop(probe.status(), "hold", "silence")
    probe.order("WATCHDOG", time=2000, silence="relax")
    probe.require_still("silence")
    probe.order("CLEAR")
    probe.require_still("silence and CLEAR")


def restarts_unknown(probe: ChipProbe) -> None:
    """A chip that has restarted says another epoch, and knows only HELLO."""
    probe.restart()
    # A greeting was needed to tell; what was told before it is forgotten.
    if probe.taken() != 0:
        raise ProtocolViolationError("after a restart segments are counted from before")
    probe.require_still("a restart")


# Each rule as it is printed, and its check.
CHIP_CHECKS: tuple[tuple[str, Callable[[ChipProbe], None]], ...] = (
    ("HELLO is answered with everything that a greeting says", answers_hello),
    ("HELLO with another version is refused with PROTO", refuses_other_version),
    ("A raw ? is answered with a status, even in the middle of a line", answers_status),
    ("A damaged line is answered with nak and moves nothing", naks_damaged_line),
    ("A line of more than 160 bytes is refused, whatever it ends with", naks_overlong_line),
    ("Garbage, an endless line and a carriage return harm nothing", ignores_noise),
    ("A number out of turn is answered with nak, and nothing is done", naks_wrong_number),
    ("A repeated line gets the same answer again, and is executed once", repeats_answers),
    ("After number 65535 comes 1", wraps_numbers),
    ("Segments are taken once, under whatever line, and in turn", takes_segments_once),
    ("A batch of several lines is taken whole or not at all", takes_all_or_none),
    ("What is refused says why and of which channel, and moves nothing", refuses_bad_segments),
    ("No target leaves the limits that LIMIT sets", keeps_limits),
    ("An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT", refuses_unknown),
    ("0x18 halts everything, and nothing moves until CLEAR", stops_at_once),
    (
        "A stop is raised to relax and to off by their four bytes, and by none of them damaged",
        raises_stops,
    ),
    ("Silence stops as WATCHDOG says; READ does not end it, and BEAT does", ends_in_silence),
    ("After a restart the epoch is another one, and nothing moves", restarts_unknown),
)


def run_chip_checks(opened: Callable[[], SerialPort]) -> Iterator[CheckResult]:
    """Check every rule of the lines of the chip at a port; its first two channels move.

    `opened` opens the port, which is closed at the end. Raises ProtocolViolationError if the chip
    does not answer HELLO.
    """
    port = opened()

    def reopen() -> SerialPort:
        nonlocal port
        port.close()
        port = opened()
        return port

    try:
        probe = ChipProbe(port, reopen)

        def check_from_middle(check: Callable[[ChipProbe], None]) -> None:
            probe.reset()
            check(probe)

        for rule, check in CHIP_CHECKS:
            yield checked(rule, partial(check_from_middle, check))
        with suppress(ProtocolViolationError):
            probe.stop(StopLevel.OFF.raw)
    finally:
        port.close()


def check_electronics(
    url: str,
    trace: LineTrace | None = None,
    port_opener: Callable[[str, LineTrace | None], SerialPort] = open_port,
    drive_opener: Callable[[str], Drive] = open_drive,
    *,
    drive_only: bool = False,
) -> Iterator[CheckResult]:
    """Yield the result of each rule of the drive at a robot's URL, before them those of a chip.

    A chip's lines are written to `trace`, and left out if `drive_only`. Raises PortError,
    DriveError and ServoSettingsError.
    """
    is_chip = url.startswith("chip://")
    is_bare = is_chip and "?" not in url
    drive = f"{url}?{_FIRST_CHANNELS}" if is_bare else drive_url(url)
    if is_chip and not drive_only:
        device = DrivenRobot.parse(url).device
        yield from run_chip_checks(lambda: port_opener(device, trace))
    # It is this process's alone until the end.
    first, lock = open_alone(drive, drive_opener)
    first.close()
    try:
        yield from run_drive_checks(lambda: drive_opener(drive))
    finally:
        if lock is not None:
            lock.close()
