"""Turns the layers of the cube, or all of it, as hobby servos without feedback turn the axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.state import COLLISION, PhysicalState, with_one
from robot.errors import ForbiddenCommandError
from robot.rigs.command import CLOSED, GRIP_OPENINGS, Move, Pose
from robot.rigs.rig import Effect, FaceTurn, Rig
from robot.rules import Rule
from solver.core.geometry import OPPOSITE

# A servo this close to a detent (degrees) is at it: friction, its dead band and the play of gears
# and jaws are wider.
DETENT_DEGREES = 2.0
# So far beyond its last detent a servo may overshoot within the jaws' play and the cube's.
OVERSHOT_DEGREES = 2 * DETENT_DEGREES

# Open jaws so little askew (degrees) clear what straight ones clear.
_ASKEW_DEGREES = 20.0


# So many motions are kept with what the rig says of them.
KEPT_STEPS = 1024

_ACROSS = "a face was turned while another layer was misaligned"

# What only a cube between the jaws forbids.
_RULES_OF_CUBES = (Rule.CUBE_DROP, Rule.CUBE_TWIST, Rule.LAYER_COLLISION)


@dataclass(frozen=True, slots=True)
class Give:
    """How a cube gives way: a layer that is misaligned by up to `degrees` lets one turn across it.

    It is aligned then. Servos that feel it stop at one that does not; others do damage.
    """

    degrees: float = 0.0
    is_felt: bool = False


# A cube that gives way to nothing.
STIFF = Give()


class HobbyAxes:
    """The axes of a rig, and how far each has moved within the play of what it turns.

    Accidents are recorded by `record_accident`, with their kind and description. `slipped` gives
    what the turn of a face by an axis at an angle (degrees) does in fact.
    """

    def __init__(
        self,
        rig: Rig,
        jaws: JawContact,
        record_accident: Callable[[str, str], None],
        slipped: Callable[[FaceTurn, float], Sequence[Effect]] = lambda turned, here: (turned,),
        give: Give = STIFF,
    ) -> None:
        self._rig = rig
        self._give = give
        # The same motions are made again and again.
        self._step = lru_cache(maxsize=KEPT_STEPS)(rig.step)
        self._jaws = jaws
        self._record_accident = record_accident
        self._slipped = slipped
        # In degrees from the middle of the play, by axis.
        self._in_play: dict[str, float] = {}

    def centre_in_play(self) -> None:
        """Let every axis begin in the middle of its play again, as a gripper's motion does."""
        self._in_play.clear()

    def move(self, state: PhysicalState, targets: Mapping[int, float]) -> PhysicalState:
        """Return the state after axes have moved to their targets (degrees), all together."""
        try:
            return self._moved(state, targets)
        except ForbiddenCommandError:
            return state

    def _moved(self, state: PhysicalState, targets: Mapping[int, float]) -> PhysicalState:
        while moving := {axis: to for axis, to in targets.items() if state.angles[axis] != to}:
            detents = {axis: _next_detent(state.angles[axis], to) for axis, to in moving.items()}
            together = self._turned(state, moving, detents)
            if together is not None:
                state = together
                continue
            # They do not belong together: each moves by itself.
            for axis, to in moving.items():
                alone = self._turned(state, {axis: to}, {axis: detents[axis]})
                if alone is None and _is_end_of_way(state.angles[axis], to):
                    # Wrists that turn a cube together do not arrive at exactly the same time: the
                    # last one brings it along.
                    alone = replace(state, angles=with_one(state.angles, axis, to))
                    alone = alone.with_tilt_aligned(2 * OVERSHOT_DEGREES)
                if alone is None:
                    alone = self._blocked(state, axis, to)
                if alone is None:
                    return state
                state = alone
        return state

    def _turned(
        self, state: PhysicalState, targets: Mapping[int, float], detents: Mapping[int, int]
    ) -> PhysicalState | None:
        """Return the state with axes moved to their targets or next detents; None if forbidden."""
        names = self._rig.axes
        parts: dict[str, float] = {}
        ends: dict[int, float] = {}
        ruled: dict[int, int] = {}
        behind = [self._angle_for_rules(state, axis) for axis in range(len(names))]
        for axis, target in targets.items():
            here, detent = state.angles[axis], detents[axis]
            ends[axis] = min(target, detent) if target > here else max(target, detent)
            parts[names[axis]] = abs(ends[axis] - here) / 90
            ruled[axis] = self._ruled_detent(here, target, detent)
            # Wrists that turn a cube together are not at exactly the same angle.
            behind[axis] = ruled[axis] - math.copysign(90, target - here)
        held = self._held(state)
        pose = Pose(tuple(behind), held.pose.grips)
        try:
            move = Move(tuple((names[axis], detent) for axis, detent in ruled.items()))
            effects = self._step(pose, move).effects
        except ForbiddenCommandError as error:
            if not state.dropped or error.rule not in _RULES_OF_CUBES:
                return None
            effects = ()
        if not effects and len(targets) == 1:
            ((axis, detent),) = detents.items()
            effects = self._drag_effects(held, axis, pose.angles, detent)
        for effect in () if state.dropped else effects:
            if isinstance(effect, FaceTurn):
                state = self._pushed(state, effect)
            part = parts[self._axis_of(effect, pose, targets)]
            for actual in self._actual(effect, state):
                state = state.with_effect(actual, self._past_play(actual, part))
        angles = tuple(ends.get(axis, angle) for axis, angle in enumerate(state.angles))
        if self._rig.servo_travel.play and not any(angle % 90 for angle in angles):
            # An overshoot is as exact as the pulses are.
            state = state.with_layers_aligned(2 * DETENT_DEGREES)
            if not state.layers:
                # Where layers and axes are at detents, all are in the middle of their play.
                self.centre_in_play()
        return replace(state, angles=angles)

    def _pushed(self, state: PhysicalState, turned: FaceTurn) -> PhysicalState:
        """Return the state after a turn has aligned the layers across it, as far as they give."""
        if not state.is_blocked(turned.position):
            return state
        face = state.orientation.face_at(turned.position)
        state = state.with_layers_aligned(self._give.degrees, except_faces=(face, OPPOSITE[face]))
        if state.is_blocked(turned.position):
            if not self._give.is_felt:
                self._record_accident(COLLISION, _ACROSS)
            raise ForbiddenCommandError(_ACROSS, Rule.LAYER_COLLISION)
        return state

    def _actual(self, effect: Effect, state: PhysicalState) -> Sequence[Effect]:
        """Return what an effect does in fact, of axes that move on from `state`."""
        if not isinstance(effect, FaceTurn):
            return (effect,)
        return self._slipped(effect, state.angles[self._rig.axes.index(effect.axis)])

    def _axis_of(self, effect: Effect, pose: Pose, moved: Collection[int]) -> str:
        """Return the axis that makes an effect, of those that have moved: one that holds."""
        if isinstance(effect, FaceTurn):
            return effect.axis
        names, grips = self._rig.axes, dict(zip(self._rig.grippers, pose.grips, strict=True))
        by_holding = sorted(moved, key=lambda axis: grips.get(names[axis], CLOSED) != CLOSED)
        return names[by_holding[0]]

    def _angle_for_rules(self, state: PhysicalState, axis: int) -> float:
        """Return the angle of an axis that counts in the rules of another one's moves.

        Open jaws that are a little askew are in nobody's way, as straight ones are not.
        """
        here, name = state.angles[axis], self._rig.axes[axis]
        detent = 90.0 * round(here / 90)
        holds = name not in self._rig.grippers or self._jaws.holds_with(
            state.openings[self._rig.grippers.index(name)]
        )
        return here if holds or abs(here - detent) > _ASKEW_DEGREES else detent

    def _ruled_detent(self, here: float, target: float, detent: int) -> int:
        """Return the detent whose rules hold on the way to `detent`: the last one if that is near.

        There an axis only turns a layer too far.
        """
        nearest = 90 * round(here / 90)
        overshoot = self._rig.servo_travel.overshoot_at(nearest)
        is_near = overshoot and abs(target - nearest) <= overshoot + DETENT_DEGREES
        return nearest if is_near else detent

    def _past_play(self, effect: Effect, part: float) -> float:
        """Return which part of an effect reaches the cube: an axis first takes up the play."""
        if not isinstance(effect, FaceTurn) or not self._rig.servo_travel.play:
            return part
        moved = self._in_play.get(effect.axis, 0.0) + part * effect.degrees
        kept = max(-self._rig.servo_travel.play, min(moved, self._rig.servo_travel.play))
        self._in_play[effect.axis] = kept
        return (moved - kept) / effect.degrees

    def _blocked(self, state: PhysicalState, axis: int, target: float) -> PhysicalState | None:
        """Return the state after a forbidden move within the play of the jaws, else record it.

        A servo that overshoots its last detent takes nothing along, neither there nor back. Nor
        does a wrist of two that turn the cube which comes to their detent last.
        """
        way, beyond = abs(target - state.angles[axis]), abs(target - 90 * round(target / 90))
        if max(way, beyond) <= OVERSHOT_DEGREES:
            is_wrist = self._rig.axes[axis] in self._rig.grippers
            return replace(state, angles=with_one(state.angles, axis, target)) if is_wrist else None
        detent = _next_detent(state.angles[axis], target)
        try:
            self._rig.step(self._held(state).pose, Move(((self._rig.axes[axis], detent),)))
        except ForbiddenCommandError as error:
            self._record_accident(COLLISION, str(error))
        return None

    def _held(self, state: PhysicalState) -> PhysicalState:
        """Return the state with covers, which no axis turns, closed while they touch the cube."""
        openings = tuple(
            GRIP_OPENINGS[CLOSED]
            if name not in self._rig.axes and self._jaws.holds_with(opening)
            else opening
            for name, opening in zip(self._rig.grippers, state.openings, strict=True)
        )
        return state if openings == state.openings else replace(state, openings=openings)

    def _drag_effects(
        self, state: PhysicalState, axis: int, angles: tuple[float, ...], detent: float
    ) -> tuple[Effect, ...]:
        """Return the effect on a layer of a gripper that is neither closed nor open."""
        lag = self._jaws.lag_degrees(state.openings[axis])
        if lag == 90:
            return ()
        closed = with_one(state.openings, axis, GRIP_OPENINGS[CLOSED])
        pose = replace(state, angles=angles, openings=closed).pose
        try:
            step = self._step(pose, Move(((self._rig.axes[axis], round(detent)),)))
        except ForbiddenCommandError:
            return ()
        kept = (90 - lag) / 90
        return tuple(replace(effect, degrees=effect.degrees * kept) for effect in step.effects)


def _is_end_of_way(here: float, target: float) -> bool:
    """Return True if an axis goes to a detent from so near that it takes nothing along."""
    return target % 90 == 0 and abs(target - here) <= OVERSHOT_DEGREES


def _next_detent(here: float, target: float) -> int:
    return 90 * (math.floor(here / 90) + 1 if target > here else math.ceil(here / 90) - 1)


def into_detent(angle: float) -> float:
    """Return the detent that is as near as DETENT_DEGREES, else the angle."""
    detent = 90.0 * round(angle / 90)
    return detent if abs(angle - detent) < DETENT_DEGREES else angle
