"""What servos push against that measure where they stand, and how hot that makes them."""

from __future__ import annotations

from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.servo import ServoModel
from firmware_sim.physics.servo_heat import ServoHeat, went_out
from firmware_sim.physics.state import PhysicalState
from robot.rigs.actuators import resting_pulse
from robot.rigs.command import (
    CLOSED,
    GRIP_OPENINGS,
    OPEN,
    USUAL_PULSE_PER_DEGREE,
    MotionCommand,
    Move,
    Regrip,
)
from robot.rigs.rig import Rig


class PushingServos:
    """The servos of a `rig` that measures where they stand, and what they push against.

    A jammed one pushes until it is moved or halted; grippers press the cube, which they touch at
    `contact`.
    """

    def __init__(self, rig: Rig, servo: ServoModel, contact: JawContact) -> None:
        self._rig = rig
        self._servo = servo
        self._contact = contact
        self._names = (*rig.axes, *rig.grippers)
        self._heat = tuple(ServoHeat(servo) for _ in self._names)
        self._updated: float | None = None
        # How far a motor that jammed is from its target, in degrees.
        self._pushing: dict[str, float] = {}
        self._presses = True

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is, axes first: 0 is cool, at 1 it burns or cuts out."""
        return tuple(heat.share for heat in self._heat)

    def jam(self, axis: str, degrees: float) -> None:
        """Let an axis push while it is kept `degrees` from its target."""
        self._pushing = {axis: degrees}

    def relax(self) -> None:
        """Let no axis push any more."""
        self._pushing = {}

    def touch(self) -> None:
        """Let closed jaws rest as those of other robots do (`resting_pulse`), until `press`."""
        self._presses = False

    def press(self) -> None:
        """Let closed jaws press the cube."""
        self._presses = True

    def has_cut_out(self, command: MotionCommand) -> str:
        """Return the actuator of a command whose servo has no force, "" for none."""
        if isinstance(command, Regrip):
            return self.has_cut_out(command.closing) or self.has_cut_out(command.turning)
        begin = 0 if isinstance(command, Move) else len(self._rig.axes)
        out = (name for name, _ in command.targets if self._heat_of(name, begin).is_out)
        return next(out, "")

    def advance(self, state: PhysicalState, now: float) -> tuple[str, ...]:
        """Let the servos have been in a state since the last call.

        Returns what to say of each that got too hot by the time `now` (seconds).
        """
        passed = 0.0 if self._updated is None else now - self._updated
        self._updated = now
        drives = [
            0.0 if not degrees else abs(self._servo.drive_at(degrees))
            for degrees in (self._pushing.get(axis, 0.0) for axis in self._rig.axes)
        ]
        for name, opening in zip(self._rig.grippers, state.openings, strict=True):
            is_closed = opening == GRIP_OPENINGS[CLOSED] and not state.dropped
            squeeze = self._contact.squeeze(opening) if is_closed else 0.0
            degrees = squeeze * self._rig.servo_travel.angles(name)[OPEN]
            if not self._presses:
                pulse = degrees * USUAL_PULSE_PER_DEGREE
                degrees = resting_pulse(pulse, 0.0) / USUAL_PULSE_PER_DEGREE
            drives.append(pressing_drive(self._servo, self._contact.spring, degrees))
        each = zip(self._names, self._heat, drives, strict=True)
        return tuple(
            went_out(name, self._servo)
            for name, heat, drive in each
            if heat.add(0.0 if heat.is_out else self._servo.watts_at(drive), passed)
        )

    def _heat_of(self, name: str, begin: int) -> ServoHeat:
        return self._heat[self._names.index(name, begin)]


def pressing_drive(servo: ServoModel, spring: float, squeeze: float) -> float:
    """Return the drive (0 to 1) of a servo that has closed jaws, and stands still.

    Its pulse is `squeeze` degrees beyond the place where they touch; they push it back by `spring`
    (N m) for each degree.
    """
    if servo.is_ideal or squeeze <= 0:
        return 0.0
    way = max(squeeze - servo.play / 2, 0.0)
    stiffness = servo.stall_torque / servo.full_drive_error
    against = (1 + servo.load_friction) * spring
    # Friction keeps it from where spring and drive would bring it.
    depth = max((way * stiffness - servo.gear_friction) / (stiffness + against), 0.0)
    return min(max(way - depth, 0.0) / servo.full_drive_error, 1.0)
