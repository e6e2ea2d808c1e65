"""The simulated robot as a `sim://` port of pySerial, in virtual time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import serial

from firmware_sim import sim_port
from robot.link.protocol import Message, decode, encode
from solver.cube import Cube


@pytest.fixture(autouse=True)
def handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = [*serial.protocol_handler_packages, "rokumen.devices.serial_handlers"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)


@pytest.fixture
def name() -> Iterator[str]:
    yield "bench"
    sim_port.unregister_robot("bench")


def open_simulated(url: str, **settings: Any) -> sim_port.Serial:
    port = serial.serial_for_url(url, **settings)
    assert isinstance(port, sim_port.Serial)
    return port


def ask(port: sim_port.Serial, sent: Message) -> Message:
    port.write(encode(sent))
    while True:
        reply = decode(port.read_until(b"\n").rstrip())
        if isinstance(reply, Message) and reply.seq == sent.seq and reply.verb in ("done", "err"):
            return reply


HELLO = Message(1, "HELLO", (("proto", "1"),))


def test_a_robot_by_its_url() -> None:
    with open_simulated("sim://two-gripper?seed=1&scramble=R+U+F'", timeout=60) as port:
        assert ask(port, HELLO).get("rig") == "two-gripper"
        assert port.robot.state().cube == Cube.solved().apply("R U F'")


def test_time_is_virtual() -> None:
    began = time.perf_counter()
    with open_simulated("sim://two-gripper", timeout=60) as port:
        ask(port, HELLO)
        ask(port, Message(2, "HOME"))
        for i in range(50):
            ask(port, Message(3 + i, "MOVE", (("L", ("+90", "+0")[i % 2]),)))
        assert port.clock.now() == pytest.approx(50.0)
    assert time.perf_counter() - began < 50


def test_a_time_out_advances_the_virtual_clock() -> None:
    with open_simulated("sim://two-gripper", timeout=0.25) as port:
        ask(port, HELLO)
        assert port.read(100) == b""
        assert port.clock.now() == pytest.approx(0.25)
        port.timeout = 0
        assert port.read(100) == b""
        assert port.clock.now() == pytest.approx(0.25)


def test_reading_without_a_time_out_and_without_data_is_an_error() -> None:
    with open_simulated("sim://two-gripper", timeout=0) as port:
        unanswered = encode(HELLO)
        port.write(unanswered)
        port.reset_input_buffer()
        port.timeout = None
        with pytest.raises(serial.SerialException, match="would never return"):
            port.read(1)


def test_reopening_a_port_finds_the_same_robot() -> None:
    port = open_simulated("sim://two-gripper", timeout=60)
    epoch = ask(port, HELLO).get("epoch")
    port.close()
    with pytest.raises(serial.PortNotOpenError):
        port.read(1)
    port.open()
    assert ask(port, HELLO).get("epoch") == epoch
    port.close()


def test_a_named_robot_is_the_same_for_all_ports(name: str) -> None:
    url = f"sim://two-gripper?name={name}"
    with open_simulated(url, timeout=60) as port:
        epoch = ask(port, HELLO).get("epoch")
        ask(port, Message(2, "HOME"))
        ask(port, Message(3, "MOVE", (("L", "+90"),)))
    with open_simulated(url, timeout=60) as port:
        assert port.robot.state().cube == Cube.solved().apply("L")
        assert ask(port, HELLO).get("epoch") == epoch


def test_an_unplugged_port_cannot_be_used() -> None:
    port = open_simulated("sim://two-gripper?faults=unplug@2", timeout=60)
    ask(port, HELLO)
    with pytest.raises(serial.SerialException, match="unplugged"):
        port.write(encode(Message(2, "HOME")))
    port.close()
    with pytest.raises(serial.SerialException, match="unplugged"):
        port.open()


@pytest.mark.parametrize(
    ("url", "quoted"),
    [
        ("sim://three-gripper", "three-gripper"),
        ("sim://two-gripper?jam=often", "often"),
        ("sim://two-gripper?jam=7", "7"),
        ("sim://two-gripper?colour=red", "colour"),
        ("sim://two-gripper?faults=fire", "fire"),
        ("sim://two-gripper?scramble=X", "X"),
        (f"sim://two-gripper?scramble={'U' * 54}", "UUU"),
    ],
)
def test_an_error_quotes_a_bad_url(url: str, quoted: str) -> None:
    with pytest.raises(serial.SerialException, match=quoted):
        serial.serial_for_url(url)
