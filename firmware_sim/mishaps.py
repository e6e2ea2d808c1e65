"""What goes wrong with a motion, where a fault is wished for: before it begins, or on its way.

Some of it the servos notice (`Motion.says`); some of it nobody does, but the camera.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware_sim.faults import Faults
from firmware_sim.servos import Offline, Slipped, Stalled, Starved
from firmware_sim.truth import OPENINGS, Motion, Stuck, Truth
from robot.command import CLOSED, Grip
from robot.rig import Effect, Rig, Rotated, Turned
from solver.geometry import OPPOSITE

# A jam is well away from both detents, so that nobody can take it for one.
JAM_DEGREES = (6.0, 84.0)
_SHORT_DEGREES = (5.0, 40.0)  # of a turn that stops short, or goes too far
_STARVED_VOLTS = 4.1
_EDGES, _CORNERS = 12, 8


class Mishaps:
    """Alters motions of `rig` as `faults` will have it. `backing_off_fails` is still to come."""

    def __init__(self, rig: Rig, faults: Faults) -> None:
        self._rig = rig
        self._faults = faults
        self._backing_off_fails = 0

    def before_moving(self, motion: Motion, travels: Mapping[str, float]) -> Motion | None:
        """Give the motion that does not come about because of what already is wrong, if any is."""
        for axis in travels:
            if self._faults.lasting("brownout"):
                return replace(motion, reach=0.0, says=Starved(axis, _STARVED_VOLTS))
            if self._faults.lasting("servo_offline", axis):
                return replace(motion, reach=0.0, says=Offline(axis))
            if self._faults.lasting("collision", axis) and self._angle(motion, axis) % 90 == 0:
                return replace(motion, reach=0.0, says=self._stalled(motion, axis))
        return None

    def backing_off(self, motion: Motion, axis: str) -> Motion:
        """Give the way back of a motor that has caught."""
        if not self._backing_off_fails:
            return motion
        self._backing_off_fails -= 1
        return replace(motion, reach=0.0, says=self._stalled(motion, axis))

    def caught_across(self, motion: Motion, axis: str) -> Motion:
        """Give a turn that cannot begin because a layer across it is too far out of line."""
        return replace(motion, reach=0.0, says=self._stalled(motion, axis))

    def closing(self, motion: Motion, command: Grip, number: int) -> Motion:
        """Give the closing of a hand, the `number`-th, which may miss."""
        if not self._faults.strikes("grip_miss", number):
            return motion
        gripper = next(name for name, position in command.targets if position == CLOSED)
        openings = list(motion.openings)
        openings[self._rig.grippers.index(gripper)] = OPENINGS["open"]
        return replace(motion, openings=tuple(openings), says=Slipped(gripper))

    def turning(self, motion: Motion, number: int, turned: Turned, travel: float) -> Motion:
        """Give the way of turn `number`, one of the effects of `motion`."""
        face = motion.before.orientation.face_at(turned.position)
        faults, axis = self._faults, turned.axis
        held = faults.strikes_times("jam_on_backoff", number)
        self._backing_off_fails += held
        if faults.jams(number, axis, face) or held:
            return self._caught(motion, axis, travel, "jam")
        if faults.lasts("collision", number, axis):
            return self._caught(motion, axis, travel, "collision")
        if faults.lasts("servo_offline", number, axis):
            return self._half_way(motion, "servo_offline", Offline(axis))
        if faults.lasts("brownout", number):
            return self._half_way(motion, "brownout", Starved(axis, _STARVED_VOLTS))
        if faults.strikes("busy_forever", number):
            return replace(motion, reach=0.4, endless=True)
        return self._unnoticed(motion, number, turned)

    def _unnoticed(self, motion: Motion, number: int, turned: Turned) -> Motion:
        faults = self._faults
        if faults.strikes("jam_silent", number):
            motion = _with_effect(motion, turned)
        if faults.strikes("under_turn", number):
            motion = _with_effect(motion, turned, self._amiss(turned, "under_turn", -1))
        if faults.strikes("over_turn", number):
            motion = _with_effect(motion, turned, self._amiss(turned, "over_turn", 1))
        if faults.strikes("grip_slip", number):
            part = faults.draw("grip_slip").uniform(0.1, 0.9)
            motion = _with_effect(motion, turned, replace(turned, degrees=part * turned.degrees))
        if faults.strikes("drag_neighbour", number):
            # Two layers that go along are the rest of the cube that stays behind.
            behind = Turned(turned.axis, OPPOSITE[turned.position], turned.degrees)
            along = Rotated(turned.position, turned.degrees)
            motion = _with_effect(motion, turned, along, behind)
        if faults.strikes("false_jam", number):
            at = motion.angles[self._rig.axes.index(turned.axis)]
            motion = replace(motion, says=Stalled(turned.axis, round(at, 1), 0.9))
        return self._to_the_cube(motion, number)

    def _to_the_cube(self, motion: Motion, number: int) -> Motion:
        faults = self._faults
        if faults.strikes("piece_pop", number):
            edge = faults.draw("piece_pop").randrange(_EDGES)
            motion = replace(motion, leaves=lambda truth: replace(truth, popped=(edge,)))
        if faults.strikes("corner_twist", number):
            corner = faults.draw("corner_twist").randrange(_CORNERS)
            motion = replace(motion, leaves=lambda truth: replace(truth, twisted=(corner,)))
        if faults.strikes("cube_drop", number):
            motion = replace(motion, leaves=_dropped)
        return motion

    def _amiss(self, turned: Turned, kind: str, sign: int) -> Turned:
        short = sign * self._faults.draw(kind).uniform(*_SHORT_DEGREES)
        return replace(turned, degrees=turned.degrees + (short if turned.degrees > 0 else -short))

    def _caught(self, motion: Motion, axis: str, travel: float, kind: str) -> Motion:
        chance = self._faults.draw(kind)
        quarters = round(abs(travel) / 90)
        caught_at = 90 * chance.randrange(quarters) + chance.uniform(*JAM_DEGREES)
        caught = Stuck(axis, 1 if travel > 0 else -1)
        return replace(motion, reach=caught_at / (90 * quarters), stuck=caught)

    def _half_way(self, motion: Motion, kind: str, says: Offline | Starved) -> Motion:
        return replace(motion, reach=self._faults.draw(kind).uniform(0.1, 0.9), says=says)

    def _stalled(self, motion: Motion, axis: str) -> Stalled:
        return Stalled(axis, round(self._angle(motion, axis), 1), 1.0)

    def _angle(self, motion: Motion, axis: str) -> float:
        return motion.before.angles[self._rig.axes.index(axis)]


def _with_effect(motion: Motion, instead_of: Turned, *effects: Effect) -> Motion:
    others = tuple(effect for effect in motion.effects if effect != instead_of)
    return replace(motion, effects=(*others, *effects))


def _dropped(truth: Truth) -> Truth:
    return replace(truth, dropped=True, layers=(), tilt=None)
