"""A robot's servos behind their pulses: how they move, squeeze, get hot, and what the cube does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.hobby_servos import HobbyServos
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact, pulse_maps
from firmware_sim.physics.servo import IDEAL_SERVO, FollowingServos, ServoModel, degrees_of
from firmware_sim.physics.servo_faults import ServoFaults
from firmware_sim.physics.servo_heat import OVERHEATED, HeatedServos
from firmware_sim.physics.state import Accident, PhysicalState
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.rig import Effect, FaceTurn, Rig, canonical_pose

# How far (degrees) a servo can turn beyond the last detent that it reaches.
_BEYOND_LAST_DETENT = 5.0


class ServoMechanics:
    """Servos of one kind, in the order of `rig`'s axes and grippers, and the cube.

    `jaws` are the actual positions at which grippers touch the cube; `faults` are injected between
    the pulses and what they move; `wiring` is how the servos are connected. `state` may be called
    from any thread, nothing else may.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        servo: ServoModel = IDEAL_SERVO,
        jaws: JawContact = IDEAL_CONTACT,
        faults: FaultSchedule | None = None,
        wiring: Wiring = RIGHT_WIRING,
    ) -> None:
        servo = _reaching(servo, rig)
        self._axes = len(rig.axes)
        self._servo = servo
        self._wiring = wiring
        places = zip(pulse_maps(rig), (*state.angles, *state.openings), strict=True)
        self._following = FollowingServos(servo, [each.pulse(place) for each, place in places])
        self._heat = HeatedServos(servo, (*rig.axes, *rig.grippers))
        self._cube = HobbyServos(rig, clock, state, jaws, self._slipped)
        schedule = faults or FaultSchedule()
        self._faults = ServoFaults(rig, schedule, self._cube.record_accident)

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self._cube.state()

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None while a servo is moving."""
        return self._cube.state_at_rest() if self.have_arrived else None

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return tuple(self._cube.accidents)

    @property
    def have_arrived(self) -> bool:
        """Return True if every servo stands where its pulse says."""
        return self._following.have_arrived

    @property
    def turns_begun(self) -> int:
        """Count the turns of faces that pulses have begun."""
        return self._faults.turns_begun

    @property
    def turns_made(self) -> int:
        """Count the turns of faces that have come to their end."""
        return self._faults.turns_made

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is: 0 is cool, at 1 it cuts out."""
        return self._heat.heat()

    def repair(self) -> None:
        """Repair the cube as a person would, see `PhysicalState.repaired`."""
        self._faults.repair()
        self._cube.replace_state(self._cube.state().repaired())

    def follow(self, pulses: Sequence[float | None], now: float) -> None:
        """Let the servos follow the pulses of their board until `now`.

        These are in microseconds, axes first, and the same since the last call.

        A servo without a pulse, or one that has cut out, has no force and stays.
        """
        pulses = self._wiring.servo_pulses(pulses)
        pulses = self._faults.with_force(pulses, self._cube.state(), now)
        horns = self._following.follow(pulses, now)
        out = [self._heat.is_out(number) for number in range(len(horns))]
        pushing = [None if is_out else horn for horn, is_out in zip(horns, out, strict=True)]
        limp = [number - self._axes for number, is_out in enumerate(out) if is_out]
        held = self._faults.held(pushing)
        self._cube.apply_pulses(held, [gripper for gripper in limp if gripper >= 0])
        self._cube.replace_state(self._faults.ended(self._cube.state()))
        for what in self._heat.advance(self._kept_degrees(pulses, pushing), now):
            self._cube.record_accident(OVERHEATED, what)

    def _slipped(self, turned: FaceTurn, here: float) -> Sequence[Effect]:
        return self._faults.effects(turned, here)

    def _kept_degrees(
        self, pulses: Sequence[float | None], pushing: Sequence[float | None]
    ) -> tuple[float, ...]:
        """Return how far (degrees) each servo is kept from its place at standstill."""
        stop = self._servo.end_stop
        beyond = [
            0.0 if pulse is None else max(abs(degrees_of(pulse)) - stop, 0.0) for pulse in pulses
        ]
        blocked = self._cube.blocked_degrees(pushing)
        return tuple(each + more for each, more in zip(blocked, beyond, strict=True))


def _reaching(servo: ServoModel, rig: Rig) -> ServoModel:
    """Return a servo that turns as far as the rig needs; those of some rigs reach 270 degrees."""
    poses = [step.after for step in rig.steps(rig.home)]
    if any(canonical_pose(rig, pose).angles != pose.angles for pose in poses):
        # An axis that turns without limit.
        return replace(servo, end_stop=math.inf)
    travel = rig.servo_travel
    angles = [angle for pose in (rig.home, *poses) for angle in pose.angles]
    reach = max(abs(angle) + travel.overshoot_at(angle) for angle in angles) + _BEYOND_LAST_DETENT
    return replace(servo, end_stop=max(servo.end_stop, reach))
