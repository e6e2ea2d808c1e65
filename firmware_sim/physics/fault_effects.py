"""Injects mechanical and electrical faults into motions.

The servos report some of them (`Motion.reported`); others only the camera can see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.state import JammedMotor, Motion, PhysicalState
from robot.rigs.actuators import Offline, Slipped, Stalled, Undervoltage
from robot.rigs.command import CLOSED, GRIP_OPENINGS, Grip
from robot.rigs.rig import CubeRotation, Effect, FaceTurn, Rig
from solver.core.geometry import OPPOSITE

# A jam is far from both detents, so that it cannot be mistaken for one.
JAM_DEGREES = (6.0, 84.0)
_ANGLE_ERROR_DEGREES = (5.0, 40.0)  # error of a turn that stops short or goes too far
_UNDERVOLTAGE_VOLTS = 4.1
_EDGES, _CORNERS = 12, 8


class MotionFaultInjector:
    """Injects the faults of `faults` into motions of `rig`."""

    def __init__(self, rig: Rig, faults: FaultSchedule) -> None:
        self._rig = rig
        self._faults = faults
        self._back_off_jams_left = 0

    def latched_fault(self, motion: Motion, travels: Mapping[str, float]) -> Motion | None:
        """Return the motion as changed by a latched fault that prevents it, else None."""
        for axis in travels:
            if self._faults.is_latched("brownout"):
                return replace(
                    motion, end_fraction=0.0, reported=Undervoltage(axis, _UNDERVOLTAGE_VOLTS)
                )
            if self._faults.is_latched("servo_offline", axis):
                return replace(motion, end_fraction=0.0, reported=Offline(axis))
            if self._faults.is_latched("collision", axis) and self._angle(motion, axis) % 90 == 0:
                return replace(motion, end_fraction=0.0, reported=self._stalled(motion, axis))
        return None

    def inject_in_back_off(self, motion: Motion, axis: str) -> Motion:
        """Return the back-off motion of a motor that has jammed."""
        if not self._back_off_jams_left:
            return motion
        self._back_off_jams_left -= 1
        return replace(motion, end_fraction=0.0, reported=self._stalled(motion, axis))

    def blocked_turn(self, motion: Motion, axis: str) -> Motion:
        """Return a turn that cannot start because a layer across it is too far misaligned."""
        return replace(motion, end_fraction=0.0, reported=self._stalled(motion, axis))

    def inject_in_grip(self, motion: Motion, command: Grip, number: int) -> Motion:
        """Return the closing motion number `number` of a gripper, which may miss the cube."""
        if not self._faults.triggers("grip_miss", number):
            return motion
        gripper = next(name for name, position in command.targets if position == CLOSED)
        openings = list(motion.openings)
        openings[self._rig.grippers.index(gripper)] = GRIP_OPENINGS["open"]
        return replace(motion, openings=tuple(openings), reported=Slipped(gripper))

    def inject_in_turn(
        self, motion: Motion, number: int, turned: FaceTurn, travel: float
    ) -> Motion:
        """Return the motion of turn `number`, one of the effects of `motion`."""
        face = motion.before.orientation.face_at(turned.position)
        faults, axis = self._faults, turned.axis
        back_off_jams = faults.trigger_count("jam_on_backoff", number)
        self._back_off_jams_left += back_off_jams
        if faults.jams(number, axis, face) or back_off_jams:
            return self._jammed(motion, axis, travel, "jam")
        if faults.triggers_or_latched("collision", number, axis):
            return self._jammed(motion, axis, travel, "collision")
        if faults.triggers_or_latched("servo_offline", number, axis):
            return self._interrupted(motion, "servo_offline", Offline(axis))
        if faults.triggers_or_latched("brownout", number):
            return self._interrupted(motion, "brownout", Undervoltage(axis, _UNDERVOLTAGE_VOLTS))
        if faults.triggers("busy_forever", number):
            return replace(motion, end_fraction=0.4, never_ends=True)
        return self._silent_faults(motion, number, turned)

    def _silent_faults(self, motion: Motion, number: int, turned: FaceTurn) -> Motion:
        faults = self._faults
        if faults.triggers("jam_silent", number):
            motion = _with_effect(motion, turned)
        if faults.triggers("under_turn", number):
            motion = _with_effect(motion, turned, self._with_angle_error(turned, "under_turn", -1))
        if faults.triggers("over_turn", number):
            motion = _with_effect(motion, turned, self._with_angle_error(turned, "over_turn", 1))
        if faults.triggers("grip_slip", number):
            part = faults.rng("grip_slip").uniform(0.1, 0.9)
            motion = _with_effect(motion, turned, replace(turned, degrees=part * turned.degrees))
        if faults.triggers("drag_neighbour", number):
            motion = _with_effect(motion, turned, *dragging(turned))
        if faults.triggers("false_jam", number):
            at = motion.angles[self._rig.axes.index(turned.axis)]
            motion = replace(motion, reported=Stalled(turned.axis, round(at, 1), 0.9))
        for change in cube_faults(faults, number):
            motion = replace(motion, final_effect=change)
        return motion

    def _with_angle_error(self, turned: FaceTurn, kind: str, sign: int) -> FaceTurn:
        short = sign * angle_error(self._faults, kind)
        return replace(turned, degrees=turned.degrees + (short if turned.degrees > 0 else -short))

    def _jammed(self, motion: Motion, axis: str, travel: float, kind: str) -> Motion:
        rng = self._faults.rng(kind)
        quarters = round(abs(travel) / 90)
        jam_degrees = 90 * rng.randrange(quarters) + rng.uniform(*JAM_DEGREES)
        jammed = JammedMotor(axis, 1 if travel > 0 else -1)
        return replace(motion, end_fraction=jam_degrees / (90 * quarters), stuck=jammed)

    def _interrupted(self, motion: Motion, kind: str, outcome: Offline | Undervoltage) -> Motion:
        return replace(
            motion, end_fraction=self._faults.rng(kind).uniform(0.1, 0.9), reported=outcome
        )

    def _stalled(self, motion: Motion, axis: str) -> Stalled:
        return Stalled(axis, round(self._angle(motion, axis), 1), 1.0)

    def _angle(self, motion: Motion, axis: str) -> float:
        return motion.before.angles[self._rig.axes.index(axis)]


def _with_effect(motion: Motion, instead_of: FaceTurn, *effects: Effect) -> Motion:
    others = tuple(effect for effect in motion.effects if effect != instead_of)
    return replace(motion, effects=(*others, *effects))


def angle_error(faults: FaultSchedule, kind: str) -> float:
    """Return the degrees by which a turn stops short or goes too far."""
    return faults.rng(kind).uniform(*_ANGLE_ERROR_DEGREES)


def dragging(turned: FaceTurn) -> tuple[Effect, ...]:
    """Return the effects of a turn with which the middle layer goes along."""
    # A face turn with two layers going along is a turn of the opposite face the other way.
    behind = FaceTurn(turned.axis, OPPOSITE[turned.position], turned.degrees)
    return CubeRotation(turned.position, turned.degrees), behind


def cube_faults(
    faults: FaultSchedule, number: int
) -> tuple[Callable[[PhysicalState], PhysicalState], ...]:
    """Return what happens to the cube at the end of turn `number`."""
    changes: list[Callable[[PhysicalState], PhysicalState]] = []
    if faults.triggers("piece_pop", number):
        edge = faults.rng("piece_pop").randrange(_EDGES)
        changes.append(lambda state: replace(state, popped=(edge,)))
    if faults.triggers("corner_twist", number):
        corner = faults.rng("corner_twist").randrange(_CORNERS)
        changes.append(lambda state: replace(state, twisted=(corner,)))
    if faults.triggers("cube_drop", number):
        changes.append(_dropped)
    return tuple(changes)


def _dropped(state: PhysicalState) -> PhysicalState:
    return replace(state, dropped=True, layers=(), tilt=None)
