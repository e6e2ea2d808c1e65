"""A whole robot in software, without a port: firmware, mechanics, cable and power supply."""

from __future__ import annotations

from random import Random, SystemRandom

from firmware_sim.cable import Cable
from firmware_sim.faults import Faults, Injection
from firmware_sim.firmware import Firmware
from firmware_sim.mechanics import COASTING_SECONDS, CORNER_CUTTING_DEGREES, Accident, Mechanics
from firmware_sim.sensing import Sensing
from firmware_sim.truth import Truth
from robot.clock import Clock
from robot.rig import Rig
from solver.cube import Cube


class SimulatedRobot:
    """A robot of kind `rig` that holds `truth` (a solved cube at home when left out).

    Without `entropy` each robot boots with an epoch that nobody can foretell, as a real one does.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        truth: Truth | None = None,
        faults: Faults | None = None,
        pace: float = 1.0,
        entropy: Random | None = None,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
        coasting: float = COASTING_SECONDS,
    ) -> None:
        self.rig = rig
        self._clock = clock
        self._faults = faults or Faults()
        self._mechanics = Mechanics(
            rig,
            clock,
            truth or Truth.at_home(rig.home, Cube.solved()),
            self._faults,
            pace,
            corner_cutting,
            coasting,
        )
        self._firmware = Firmware(rig, self._mechanics, clock, entropy or SystemRandom())
        self._cable = Cable(self._faults, clock)
        self._sensing = Sensing(self._faults)
        self._tries_seen = 0
        self._power_fails_at: float | None = None
        self._silently = False

    def look(self) -> Truth:
        """Give what is physically so now; may be called from any thread."""
        return self._mechanics.look()

    def seen(self) -> Truth | None:
        """Give what a camera is shown now; None where it has no picture."""
        return self._sensing.show(self._mechanics.look(), self._mechanics.turns_done)

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a motion is going on."""
        return self._mechanics.resting()

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """List what a real robot would have broken."""
        return tuple(self._mechanics.accidents)

    @property
    def turns_done(self) -> int:
        """Count the turns of faces that the motors have made."""
        return self._mechanics.turns_done

    @property
    def injections(self) -> tuple[Injection, ...]:
        """List the faults that struck, in order."""
        return tuple(self._faults.log)

    @property
    def unplugged(self) -> bool:
        """Tell whether the port has gone away."""
        return self._cable.unplugged

    def mend(self) -> None:
        """Lift every fault, plug the cable in, and have a person put the cube right."""
        self._faults.lift()
        self._cable.mend()
        self._mechanics.mend()

    def press_button(self) -> None:
        """Press the button on the robot that stops it at once."""
        self._firmware.press_button()

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""
        self.advance()
        self._firmware.receive(self._cable.to_robot(data))
        self._watch_power()

    def advance(self) -> None:
        """Do what time has brought."""
        due = self._power_fails_at
        if due is not None and self._clock.now() >= due:
            self._power_fails_at = None
            self._firmware.reboot(silently=self._silently)
        self._firmware.advance()
        self._watch_power()

    def take(self) -> bytes:
        """Give, once, the bytes that reach the host."""
        return self._cable.to_host(self._firmware.take())

    def next_wake(self) -> float | None:
        """Say when, by the clock, `advance` is needed next; None if only input can do anything."""
        times = [self._firmware.next_wake(), self._power_fails_at, self._cable.next_arrival()]
        return min((time for time in times if time is not None), default=None)

    def power_off(self) -> Truth:
        """Cut the power for good. Gives how the motors stay when they have come to a standstill."""
        return self._mechanics.halted()

    def _watch_power(self) -> None:
        """Plan a loss of power for some time within a turn that has just begun."""
        if self._mechanics.tries == self._tries_seen:
            return
        self._tries_seen = self._mechanics.tries
        number = self._mechanics.turns_done + 1
        self._silently = self._faults.strikes("lost_banner", number)
        if self._faults.strikes("reboot_mid_turn", number) or self._silently:
            ends = self._mechanics.next_wake() or 0.0
            part = self._faults.draw("reboot_mid_turn").uniform(0.2, 0.8)
            self._power_fails_at = self._clock.now() + part * (ends - self._clock.now())
