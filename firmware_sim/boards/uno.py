"""A simulated robot that runs the real Uno firmware in simavr."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

from files.access import read_bytes
from files.wording import reason
from firmware_sim.boards.avr import EEPROM_BYTES, Uno
from firmware_sim.cable import Cable
from firmware_sim.camera.optics import CameraFaultInjector
from firmware_sim.errors import SimulatorError
from firmware_sim.faults import FaultSchedule, Injection
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import BROWN_OUT_VOLTS, ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.errors import RigError
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from robot.rigs.servo_constants import rig_constants

# The rig that the firmware is until it is told another one.
RIG = "two-gripper"
# Axes are on the pins from D8 on, grippers on those from D10 on.
_FIRST_GRIPPER = 2

# How often the chip is polled while nothing else happens, in seconds.
_PERIOD = 0.002
# How long after the begin of a turn a fault restarts the chip (seconds).
_RESET_SECONDS = (0.1, 0.7)
# The chip starts this long before the port is opened: bytes sent while it boots are lost.
_BOOT_SECONDS = 0.05


class SimulatedUno:
    """An Uno with the ELF file `program`; the pulses on its pins move servos and cube from `state`.

    Its servos are connected by `wiring`. `memory` is a file for the content of its EEPROM. `faults`
    are those of its line, its mechanism and its camera, and the restarts that any firmware can
    have. Raises SimulatorError if the
    program or simavr is missing. It has the interface of `SimulatedRobot`, and `set_button` in
    addition.
    """

    def __init__(
        self,
        program: Path,
        clock: Clock,
        state: PhysicalState,
        memory: Path | None = None,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact = IDEAL_CONTACT,
        rig: Rig | None = None,
        faults: FaultSchedule | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        self.rig = rig or load_rig(RIG)
        self._faults = faults or FaultSchedule()
        self._cable = Cable(self._faults, clock)
        self._sensing = CameraFaultInjector(self._faults)
        self._sent = bytearray()  # by the chip, of a line that has not ended
        self._turns_begun = 0
        self._reset_at = math.inf
        self._clock = clock
        self._began = clock.now() - _BOOT_SECONDS
        self._servos = ServoMechanics(
            self.rig, clock, state, servo, jaws, self._faults, wiring, forces
        )
        grippers = range(_FIRST_GRIPPER, _FIRST_GRIPPER + len(self.rig.grippers))
        self._pins = (*range(len(self.rig.axes)), *grippers)
        self._memory = memory
        self._chip = Uno(program)
        if memory is not None:
            with suppress(FileNotFoundError):
                self._chip.load_eeprom(_read_memory(memory))

    def state(self) -> PhysicalState:
        """Return the physical state now; may be called from any thread."""
        return self._servos.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a camera sees now; None where it has no picture."""
        return self._sensing.apply(self.state(), self._servos.turns_made)

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        return self._servos.state_at_rest()

    def pulses(self) -> tuple[float | None, ...]:
        """Return each servo's last pulse in microseconds, None where none comes."""
        return self._chip.pulses()

    @property
    def injections(self) -> tuple[Injection, ...]:
        """Return the triggered faults, in order."""
        return tuple(self._faults.log)

    @property
    def unplugged(self) -> bool:
        """Return True if the port is disconnected."""
        return self._cable.unplugged

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return self._servos.accidents

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        self._chip.send(self._cable.send_to_robot(data))

    def advance(self) -> None:
        """Run the chip up to now. It resets where its servos take too many of its volts."""
        if self._clock.now() >= self._reset_at:
            self._reset_at = math.inf
            self._chip.reset()
        elapsed = self._clock.now() - self._began
        while not self._chip.run(elapsed):
            self._follow()
        self._follow()
        if self._servos.turns_begun != self._turns_begun:
            self._turns_begun = self._servos.turns_begun
            if self._faults.triggers("reboot_mid_turn", self._turns_begun):
                after = self._faults.rng("reboot_mid_turn").uniform(*_RESET_SECONDS)
                self._reset_at = self._clock.now() + after

    def _follow(self) -> None:
        pulses = self._chip.pulses()
        self._servos.follow([pulses[pin] for pin in self._pins], self._chip.seconds)
        if self._servos.lowest_volts() < BROWN_OUT_VOLTS:
            self._chip.reset()

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        self._sent += self._chip.read_output()
        *lines, rest = bytes(self._sent).split(b"\n")
        self._sent = bytearray(rest)
        return self._cable.send_to_host(line + b"\n" for line in lines)

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next."""
        return self._clock.now() + _PERIOD

    def reset(self) -> None:
        """Restart the chip, as its reset button does."""
        self.advance()
        self._chip.reset()

    def switch_on(self) -> None:
        """Switch the board off and on."""
        self.advance()
        self._chip.switch_on()

    def begin_reset(self) -> None:
        """See `BootedRobot`: no pin gets a pulse while the bootloader runs."""
        self.advance()
        self._chip.hold_in_reset()

    def hang(self) -> None:
        """Let the program's main loop stand still for ever, as a fault in it would."""
        self.advance()
        self._chip.hang()

    def break_timer(self) -> None:
        """Let the timer stand still by which the program has its time."""
        self.advance()
        self._chip.break_timer()

    def repair(self) -> None:
        """See `SimulatedRobot.repair`."""
        self.advance()
        self._faults.clear()
        self._cable.repair()
        self._servos.repair()

    def set_button(self, *, pressed: bool) -> None:
        """Press or release the stop button."""
        self.advance()
        self._chip.press(pressed=pressed)

    @property
    def untouched(self) -> int:
        """Count the bytes of the chip's RAM that were never used."""
        return self._chip.unused_ram_bytes

    def save_memory(self) -> None:
        """Write the EEPROM into its file, if it has one."""
        if self._memory is not None:
            self._memory.write_bytes(self._chip.eeprom())

    def power_off(self) -> PhysicalState:
        """Switch off; servos keep their positions. Returns the final physical state."""
        return self._servos.state()


def check_is_drivable(rig: Rig) -> None:
    """Raise SimulatorError for a rig that the firmware cannot drive."""
    try:
        rig_constants(rig)
    except RigError as error:
        raise SimulatorError(str(error)) from error


def _read_memory(path: Path) -> bytes:
    """Return the EEPROM's content. Raises FileNotFoundError, SimulatorError for another file."""
    try:
        data = read_bytes(path, EEPROM_BYTES)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SimulatorError(
            f"cannot read the EEPROM's content in {str(path)!r}: {reason(error)}; remove it"
        ) from error
    if len(data) != EEPROM_BYTES:
        raise SimulatorError(
            f"{str(path)!r} has {len(data)} bytes, but the EEPROM has {EEPROM_BYTES}; remove it"
        )
    return data
