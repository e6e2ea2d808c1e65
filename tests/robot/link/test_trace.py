"""The trace contains every byte of the line, in both directions, with times."""

from __future__ import annotations

import os
import pty
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from files.access import FileError
from robot.errors import PortError
from robot.link.protocol import STOP
from robot.link.session import Link
from robot.link.trace import LineTrace, escaped
from robot.link.transport import STOP_BYTES
from tests.support.simulated_rig import SimulatedRig

Simulated = Callable[..., SimulatedRig]

CHUNK = re.compile(r"(\d+\.\d{6}) ([<>]) (.+)")


def chunks(path: Path) -> list[tuple[float, str, bytes]]:
    """Return a trace's chunks as seconds, direction and bytes."""
    found = []
    for line in path.read_text("ascii").splitlines():
        if not line.startswith("#"):
            match = CHUNK.fullmatch(line)
            assert match, line
            data = match[3].encode("ascii").decode("unicode_escape").encode("latin-1")
            found.append((float(match[1]), match[2], data))
    return found


def bytes_in(path: Path, direction: str) -> bytes:
    return b"".join(data for _, each, data in chunks(path) if each == direction)


def test_every_byte_over_a_pseudo_terminal_is_in_the_trace(tmp_path: Path) -> None:
    robot_end, host_end = pty.openpty()
    url = os.ttyname(host_end)
    path = tmp_path / "line.txt"
    with LineTrace(path) as trace:
        port = trace.open_port(url)
        port.timeout = 1.0
        sent = bytes(range(256))
        port.write(sent)
        assert os.read(robot_end, 1000) == sent
        os.write(robot_end, b"\x00ok\xff\n")
        received = port.read(5)
        port.close()
    os.close(robot_end)
    os.close(host_end)
    assert received == b"\x00ok\xff\n"
    assert [(direction, data) for _, direction, data in chunks(path)] == [
        (">", sent),
        ("<", received),
    ]
    first, *_, last = path.read_text().splitlines()
    assert re.fullmatch(rf"# \d{{4}}-\d\d-\d\dT\S+ {url} opened", first)
    assert re.fullmatch(r"# \d+\.\d{6} closed", last)


def test_a_link_traces_repeated_lines_and_stop_bytes(simulated: Simulated, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with (
        LineTrace(path) as trace,
        Link(simulated("faults=drop_reply@3").url, opened_by=trace.open_port) as link,
    ):
        for _ in range(5):
            link.pose()
        link.stop()
        repeated = link.statistics.retransmissions
    lines = [line for line in bytes_in(path, ">").split(b"\n") if b" POSE*" in line]
    assert repeated > 0
    assert len(lines) == 5 + repeated
    assert (">", STOP_BYTES * STOP) in [(direction, data) for _, direction, data in chunks(path)]
    seconds = [time for time, _, _ in chunks(path)]
    assert seconds == sorted(seconds)


def test_the_trace_is_written_before_it_is_closed(simulated: Simulated, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with (
        LineTrace(path) as trace,
        Link(simulated().url, opened_by=trace.open_port) as link,
    ):
        link.pose()
        assert b" POSE*" in bytes_in(path, ">")
        assert b" done pose=" in bytes_in(path, "<")


def test_a_trace_is_appended_to_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text("# earlier\n")
    with LineTrace(path) as trace, pytest.raises(PortError):
        trace.open_port("/dev/no-such-robot")
    earlier, later = path.read_text().splitlines()
    assert earlier == "# earlier"
    assert "/dev/no-such-robot not opened" in later


@pytest.mark.parametrize("name", ["", "no/such/folder/line.txt"])
def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=re.escape(f"cannot write the trace '{tmp_path / name}'")):
        LineTrace(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_the_trace_and_not_the_motion(
    simulated: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        LineTrace(Path("/dev/full")) as trace,
        Link(simulated().url, opened_by=trace.open_port) as link,
    ):
        assert link.pose() == link.rig.home
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "the trace /dev/full ends here: no space is left on the disk"
    ]


def test_bytes_that_are_not_printable_are_escaped() -> None:
    assert escaped(b"1 POSE*00\n\\\x00\xff") == r"1 POSE*00\n\\\x00\xff"
