"""A whole robot on a Pololu Maestro: the board at its wire, its servos, and the cube they hold."""

from __future__ import annotations

from firmware_sim.faults import Injection
from firmware_sim.maestro import TICK_SECONDS, Maestro
from firmware_sim.mechanics import Accident
from firmware_sim.pulsed_servos import EXACT, Jaws, PulsedServos
from firmware_sim.truth import Truth
from robot.clock import Clock
from robot.rig import Rig


class SimulatedMaestro:
    """A robot of kind `rig` whose axes, then grippers, hang on the channels from 0 on.

    It does what `SimulatedRobot` does, at the wire of the Maestro. `jaws` say where its hands
    really close.
    """

    def __init__(self, rig: Rig, clock: Clock, truth: Truth, jaws: Jaws = EXACT) -> None:
        self.rig = rig
        self.unplugged = False
        self.board = Maestro(clock)
        self._clock = clock
        self._servos = PulsedServos(rig, clock, truth, jaws)
        self._channels = len(rig.axes) + len(rig.grippers)

    def look(self) -> Truth:
        """Give what is physically so now; may be called from any thread."""
        return self._servos.look()

    def seen(self) -> Truth:
        """Give what a camera is shown now."""
        return self.look()

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a motion is going on."""
        return self._servos.resting()

    @property
    def injections(self) -> tuple[Injection, ...]:
        """List the faults that struck: none, since it knows none."""
        return ()

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """List what a real robot would have broken."""
        return tuple(self._servos.accidents)

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""
        self.board.receive(data)
        self.advance()

    def advance(self) -> None:
        """Do what time has brought."""
        self.board.advance()
        self._servos.follow(self.board.pulses(self._channels))

    def take(self) -> bytes:
        """Give, once, the bytes that reach the host."""
        return self.board.take()

    def next_wake(self) -> float | None:
        """Say when, by the clock, `advance` is needed next; None if only input can do anything."""
        return self._clock.now() + TICK_SECONDS if self.board.is_moving else None

    def power_off(self) -> Truth:
        """Cut the power for good: servos stay where they are. Gives how they stay."""
        return self._servos.look()
