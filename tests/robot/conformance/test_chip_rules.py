"""The rules of a chip's lines: chips keep them, and a chip that breaks one is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_sim.boards.chip import ChipPort
from firmware_sim.drives.chip_segments import ChipSegments
from firmware_sim.drives.chip_server import ChipServer, Restart
from firmware_sim.drives.chip_session import ChipSession, StopState
from robot.conformance.chip_rules import CHIP_CHECKS, run_chip_checks
from robot.conformance.drive_rules import DRIVE_CHECKS
from robot.conformance.probe import CheckResult
from robot.drives.drive import ChannelKind
from robot.errors import StoppedError
from robot.link.protocol import LineSplitter, Message, StopLevel, StopReader, crc, decode, encode
from robot.rigs.registry import load_rig
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.storage.robots import CHIP, RobotFile, save_robot
from tests.support.chip_bench import ServedBench
from tests.support.command_line import Rokumen

KINDS = (ChannelKind.PULSE, ChannelKind.SERVO, ChannelKind.STEPPER)
Edit = Callable[[Message], Message | None]


def results(bench: ServedBench, *, restarts: bool = True) -> list[CheckResult]:
    """Return what is found at the bench's port, whose opening restarts the chip."""

    def opened() -> ChipPort:
        if restarts:
            bench.restart(Restart.WAS_RESET)
        return bench.port()

    return list(run_chip_checks(opened))


@pytest.mark.parametrize("kind", KINDS)
def test_a_chip_keeps_all_rules(kind: ChannelKind) -> None:
    found = results(ServedBench(kind))
    assert [each for each in found if not each.passed or each.skip_reason] == []
    assert len(found) == len(CHIP_CHECKS)


def test_the_command_tests_the_line_and_the_drive_of_a_chip(rokumen: Rokumen) -> None:
    bench = ServedBench()
    tested = rokumen("robot", "conformance", "--port", bench.url, "--json")
    assert tested.status == 0
    rules = [json.loads(line)["rule"] for line in tested.out.splitlines()]
    assert rules == [rule for rule, _ in (*CHIP_CHECKS, *DRIVE_CHECKS)]


def test_the_setup_tests_the_line_and_the_drive_of_a_chip() -> None:
    servos = tuple(
        replace(servo, channel=channel)
        for channel, servo in enumerate(first_servos(load_rig("two-gripper")))
    )
    port = ServedBench().url.removeprefix(f"{CHIP}://")
    robot = RobotFile("desk", port, CHIP, "two-gripper", servos=servos)
    save_robot(robot)
    tools = Tools(lambda words: None)
    found = list(tools.check_conformance(robot))
    assert [each.rule for each in found] == [rule for rule, _ in (*CHIP_CHECKS, *DRIVE_CHECKS)]
    assert [each for each in found if not each.passed] == []
    stopped = tools.check_conformance(robot)
    assert next(stopped).passed
    tools.send_stop()
    with pytest.raises(StoppedError):
        list(stopped)


def test_the_page_of_the_protocol_lists_every_rule() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    rules = page.partition("## Conformance test")[2].partition("\n# ")[0]
    listed = [line for line in rules.splitlines() if line.startswith("- ")]
    assert listed == [f"- {rule}." for rule, _ in CHIP_CHECKS]


def broken(bench: ServedBench) -> list[str]:
    return [each.rule for each in results(bench) if not each.passed]


def edited(edit: Edit) -> Callable[[bytes], bytes]:
    """Return what lets a chip say other lines."""

    def edit_lines(data: bytes) -> bytes:
        lines = [decode(raw) for raw in LineSplitter().feed(data)]
        said = [edit(line) for line in lines]
        return b"".join(encode(line) for line in said if line is not None)

    return edit_lines


def without(key: str) -> Edit:
    return lambda line: Message(
        line.seq, line.verb, tuple(pair for pair in line.fields if pair[0] != key)
    )


def saying(key: str, old: str, new: str) -> Edit:
    return lambda line: Message(
        line.seq,
        line.verb,
        tuple((k, new if (k, v) == (key, old) else v) for k, v in line.fields),
    )


@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        (without("depth"), "everything that a greeting says"),
        (saying("code", "PROTO", "ARGUMENT"), "refused with PROTO"),
        (lambda line: None if line.verb == "status" else line, "A raw ?"),
        (lambda line: None if line.verb == "nak" else line, "A damaged line"),
        (saying("code", "OVERLAP", "FULL"), "What is refused says why"),
        (without("value"), "What is refused says why"),
        (saying("code", "UNKNOWN", "ARGUMENT"), "An unknown verb"),
        (saying("why", "silence", "host"), "Silence stops"),
    ],
)
def test_a_chip_that_says_something_else_is_found(edit: Edit, rule: str) -> None:
    bench = ServedBench()
    bench.to_host = edited(edit)
    assert any(rule in each for each in broken(bench))


