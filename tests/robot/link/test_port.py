"""A port keeps DTR raised after it is closed, so that a board is not reset, and fails in words.

The trace contains every byte of the line, in both directions, with times.
"""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import serial

from files.access import FileError
from robot.drives.chip_line import STOP_BYTES, ChipLine
from robot.errors import PortError
from robot.link.port import LineTrace, RobotPort, escaped, open_port
from robot.link.protocol import BAUD, STATUS, STOP, StopLevel
from robot.link.registry import open_connection
from robot.link.session import Link
from tests.support.chip_bench import ServedBench
from tests.support.simulated_rig import SimulatedRig

CONTROL_FLAGS = 2  # of the list of termios.tcgetattr
OPEN_AND_CLOSE = "import sys; from robot.link.port import open_port; open_port(sys.argv[1]).close()"


@pytest.fixture
def terminal() -> Iterator[int]:
    """Return the host's side of a pseudo-terminal, with HUPCL set as that of a new serial port."""
    robots_side, hosts_side = os.openpty()
    settings = termios.tcgetattr(hosts_side)
    settings[CONTROL_FLAGS] |= termios.HUPCL
    termios.tcsetattr(hosts_side, termios.TCSANOW, settings)
    yield hosts_side
    os.close(robots_side)
    os.close(hosts_side)


def drops_lines_at_close(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[CONTROL_FLAGS] & termios.HUPCL)


def test_the_lines_stay_raised_after_the_port_is_closed(terminal: int) -> None:
    assert drops_lines_at_close(terminal)
    for _ in range(2):
        port = open_port(os.ttyname(terminal))
        assert not drops_lines_at_close(terminal)
        port.timeout = 0.5
        assert not drops_lines_at_close(terminal)
        port.close()
        assert not drops_lines_at_close(terminal)


def test_they_stay_raised_after_another_process_has_had_the_port(terminal: int) -> None:
    subprocess.run([sys.executable, "-c", OPEN_AND_CLOSE, os.ttyname(terminal)], check=True)
    assert not drops_lines_at_close(terminal)
    with serial.Serial(os.ttyname(terminal), BAUD):
        assert not drops_lines_at_close(terminal)


def test_no_other_setting_changes(terminal: int) -> None:
    with serial.Serial(os.ttyname(terminal), BAUD):
        wanted = termios.tcgetattr(terminal)
    wanted[CONTROL_FLAGS] &= ~termios.HUPCL
    open_port(os.ttyname(terminal)).close()
    assert termios.tcgetattr(terminal) == wanted


def test_dtr_is_never_dropped(terminal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[int] = []

    def record(fd: int, request: int, *_: object) -> int:
        requests.append(request)
        return 0

    monkeypatch.setattr(fcntl, "ioctl", record)
    open_port(os.ttyname(terminal)).close()
    assert termios.TIOCMBIS in requests
    assert not {termios.TIOCMBIC, termios.TIOCMSET} & set(requests)


@pytest.mark.parametrize(
    "refusal", [termios.error(errno.EINVAL, "invalid"), OSError(errno.EIO, "failed")]
)
def test_a_port_that_refuses_the_setting_still_opens(
    terminal: int, refusal: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_attributes = termios.tcsetattr

    def refuse(fd: int, when: int, settings: list[int | list[bytes | int]]) -> None:
        control = settings[CONTROL_FLAGS]
        assert isinstance(control, int)
        if not control & termios.HUPCL:
            raise refusal
        set_attributes(fd, when, settings)

    monkeypatch.setattr(termios, "tcsetattr", refuse)
    port = open_port(os.ttyname(terminal))
    port.write(b"?")
    port.close()
    assert drops_lines_at_close(terminal)


def test_a_port_without_the_setting_opens() -> None:
    port = open_port("loop://")
    port.write(b"?")
    assert port.read() == b"?"
    port.close()


def test_a_port_that_is_closed_while_another_thread_writes_is_a_port_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    robots_side, hosts_side = os.openpty()
    port = serial.Serial(os.ttyname(hosts_side))
    write = os.write

    def write_and_close(number: int, data: bytes) -> int:
        written = write(number, data)
        monkeypatch.undo()
        port.close()
        return written

    monkeypatch.setattr("serial.serialposix.os.write", write_and_close)
    try:
        with pytest.raises(PortError, match="disconnected"):
            RobotPort("/dev/robot", port).write(b"\x18")
        assert os.read(robots_side, 1) == b"\x18"
    finally:
        os.close(robots_side)
        os.close(hosts_side)


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
        port = open_port(url, trace)
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


@pytest.fixture
def chip() -> Iterator[ServedBench]:
    bench = ServedBench()
    yield bench
    bench.close()


def test_repeated_lines_and_stop_bytes_are_traced(chip: ServedBench, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with LineTrace(path) as trace:
        line = ChipLine(open_port(chip.url.removeprefix("chip://"), trace))
        chip.inject("drop_reply@2")
        for _ in range(5):
            line.exchange("BEAT")
        line.stop(StopLevel.HOLD)
        line.close()
    sent = [line for line in bytes_in(path, ">").split(b"\n") if b" BEAT*" in line]
    assert len(sent) == 6
    assert len(set(sent)) == 5
    stops = [data for _, direction, data in chunks(path) if direction == ">" and STOP in data]
    assert stops == [STOP_BYTES * STOP + STATUS]
    seconds = [time for time, _, _ in chunks(path)]
    assert seconds == sorted(seconds)


def test_the_trace_is_written_before_it_is_closed(chip: ServedBench, tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with LineTrace(path) as trace:
        line = ChipLine(open_port(chip.url.removeprefix("chip://"), trace))
        assert b" HELLO proto=2*" in bytes_in(path, ">")
        assert b" done proto=2" in bytes_in(path, "<")
        line.close()


def test_a_trace_is_appended_to_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text("# earlier\n")
    with LineTrace(path) as trace, pytest.raises(PortError):
        open_port("/dev/no-such-robot", trace)
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
        Link(simulated().url, opened_by=partial(open_connection, trace=trace)) as link,
    ):
        assert link.pose() == link.rig.home
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "the trace /dev/full ends here: no space is left on the disk"
    ]


def test_bytes_that_are_not_printable_are_escaped() -> None:
    assert escaped(b"1 POSE*00\n\\\x00\xff") == r"1 POSE*00\n\\\x00\xff"
