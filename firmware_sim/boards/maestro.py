"""A simulated robot whose servos are driven by an emulated Pololu Maestro."""

from __future__ import annotations

from firmware_sim.boards.maestro_wire import (
    RECOMMENDED_SETTINGS,
    TICK_SECONDS,
    BoardSettings,
    MaestroEmulator,
)
from firmware_sim.boards.pulsed_robot import PulsedRobot
from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.state import PhysicalState
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.rig import Rig


class SimulatedMaestro(PulsedRobot):
    """A robot of kind `rig` whose axes, then grippers, are on the channels from 0 on.

    It has the interface of `SimulatedRobot`, but its port is that of the Maestro. `jaws` are the
    actual positions at which its grippers touch the cube; its servos are all of the kind `servo`.
    They are connected by `wiring`. `faults` are those of mechanism and camera: its line carries no
    text that could be damaged. It has its power from USB, so that no servo resets it.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        jaws: JawContact = IDEAL_CONTACT,
        settings: BoardSettings = RECOMMENDED_SETTINGS,
        servo: ServoModel = IDEAL_SERVO,
        faults: FaultSchedule | None = None,
        wiring: Wiring = RIGHT_WIRING,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        super().__init__(rig, clock, state, jaws, servo, faults, wiring, forces)
        self.unplugged = False
        self.board = MaestroEmulator(clock, settings)
        self._channels = len(rig.axes) + len(rig.grippers)

    def begin_reset(self) -> None:
        """Do nothing: opening the port of a Maestro does not restart it."""

    def reset(self) -> None:
        """Do nothing, as `begin_reset`."""

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.board.receive(data)
        self.advance()

    def advance(self) -> None:
        """Handle what is due by now."""
        self.board.advance()
        self._servos.follow(self.board.pulses(self._channels), self._clock.now())

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self.board.read_output()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        is_still = self.board.is_idle and self._servos.have_arrived
        return None if is_still else self._clock.now() + TICK_SECONDS
