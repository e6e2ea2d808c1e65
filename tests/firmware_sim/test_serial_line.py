"""A line takes time, and its chip waits; opening the port restarts the robot."""

from __future__ import annotations

import os
import socket
from random import Random

import pytest

from firmware_sim.boards.chip_robot import SoftwareRobot
from firmware_sim.endpoints import PseudoTerminal, TcpPort
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.server import FTDI_LINE, SerialLine, SlowLine
from robot.clock import VirtualClock
from robot.link.protocol import Message, decode, encode
from robot.rigs.mechanisms.two_gripper import RIG
from solver.cube import Cube

HELLO = encode(Message(1, "HELLO", (("proto", "2"),)))


class Host:
    """A host at one end of a line, in virtual time."""

    def __init__(self, line: SerialLine) -> None:
        self.clock = VirtualClock()
        state = PhysicalState.at_home(RIG.home, Cube.solved())
        robot = SoftwareRobot(ServoMechanics(RIG, self.clock, state), Random(1))
        robot.read_output()
        self.line = SlowLine(robot, line, self.clock)

    def lines(self, until: float) -> list[tuple[float, bytes]]:
        """Return the packets that come until a time, each with the time at which it came."""
        packets = []
        while (wake := self.line.next_wakeup()) is not None and wake <= until:
            self.clock.sleep(wake - self.clock.now())
            self.line.advance()
            if data := self.line.read_output():
                packets.append((self.clock.now(), data))
        self.clock.sleep(until - self.clock.now())
        return packets


def test_bytes_take_their_time() -> None:
    host = Host(SerialLine(baud=9600))
    host.line.receive(HELLO)
    (first, data), *_ = host.lines(until=0.4)
    # Ten bits a byte, there and back.
    assert first == pytest.approx(10 * (len(HELLO) + len(data)) / 9600)


def test_a_chip_waits_for_more_bytes() -> None:
    host = Host(SerialLine(latency=0.016, packet_bytes=62))
    host.clock.sleep(0.001)
    host.line.receive(HELLO)
    packets = [(0.001, host.line.read_output()), *host.lines(until=0.2)]
    assert len(packets[0][1]) % 62 == 0
    assert packets[1][0] == pytest.approx(0.016)
    assert b"".join(data for _, data in packets).endswith(b"\n")


def test_a_robot_is_deaf_until_its_bootloader_has_ended() -> None:
    host = Host(FTDI_LINE)
    host.line.reset()
    host.line.receive(HELLO)
    assert host.lines(until=0.99) == []
    (first, event), *_ = host.lines(until=1.2)
    assert 1.0 < first < 1.1
    assert decode(event.splitlines()[0]).verb == "status"
    host.line.receive(HELLO)
    replies = b"".join(data for _, data in host.lines(until=1.6))
    assert b" done proto=2 " in replies


def test_a_pseudo_terminal_notices_that_it_is_opened() -> None:
    port = PseudoTerminal()
    try:
        assert not port.was_opened()
        os.close(os.open(port.address, os.O_RDWR | os.O_NOCTTY))
        assert port.was_opened()
        assert not port.was_opened()
    finally:
        port.close()


def test_a_tcp_port_notices_that_it_is_opened() -> None:
    port = TcpPort("127.0.0.1:0")
    try:
        number = int(port.address.rpartition(":")[2])
        assert not port.was_opened()
        with socket.create_connection(("127.0.0.1", number)):
            while not port.was_opened():
                pass
        assert not port.was_opened()
    finally:
        port.close()