def with_right_sums(data: bytes) -> bytes:
    """Return lines with check sums that are right, whatever they were."""
    lines = []
    for line in data.splitlines(keepends=True):
        body, star, _ = line.rpartition(b"*")
        try:
            message = decode(body + star + b"%04X" % crc(body))
        except ValueError:
            lines.append(line)
        else:
            lines.append(encode(message) if star else line)
    return b"".join(lines)


def only_after_noise(data: bytes) -> bytes:
    return b"" if b"\r\n" in data else data


def renumbered() -> Callable[[ChipSession, bytes], Message | None]:
    take = ChipSession._new_command

    def new_command(session: ChipSession, raw: bytes) -> Message | None:
        session._check_sum = b""
        return take(session, raw)

    return new_command


def any_number() -> Callable[[ChipSession, bytes], Message | None]:
    take = ChipSession._new_command

    def new_command(session: ChipSession, raw: bytes) -> Message | None:
        number = int(raw.split()[0]) if raw[:1].isdigit() else 1
        if number > session._number:
            session._number = max(number - 1, 1)
        return take(session, raw)

    return new_command


def ends_at_65535() -> Callable[[ChipSession, bytes], Message | None]:
    take = ChipSession._new_command

    def new_command(session: ChipSession, raw: bytes) -> Message | None:
        return None if session._number == 65535 else take(session, raw)

    return new_command


def rises_by_half(reader: StopReader, byte: int) -> StopLevel | None:
    return {0x18: StopLevel.HOLD, 0x96: StopLevel.RELAX, 0x81: StopLevel.OFF}.get(byte)


def drafts_at_once(segments: ChipSegments, begin: int, text: str) -> None:
    DRAFT(segments, begin, text)
    segments.commit()


DRAFT, REFUSE = ChipSegments.draft, ChipSegments._check
EXECUTE, GO, CLEAR = ChipServer._execute, ChipSegments.go, StopState.clear


def always_clears(stop: StopState) -> bool:
    stop.end_line()
    return CLEAR(stop)


def counts_reads(server: ChipServer, command: Message) -> None:
    server._session.was_fed = True
    EXECUTE(server, command)


def relaxes_all(segments: ChipSegments, targets: dict[int, int], time: int) -> None:
    GO(segments, dict.fromkeys(range(len(segments.info.channels)), *targets.values()), time)


@pytest.mark.parametrize(
    ("kind", "name", "twin", "rule"),
    [
        (ChipSession, "_new_command", renumbered(), "A repeated line"),
        (ChipSession, "_new_command", any_number(), "A number out of turn"),
        (ChipSession, "_new_command", ends_at_65535(), "After number 65535"),
        (ChipSegments, "were_taken", lambda *_: False, "Segments are taken once"),
        (ChipSegments, "draft", drafts_at_once, "A batch of several lines"),
        (ChipSegments, "drop_batch", lambda segments: None, "A batch of several lines"),
        (ChipSegments, "set_limits", lambda *_: None, "No target leaves the limits"),
        (StopState, "clear", always_clears, "0x18 halts"),
        (ChipServer, "_enforce_stop", lambda server: server._session.stop.enforce(), "0x18 halts"),
        (StopReader, "feed", rises_by_half, "A stop is raised"),
        (ChipSegments, "go", relaxes_all, "A stop is raised"),
        (ChipSegments, "go", lambda *_: None, "A stop is raised"),
        (ChipServer, "_execute", counts_reads, "Silence stops"),
    ],
)
def test_a_chip_that_breaks_a_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: type[Any], name: str, twin: Any, rule: str
) -> None:
    monkeypatch.setattr(kind, name, twin)
    assert any(rule in each for each in broken(ServedBench()))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (with_right_sums, "A damaged line"),
        (lambda data: data.replace(b"\r", b""), "more than 160 bytes"),
        (only_after_noise, "Garbage"),
    ],
)
def test_a_chip_that_takes_bad_lines_is_found(line: Callable[[bytes], bytes], rule: str) -> None:
    bench = ServedBench()
    bench.to_chip = line
    assert any(rule in each for each in broken(bench))


def test_a_chip_that_goes_on_when_its_port_is_opened_is_left_alone() -> None:
    (restart,) = (each for each in results(ServedBench(), restarts=False) if "restart" in each.rule)
    assert restart.skip_reason == "the robot does not restart when its port is opened"


def test_a_chip_that_counts_on_over_a_restart_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = ServedBench()
    restart = bench.chip.restart

    def counting(why: Restart) -> None:
        taken = bench.chip._segments.taken
        restart(why)
        bench.chip._segments.taken = taken

    monkeypatch.setattr(bench.chip, "restart", counting)
    assert any("After a restart" in each for each in broken(bench))
