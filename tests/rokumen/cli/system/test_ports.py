"""`rokumen ports`: robots, silent ports, other devices and cameras."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from rokumen.devices import discovery
from rokumen.devices.discovery import connected_devices, find_cameras, wait_for_unplugging
from tests.support.command_line import Rokumen


@pytest.fixture
def other_device() -> Iterator[Callable[[bytes], str]]:
    """Return a function that makes a serial port with a device that always sends the same."""
    opened: list[int] = []

    def make(reply: bytes) -> str:
        device_end, host_end = os.openpty()
        opened.extend((device_end, host_end))
        if reply:
            threading.Thread(target=answer, args=(device_end, reply), daemon=True).start()
        return os.ttyname(host_end)

    def answer(device_end: int, reply: bytes) -> None:
        try:
            while os.read(device_end, 100):
                os.write(device_end, reply)
        except OSError:
            return

    yield make
    for descriptor in opened:
        os.close(descriptor)


def test_a_robot_is_listed_with_its_rig(rokumen: Rokumen) -> None:
    result = rokumen("ports", "sim://two-gripper", "sim://flipper", "--json")
    assert result.status == 0
    ports = result.json()["ports"]
    assert [port["robot"] for port in ports] == [True, True]
    assert [port["rig"] for port in ports] == ["two-gripper", "flipper"]
    assert "a flipper rig" in rokumen("ports", "sim://flipper").out


def test_a_silent_port_is_reported_as_silent(
    rokumen: Rokumen, other_device: Callable[[bytes], str]
) -> None:
    url = other_device(b"")
    result = rokumen("ports", url, "--timeout=0.5")
    assert result.status == 0
    assert url in result.out
    assert "went away" not in result.out
    said = " ".join(result.out.split())
    assert "no reply within 0.5 s" in said
    assert "E421" not in said


def test_the_reply_of_another_device_is_quoted(
    rokumen: Rokumen, other_device: Callable[[bytes], str]
) -> None:
    result = rokumen("ports", other_device(b"ok T:21.3\n"), "--timeout=0.5", "--json")
    (port,) = result.json()["ports"]
    assert port["robot"] is False
    assert "not a chip of rokumen" in port["answer"]
    assert "T:21.3" in port["answer"]


def test_an_error_quotes_a_missing_port(rokumen: Rokumen) -> None:
    result = rokumen("ports", "/dev/no-such-robot", "--json")
    assert "/dev/no-such-robot" in result.json()["ports"][0]["answer"]


def test_all_ports_are_asked_at_once(
    rokumen: Rokumen, other_device: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for number in range(3):
        info = ListPortInfo(other_device(b""))
        info.description = f"board {number}"
        found.append(info)
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    monkeypatch.setattr(discovery, "find_cameras", lambda: ())
    result = rokumen("ports", "--timeout=0.3", "--json")
    assert [port["description"] for port in result.json()["ports"]] == [
        "board 0",
        "board 1",
        "board 2",
    ]


def test_cameras_are_listed_with_their_names(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(discovery, "camera_indices", lambda *_: (61,))
    monkeypatch.setattr(discovery, "CAMERA_NAMES", tmp_path)
    (tmp_path / "video61").mkdir()
    (tmp_path / "video61" / "name").write_text("Desk Cam\n")
    (camera,) = find_cameras()
    assert (camera.number, camera.name, camera.size) == (61, "Desk Cam", None)
    assert "there is no camera 61" in camera.status
    result = rokumen("ports")
    assert "camera 61 (Desk Cam)" in result.out
    assert "no serial port found" in result.out


def test_an_unplugged_port_is_named() -> None:
    observations = iter([{"a", "b"}, {"a", "b"}, {"a", "b", "c"}, {"a", "c"}, {"a"}])
    unplugged = wait_for_unplugging(10, lambda: frozenset(next(observations)), lambda _: None)
    assert unplugged == {"b", "c"}


def test_nothing_unplugged_is_a_failure(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wait_for_unplugging(3, connected_devices, lambda _: None) == frozenset()
    monkeypatch.setattr("rokumen.cli.system.ports.wait_for_unplugging", lambda _: frozenset())
    result = rokumen("ports", "--unplug")
    assert result.status == 1
    assert "nothing was unplugged" in result.err
    monkeypatch.setattr(
        "rokumen.cli.system.ports.wait_for_unplugging", lambda _: frozenset({"/dev/x"})
    )
    assert rokumen("ports", "--unplug").out.strip() == "/dev/x"
