"""The pulses of a board and its firmware, recorded while a host asks for them and jogs.

The boards are an emulated Maestro, and the plain simulator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Generic, Protocol, TypeVar

from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.drives.simulated_servos import SimulatedServos, rig_settings
from firmware_sim.physics.jaws import IDEAL_CONTACT
from firmware_sim.physics.servo import IDEAL_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.drives.drive import Channel
from robot.drives.maestro import MaestroDrive
from robot.firmware.drive_servos import DriveServos
from robot.firmware.firmware import Firmware
from robot.link.protocol import STATUS, LineSplitter, Message, decode, encode
from robot.rigs.actuators import ServoDriver
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from solver.cube import Cube

Pulses = tuple[float | None, ...]

# Less than one cycle of a board, and how often the host shows that it is there, in seconds.
_CYCLE_SECONDS = 1e-7
_ALIVE_SECONDS = 0.25
# A course of pulses changes every 20 ms; within a Maestro every 10 ms.
_TICK_SECONDS = 0.01
# Edges of the chip are exact to half a microsecond.
_EDGE_MICROSECONDS = 0.6


class PulsedBoard(Protocol):
    """Electronics of servos with the robot's firmware."""

    @property
    def seconds(self) -> float:
        """Return the time since the start."""
        ...

    def send(self, data: bytes) -> None:
        """Send bytes to the firmware."""
        ...

    def read_output(self) -> bytes:
        """Return, once, what the firmware has sent."""
        ...

    def run(self, seconds: float) -> bool:
        """Run to this time, or to the next pulse if that is sooner; return whether it came."""
        ...

    def pulses(self) -> Pulses:
        """Return each servo's pulse in microseconds, axes first; None where none comes."""
        ...


_Board_co = TypeVar("_Board_co", bound=PulsedBoard, covariant=True)


class PulseRecorder(Generic[_Board_co]):
    """A host of a board all of whose pulses are recorded."""

    def __init__(self, board: _Board_co) -> None:
        self.board = board
        # When each pulse ended, in seconds, and what the pulses of all servos were then.
        self.recorded: list[tuple[float, Pulses]] = []
        self._splitter = LineSplitter()
        self._sequence = 0
        self.start()

    def start(self) -> None:
        """Begin a session with the firmware."""
        self._sequence = 0
        self.wait(0.1)
        assert self.send("HELLO", ("proto", "1")).verb == "done"

    def wait(self, seconds: float) -> list[Message]:
        """Let time pass; return what the robot said."""
        end, lines = self.board.seconds + seconds, []
        while end - self.board.seconds > _CYCLE_SECONDS:
            self.board.send(STATUS)
            until = min(end, self.board.seconds + _ALIVE_SECONDS)
            while not self.board.run(until):
                self.recorded.append((self.board.seconds, self.board.pulses()))
            lines += [decode(raw) for raw in self._splitter.feed(self.board.read_output())]
        return [line for line in lines if isinstance(line, Message)]

    def send(self, verb: str, *fields: tuple[str, str], seconds: float = 0.05) -> Message:
        """Return the last reply to a command within a time."""
        self._sequence += 1
        self.board.send(encode(Message(self._sequence, verb, fields)))
        return [line for line in self.wait(seconds) if line.seq == self._sequence][-1]

    def changes(self, servo: int) -> list[tuple[float, float]]:
        """Return when a servo's pulse became another one, in seconds, and which."""
        found: list[tuple[float, float]] = []
        for seconds, pulses in self.recorded:
            now = pulses[servo]
            if now is not None and (not found or abs(found[-1][1] - now) > _EDGE_MICROSECONDS):
                found.append((seconds, now))
        return found

    def fastest(self, servo: int) -> float:
        """Return the highest speed of a servo's pulse, in microseconds a second."""
        # Firmware gives whole microseconds.
        changes = self.changes(servo)
        return max(
            (
                abs(round(pulse) - round(before)) / (now - then)
                for (then, before), (now, pulse) in pairwise(changes)
            ),
            default=0.0,
        )


