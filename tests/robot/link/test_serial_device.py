"""Ports that cannot be opened: why, and the line to type, whatever opens them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import serial

from robot.drives.registry import open_drive
from robot.errors import PortError
from robot.link.registry import open_connection
from robot.link.serial_device import permission_advice
from rokumen.devices import serial_schemes
from tests.support.maestro_example import EXAMPLE

PORT = "/dev/ttyACM0"


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to whose last error number pySerial refuses to open each port."""
    numbers: list[int] = []

    def refuse(url: str, *args: object, **options: object) -> None:
        number = numbers[-1]
        raise serial.SerialException(number, f"could not open port {url}: {os.strerror(number)}")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    return numbers


@pytest.mark.parametrize("scheme", ["chip", "maestro", "feetech", "ev3"])
def test_a_missing_permission_is_named_with_the_line_to_type(
    refusals: list[int], scheme: str
) -> None:
    refusals.append(errno.EACCES)
    with pytest.raises(PortError) as raised:
        open_drive(f"{scheme}://{PORT}")
    advice = permission_advice(PORT)
    assert raised.value.message == f"cannot open port {PORT!r}: no permission to use it: {advice}"
    assert "sudo usermod -aG" in advice or "udev rule" in advice


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "there is no such port; check the cable and the port name"),
        (errno.EBUSY, "is in use by another program; end that first"),
        (errno.EIO, "input/output error; check the cable"),
    ],
)
def test_an_error_says_why_and_what_to_do(refusals: list[int], number: int, words: str) -> None:
    refusals.append(number)
    with pytest.raises(PortError) as raised:
        open_drive(f"maestro://{PORT}")
    assert words in raised.value.message


def test_the_line_to_type_for_a_drive_ends_its_error(tmp_path: Path) -> None:
    (tmp_path / "desk.toml").write_text(EXAMPLE)
    url = f"pwmchip://{tmp_path}/none?settings={tmp_path}/desk.toml"
    serial_schemes.register(url)
    with pytest.raises(PortError) as raised:
        open_connection(url)
    assert raised.value.message.endswith("sudo tee -a /boot/firmware/config.txt, then sudo reboot")


def test_a_device_that_is_no_serial_port_is_named_so() -> None:
    with pytest.raises(PortError, match="cannot open port '/dev/null': it is no serial port"):
        open_drive("maestro:///dev/null")


@pytest.mark.parametrize("scheme", ["spy", "alt", "hwgrep"])
def test_no_drive_opens_a_url_that_does_more_than_open_a_port(scheme: str) -> None:
    with pytest.raises(PortError, match=f"{scheme}:// is not used"):
        open_drive(f"feetech://{scheme}:///dev/ttyUSB0")
