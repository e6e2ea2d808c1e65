"""A minimal host for tests of the simulated robot's firmware, in virtual time."""

from __future__ import annotations

from random import Random

from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.line_robot import LineRobot
from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.link.protocol import Event, Line, LineSplitter, Message, decode, encode
from robot.rigs.mechanisms.two_gripper import RIG
from solver.cube import Cube

FINAL = ("done", "err", "nak")


class Host:
    """Host of a simulated robot; `lines_received` are all its lines, each with its time."""

    def __init__(
        self,
        *faults: str,
        seed: int = 0,
        truth: PhysicalState | None = None,
        pace: float = 1.0,
        jaws: JawContact | None = None,
    ) -> None:
        """Make the robot; with `jaws` it measures nothing, as most boards."""
        self.clock = VirtualClock()
        truth = truth or PhysicalState.at_home(RIG.home, Cube.solved())
        self.robot = LineRobot(
            RIG,
            self.clock,
            truth,
            FaultSchedule(map(FaultSpec.parse, faults), seed),
            pace,
            Random(seed),
            jaws=jaws,
        )
        self.seq = 0
        self.lines_received: list[tuple[float, Line]] = []
        self._splitter = LineSplitter()

    def write(self, data: bytes) -> list[Line]:
        """Send bytes and return the immediate replies."""
        self.robot.receive(data)
        return self._receive()

    def line(self, verb: str, **fields: str) -> bytes:
        """Return the next command as bytes."""
        self.seq += 1
        return encode(Message(self.seq, verb, tuple(fields.items())))

    def wait(self, seconds: float) -> list[Line]:
        """Advance the clock and return the lines received meanwhile."""
        end = self.clock.now() + seconds
        lines_received: list[Line] = []
        while (wake := self.robot.next_wakeup()) is not None and wake <= end:
            self.clock.sleep(wake - self.clock.now())
            self.robot.advance()
            lines_received += self._receive()
        self.clock.sleep(end - self.clock.now())
        return lines_received

    def command(self, verb: str, **fields: str) -> Message:
        """Send the next command and return its final reply."""
        replies = self.write(self.line(verb, **fields))
        for _ in range(200):
            for reply in replies:
                if isinstance(reply, Message) and reply.seq == self.seq and reply.verb in FINAL:
                    return reply
            # A waiting host has to send something now and then, or the robot stops.
            replies = self.write(b"?") + self.wait(0.1)
        raise AssertionError(f"no end to {verb} {fields}; last received {self.lines_received[-3:]}")

    def start(self) -> Host:
        """Open the session and home the robot."""
        assert self.command("HELLO", proto="1").verb == "done"
        assert self.command("HOME").verb == "done"
        return self

    @property
    def events(self) -> list[Event]:
        return [line for _, line in self.lines_received if isinstance(line, Event)]

    def _receive(self) -> list[Line]:
        lines = [decode(line) for line in self._splitter.feed(self.robot.read_output())]
        self.lines_received += [(self.clock.now(), line) for line in lines]
        return lines


def verbs(lines: list[Line]) -> list[str]:
    """Return the verb of each line."""
    return [line.verb for line in lines]


def status(host: Host) -> Message:
    """Return the robot's answer to a status request."""
    (line,) = host.write(b"?")
    assert isinstance(line, Message)
    assert (line.seq, line.verb) == (0, "status")
    return line