class _FirmwareOnServos:
    """The robot's firmware in Python above a servo driver; time passes in ticks of 10 ms."""

    def __init__(self, rig: Rig, servos: ServoDriver, clock: VirtualClock) -> None:
        self._firmware = Firmware(rig, servos, clock, Random(0))
        self._clock = clock
        self._ticks = 0

    @property
    def seconds(self) -> float:
        """See `PulsedBoard`."""
        return self._ticks * _TICK_SECONDS

    def send(self, data: bytes) -> None:
        """See `PulsedBoard`."""
        self._firmware.receive(data)

    def read_output(self) -> bytes:
        """See `PulsedBoard`."""
        return b"".join(self._firmware.read_output())

    def run(self, seconds: float) -> bool:
        """See `PulsedBoard`."""
        if self.seconds >= seconds - _CYCLE_SECONDS:
            return True
        self._ticks += 1
        # A little late, so that what is due at a tick is done at it.
        self._clock.sleep(self.seconds + _CYCLE_SECONDS - self._clock.now())
        self._advance()
        self._firmware.advance()
        return False

    def _advance(self) -> None:
        """Let the servos go on."""


class PlainBoard(_FirmwareOnServos):
    """The simulator of a robot without feedback, of the usual rig."""

    def __init__(self) -> None:
        rig, clock = load_rig(DEFAULT_RIG), VirtualClock()
        self._sent: Sequence[float | None] = ()
        state = PhysicalState.at_home(rig.home, Cube.solved())
        mechanics = _RecordedMechanics(rig, clock, state, IDEAL_SERVO, IDEAL_CONTACT)
        super().__init__(rig, SimulatedServos(rig, clock, mechanics), clock)
        self._mechanics = mechanics

    def pulses(self) -> Pulses:
        """See `PulsedBoard`."""
        return self._mechanics.sent


class _RecordedMechanics(ServoMechanics):
    """Servos of which it is known what pulses they got last."""

    sent: Pulses = ()

    def follow(
        self,
        pulses: Sequence[float | None],
        now: float,
        moving: Mapping[int, float | None] | None = None,
    ) -> None:
        """See `ServoMechanics`."""
        self.sent = tuple(pulses)
        super().follow(pulses, now, moving)


class MaestroWire:
    """The serial line to an emulated Maestro; `sent` are the bytes of each write.

    Nothing arrives while it is `cut`.
    """

    def __init__(self, robot: SimulatedMaestro) -> None:
        self.sent: list[bytes] = []
        self.cut = False
        self.timeout: float | None = None
        self._robot = robot
        self._received = bytearray()

    def read(self, size: int = 1, /) -> bytes:
        """Return bytes of the board's answers."""
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Send bytes to the board."""
        self.sent.append(data)
        if not self.cut:
            self._robot.receive(data)
            self._received += self._robot.read_output()
        return len(data)

    def close(self) -> None:
        """Close the line: nothing arrives any more."""
        self.cut = True


class EmulatedMaestroBoard(_FirmwareOnServos):
    """An emulated Maestro with the servos of the usual rig, as the manual connects them."""

    def __init__(self) -> None:
        rig, clock = load_rig(DEFAULT_RIG), VirtualClock()
        state = PhysicalState.at_home(rig.home, Cube.solved())
        self._robot = SimulatedMaestro(rig, clock, state)
        settings = rig_settings(rig)
        channels = tuple(Channel(each.channel, *settings.limits) for each in settings.servos)
        drive = MaestroDrive(MaestroWire(self._robot), channels, clock)
        super().__init__(rig, DriveServos(drive, settings), clock)

    def pulses(self) -> Pulses:
        """See `PulsedBoard`."""
        return self._robot.board.pulses(len(self._robot.rig.axes) + len(self._robot.rig.grippers))

    def _advance(self) -> None:
        self._robot.advance()
