"""A whole robot with a real board's firmware: the chip in simavr, its servos, and their cube."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from firmware_sim.avr import MEMORY_BYTES, Uno
from firmware_sim.errors import BoardError
from firmware_sim.faults import Injection
from firmware_sim.mechanics import Accident
from firmware_sim.pulsed_servos import PulsedServos
from firmware_sim.truth import Truth
from robot.clock import Clock
from robot.rig import load_rig

RIG = "two-gripper"

# So often the chip is looked at while nothing else happens, in seconds.
_PERIOD = 0.002
# It was switched on a little before anybody could plug in: bytes to a sleeping chip are lost.
_HEAD_START = 0.05


class SimulatedBoard:
    """An Uno with the ELF file `program`; the pulses on its pins move the servos that hold `truth`.

    `memory` is a file for what the chip remembers without power. Raises BoardError where the
    program or simavr is missing. It does what `SimulatedRobot` does, and `press` beside.
    """

    def __init__(
        self, program: Path, clock: Clock, truth: Truth, memory: Path | None = None
    ) -> None:
        self.rig = load_rig(RIG)
        self.unplugged = False
        self._clock = clock
        self._began = clock.now() - _HEAD_START
        self._servos = PulsedServos(self.rig, clock, truth)
        self._memory = memory
        self._chip = Uno(program)
        if memory is not None:
            with suppress(FileNotFoundError):
                self._chip.remember(_read_memory(memory))

    def look(self) -> Truth:
        """Give what is physically so now; may be called from any thread."""
        return self._servos.look()

    def seen(self) -> Truth:
        """Give what a camera is shown now."""
        return self.look()

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a motion is going on."""
        return self._servos.resting()

    def pulses(self) -> tuple[float | None, ...]:
        """Give each servo's last pulse in microseconds, None where none came yet."""
        return self._chip.pulses()

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
        self.advance()
        self._chip.send(data)

    def advance(self) -> None:
        """Run the chip up to now."""
        elapsed = self._clock.now() - self._began
        while not self._chip.run(elapsed):
            self._servos.follow(self._chip.pulses())

    def take(self) -> bytes:
        """Give, once, the bytes that reach the host."""
        return self._chip.take()

    def next_wake(self) -> float | None:
        """Say when, by the clock, `advance` is needed next."""
        return self._clock.now() + _PERIOD

    def reset(self) -> None:
        """Start the chip again, as after a loss of power."""
        self.advance()
        self._chip.reset()

    def press(self, *, pressed: bool) -> None:
        """Hold the stop button down, or let it go."""
        self.advance()
        self._chip.press(pressed=pressed)

    @property
    def untouched(self) -> int:
        """Count the bytes of the chip's RAM that were never used."""
        return self._chip.untouched

    def save_memory(self) -> None:
        """Write what the chip remembers into its file, if it has one."""
        if self._memory is not None:
            self._memory.write_bytes(self._chip.memory())

    def power_off(self) -> Truth:
        """Cut the power for good: servos stay where they are. Gives how they stay."""
        return self._servos.look()


def _read_memory(path: Path) -> bytes:
    data = path.read_bytes()
    if len(data) != MEMORY_BYTES:
        raise BoardError(
            f"{str(path)!r} has {len(data)} bytes, and the chip remembers {MEMORY_BYTES}; remove it"
        )
    return data
