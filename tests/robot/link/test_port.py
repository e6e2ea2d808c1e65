"""A port keeps DTR raised after it is closed, so that a board is not reset, and fails in words."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest
import serial

from robot.errors import PortError
from robot.link.port import CheckedPort, open_port
from robot.link.protocol import BAUD

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
            CheckedPort("/dev/robot", port).write(b"\x18")
        assert os.read(robots_side, 1) == b"\x18"
    finally:
        os.close(robots_side)
        os.close(hosts_side)
