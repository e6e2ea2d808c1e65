"""A simulated robot that runs the real Uno firmware in simavr."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from firmware_sim.boards.avr import EEPROM_BYTES, Uno
from firmware_sim.errors import BoardError
from firmware_sim.faults.schedule import Injection
from firmware_sim.physics.hobby_servos import HobbyServos
from firmware_sim.physics.mechanism import Accident
from firmware_sim.physics.state import PhysicalState
from robot.clock import Clock
from robot.rigs.registry import load_rig

RIG = "two-gripper"

# So often the chip is looked at while nothing else happens, in seconds.
_PERIOD = 0.002
# It was switched on a little before anybody could plug in: bytes to a sleeping chip are lost.
_BOOT_SECONDS = 0.05


class SimulatedUno:
    """An Uno with the ELF file `program`; the pulses on its pins move the servos that hold `truth`.

    `memory` is a file for what the chip remembers without power. Raises BoardError where the
    program or simavr is missing. It does what `SimulatedRobot` does, and `set_button` beside.
    """

    def __init__(
        self, program: Path, clock: Clock, state: PhysicalState, memory: Path | None = None
    ) -> None:
        self.rig = load_rig(RIG)
        self.unplugged = False
        self._clock = clock
        self._began = clock.now() - _BOOT_SECONDS
        self._servos = HobbyServos(self.rig, clock, state)
        self._memory = memory
        self._chip = Uno(program)
        if memory is not None:
            with suppress(FileNotFoundError):
                self._chip.load_eeprom(_read_memory(memory))

    def state(self) -> PhysicalState:
        """Return the physical state now; may be called from any thread."""
        return self._servos.state()

    def camera_state(self) -> PhysicalState:
        """Return the state that a camera sees now."""
        return self.state()

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self._servos.state_at_rest()

    def pulses(self) -> tuple[float | None, ...]:
        """Return each servo's last pulse in microseconds, None where none came yet."""
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
            self._servos.apply_pulses(self._chip.pulses())

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self._chip.read_output()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next."""
        return self._clock.now() + _PERIOD

    def reset(self) -> None:
        """Start the chip again, as after a loss of power."""
        self.advance()
        self._chip.reset()

    def set_button(self, *, pressed: bool) -> None:
        """Hold the stop button down, or let it go."""
        self.advance()
        self._chip.press(pressed=pressed)

    @property
    def untouched(self) -> int:
        """Count the bytes of the chip's RAM that were never used."""
        return self._chip.unused_ram_bytes

    def save_memory(self) -> None:
        """Write what the chip remembers into its file, if it has one."""
        if self._memory is not None:
            self._memory.write_bytes(self._chip.eeprom())

    def power_off(self) -> PhysicalState:
        """Cut the power for good: servos stay where they are. Returns how they stay."""
        return self._servos.state()


def _read_memory(path: Path) -> bytes:
    data = path.read_bytes()
    if len(data) != EEPROM_BYTES:
        raise BoardError(
            f"{str(path)!r} has {len(data)} bytes, and the chip remembers {EEPROM_BYTES}; remove it"
        )
    return data
