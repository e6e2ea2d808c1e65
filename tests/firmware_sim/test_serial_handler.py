from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import serial

from firmware_sim import sim_port
from robot.link.protocol import Message, decode, encode
from solver.core.cube import Cube
from solver.core.turn import parse_turns


@pytest.fixture(autouse=True)
def handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = [*serial.protocol_handler_packages, "rokumen.devices.serial_handlers"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)


@pytest.fixture
def name() -> Iterator[str]:
    yield "bench"
    sim_port.unregister_robot("bench")


def opened(url: str, **settings: Any) -> sim_port.Serial:
    port = serial.serial_for_url(url, **settings)
    assert isinstance(port, sim_port.Serial)
    return port


def ask(port: sim_port.Serial, said: Message) -> Message:
    port.write(encode(said))
    while True:
        reply = decode(port.read_until(b"\n").rstrip())
        if isinstance(reply, Message) and reply.seq == said.seq and reply.verb in ("done", "err"):
            return reply


HELLO = Message(1, "HELLO", (("proto", "1"),))


def test_a_robot_by_its_url() -> None:
    with opened("sim://two-gripper?seed=1&scramble=R+U+F'", timeout=5) as port:
        assert ask(port, HELLO).get("rig") == "two-gripper"
        assert port.robot.state().cube == Cube.solved().apply(parse_turns("R U F'"))


def test_nothing_really_waits() -> None:
    began = time.perf_counter()
    with opened("sim://two-gripper", timeout=5) as port:
        ask(port, HELLO)
        ask(port, Message(2, "HOME"))
        for i in range(50):
            ask(port, Message(3 + i, "MOVE", (("L", ("+90", "+0")[i % 2]),)))
        assert port.clock.now() == pytest.approx(50.0)
    assert time.perf_counter() - began < 5


def test_a_time_out_passes_on_the_ports_clock() -> None:
    with opened("sim://two-gripper", timeout=0.25) as port:
        ask(port, HELLO)
        assert port.read(100) == b""
        assert port.clock.now() == pytest.approx(0.25)
        port.timeout = 0
        assert port.read(100) == b""
        assert port.clock.now() == pytest.approx(0.25)


def test_waiting_for_ever_for_nothing_is_an_error() -> None:
    with opened("sim://two-gripper", timeout=0) as port:
        ask_later = encode(HELLO)
        port.write(ask_later)
        port.reset_input_buffer()
        port.timeout = None
        with pytest.raises(serial.SerialException, match="would never return"):
            port.read(1)


def test_closing_and_opening_finds_the_same_robot() -> None:
    port = opened("sim://two-gripper", timeout=5)
    epoch = ask(port, HELLO).get("epoch")
    port.close()
    with pytest.raises(serial.PortNotOpenError):
        port.read(1)
    port.open()
    assert ask(port, HELLO).get("epoch") == epoch
    port.close()


def test_a_robot_with_a_name_is_the_same_for_all_ports(name: str) -> None:
    url = f"sim://two-gripper?name={name}"
    with opened(url, timeout=5) as port:
        epoch = ask(port, HELLO).get("epoch")
        ask(port, Message(2, "HOME"))
        ask(port, Message(3, "MOVE", (("L", "+90"),)))
    with opened(url, timeout=5) as port:
        assert port.robot.state().cube == Cube.solved().apply(parse_turns("L"))
        assert ask(port, HELLO).get("epoch") == epoch


def test_an_unplugged_port_is_gone() -> None:
    port = opened("sim://two-gripper?fault=unplug@2", timeout=5)
    ask(port, HELLO)
    with pytest.raises(serial.SerialException, match="unplugged"):
        port.write(encode(Message(2, "HOME")))
    port.close()
    with pytest.raises(serial.SerialException, match="unplugged"):
        port.open()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("sim://three-gripper", "three-gripper"),
        ("sim://two-gripper?jam=often", "often"),
        ("sim://two-gripper?jam=7", "7"),
        ("sim://two-gripper?colour=red", "colour"),
        ("sim://two-gripper?fault=fire", "fire"),
        ("sim://two-gripper?scramble=X", "X"),
        ("sim://two-gripper?cube=UUU", "UUU"),
    ],
)
def test_a_url_that_describes_no_robot_is_quoted(url: str, says: str) -> None:
    with pytest.raises(serial.SerialException, match=says):
        serial.serial_for_url(url)
