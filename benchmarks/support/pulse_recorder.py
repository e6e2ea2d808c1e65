"""The pulses of a robot's servos, recorded while they are asked for and jogged.

The boards are an emulated Maestro, and the plain simulator.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.drives.simulated_drive import SimulatedDrive
from firmware_sim.drives.simulated_servos import rig_settings
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock, VirtualClock
from robot.drives.drive import Channel
from robot.drives.maestro import MaestroDrive
from robot.rigs.actuators import Completed
from robot.rigs.command import Enable, Jog
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.servos.drive_servos import DriveServos
from solver.cube import Cube

Pulses = tuple[float | None, ...]

# Less than one cycle of a board, in seconds.
_CYCLE_SECONDS = 1e-7
# A course of pulses changes every 20 ms; within a Maestro every 10 ms.
_TICK_SECONDS = 0.01
_LONGEST_MOTION_SECONDS = 10.0
# Edges of a chip are exact to half a microsecond.
_EDGE_MICROSECONDS = 0.6


class PulsedBoard(Protocol):
    """Electronics, and the servos that they drive."""

    @property
    def clock(self) -> Clock:
        """Return the clock by which they go."""
        ...

    @property
    def servos(self) -> DriveServos:
        """Return the servos."""
        ...

    def advance(self) -> None:
        """Let the electronics do what is due by now."""
        ...

    def pulses(self) -> Pulses:
        """Return each servo's pulse in microseconds, axes first; None where none comes."""
        ...


class PulseRecorder:
    """A board all of whose pulses are recorded, in ticks of 10 ms."""

    def __init__(self, board: PulsedBoard) -> None:
        self.board = board
        # When pulses were looked at, in seconds, and what those of all servos were.
        self.recorded: list[tuple[float, Pulses]] = []
        self._ticks = 0

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / _TICK_SECONDS)):
            self._tick()

    def enable(self, enable: Enable) -> None:
        """Give a servo its first pulse, and wait until it is there."""
        self.board.servos.enable(enable)
        self._finish()

    def jog(self, jog: Jog) -> None:
        """Jog a servo, and wait for the end."""
        self.board.servos.jog(jog)
        self._finish()

    def _finish(self) -> None:
        for _ in range(round(_LONGEST_MOTION_SECONDS / _TICK_SECONDS)):
            if isinstance(self.board.servos.outcome(), Completed):
                return
            self._tick()
        raise AssertionError("the motion never ended")

    def _tick(self) -> None:
        self._ticks += 1
        # A little late, so that what is due at a tick is done at it.
        due = self._ticks * _TICK_SECONDS + _CYCLE_SECONDS
        self.board.clock.sleep(due - self.board.clock.now())
        self.board.advance()
        self.board.servos.advance()
        self.recorded.append((self._ticks * _TICK_SECONDS, self.board.pulses()))

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
        return max(
            (
                abs(round(pulse) - round(before)) / (now - then)
                for (then, before), (now, pulse) in pairwise(self.changes(servo))
            ),
            default=0.0,
        )


class PlainBoard:
    """The simulator of a robot without feedback, of the usual rig."""

    def __init__(self) -> None:
        rig = load_rig(DEFAULT_RIG)
        self.clock: Clock = VirtualClock()
        state = PhysicalState.at_home(rig.home, Cube.solved())
        mechanics = ServoMechanics(rig, self.clock, state)
        settings = rig_settings(rig)
        self._drive = SimulatedDrive(mechanics, settings.limits, self.clock)
        self.servos = DriveServos(self._drive, settings)

    def advance(self) -> None:
        """See `PulsedBoard`."""

    def pulses(self) -> Pulses:
        """See `PulsedBoard`."""
        return tuple(self._drive.commanded().values())


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

    def reset_input_buffer(self) -> None:
        """Discard what came and was not read."""
        self._received.clear()

    def close(self) -> None:
        """Close the line: nothing arrives any more."""
        self.cut = True


class EmulatedMaestroBoard:
    """An emulated Maestro with the servos of the usual rig, as the manual connects them."""

    def __init__(self) -> None:
        rig = load_rig(DEFAULT_RIG)
        self.clock: Clock = VirtualClock()
        state = PhysicalState.at_home(rig.home, Cube.solved())
        self._robot = SimulatedMaestro(ServoMechanics(rig, self.clock, state))
        settings = rig_settings(rig)
        channels = tuple(Channel(each.channel, *settings.limits) for each in settings.servos)
        drive = MaestroDrive(MaestroWire(self._robot), channels, self.clock)
        self.servos = DriveServos(drive, settings)

    def advance(self) -> None:
        """See `PulsedBoard`."""
        self._robot.advance()

    def pulses(self) -> Pulses:
        """See `PulsedBoard`."""
        return self._robot.board.pulses(len(self._robot.rig.actuators))
