"""What a cube asks of servos: the torque of its layers, its weight, and how its faces rub.

Nobody has published the turning torque of a cube: the figures are estimates, between what robots
that turn layers with small servos need and what stalls them. Masses: OpenAI's robogym has 96 g,
people weigh 102 g.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from firmware_sim.physics.jaws import JAW_ARM_METRES, JawContact, pulse_maps
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import degrees_of
from firmware_sim.physics.servo_motor import NO_LOAD, HornLoad
from firmware_sim.physics.state import PhysicalState
from robot.errors import ForbiddenCommandError
from robot.rigs.command import CLOSED, GRIP_OPENINGS, OPEN, Grip, Move, Pose
from robot.rigs.rig import FaceTurn, Rig

_GRAVITY = 9.81
# A cube that jaws lose for less than this sinks by a centimetre at most.
_FALL_SECONDS = 0.05
# Both jaws of a gripper rub.
_JAWS = 2
# The friction of a cube's plastic and printed jaws, of which each robot draws its own.
FRICTION_COEFFICIENTS = (0.2, 0.4)


@dataclass(frozen=True, slots=True)
class CubeForces:
    """A cube whose layers need `torque` (N m), and `breakaway` times as much to begin to turn.

    It weighs `kilograms`; jaws hold it by `friction_coefficient` times their force.
    """

    torque: float
    breakaway: float
    kilograms: float
    friction_coefficient: float = sum(FRICTION_COEFFICIENTS) / 2

    def with_friction_drawn(self, rng: Random) -> CubeForces:
        """Return the cube with a friction coefficient drawn from its range."""
        return replace(self, friction_coefficient=rng.uniform(*FRICTION_COEFFICIENTS))

    @property
    def newtons_to_hold(self) -> float:
        """Return the force (N) of one gripper's jaws that holds it."""
        return self.kilograms * _GRAVITY / (_JAWS * self.friction_coefficient)


# A speed cube: 0.03 to 0.08 N m. A stiff old one: 0.15 to 0.4. One with electronics, or of metal.
USUAL_CUBE = CubeForces(torque=0.05, breakaway=1.6, kilograms=0.1)
CUBES = {
    "usual": USUAL_CUBE,
    "stiff": replace(USUAL_CUBE, torque=0.25),
    "heavy": replace(USUAL_CUBE, kilograms=0.2),
}


@dataclass(frozen=True, slots=True)
class Forces:
    """What servos work with and against: a supply, None for a usual one of their volts; a cube."""

    supply: Supply | None = None
    cube: CubeForces = USUAL_CUBE


USUAL_FORCES = Forces()


class CubeLoads:
    """What the servos of a rig meet, axes first, while its jaws hold a cube."""

    def __init__(self, rig: Rig, jaws: JawContact, cube: CubeForces) -> None:
        self._rig = rig
        self._at = lru_cache(maxsize=256)(self._loads_at)
        self._wrist = HornLoad(friction=cube.torque, breakaway=cube.breakaway)
        self._jaws = tuple(
            HornLoad(degrees_of(each.pulse(jaws.contact_opening)), jaws.spring)
            for each in pulse_maps(rig)[len(rig.axes) :]
        )

    def of(self, state: PhysicalState) -> tuple[HornLoad, ...]:
        """Return the load of each servo in a state."""
        if state.dropped:
            return (NO_LOAD,) * (len(self._rig.axes) + len(self._jaws))
        return self._at(state.pose.grips)

    def _loads_at(self, grips: tuple[str, ...]) -> tuple[HornLoad, ...]:
        turning = layers_turned(self._rig, grips)
        wrists = (self._wrist if axis in turning else NO_LOAD for axis in self._rig.axes)
        return (*wrists, *self._jaws)


class CubeHold:
    """Whether the jaws of a rig still hold a cube; in a rig that it lies in, it cannot fall."""

    def __init__(self, rig: Rig, cube: CubeForces) -> None:
        self._rig = rig
        self._needed = cube.newtons_to_hold
        self._can_fall = _needs_jaws(rig)
        # Until when (seconds) jaws have held it. Before, it is in the hand that put it there.
        self._held_until: float | None = None

    def lets_fall(
        self, state: PhysicalState, presses: Sequence[float], now: float, *, in_hand: bool
    ) -> bool:
        """Return whether the cube falls, pressed by each gripper with this torque (N m) now."""
        closed = [opening == GRIP_OPENINGS[CLOSED] for opening in state.openings]
        if not self._can_fall or state.dropped or not any(closed):
            self._held_until = None
            return False
        pairs = zip(closed, presses, strict=True)
        newtons = sum(press for is_closed, press in pairs if is_closed) / JAW_ARM_METRES
        if newtons >= self._needed:
            self._held_until = now
            return False
        if in_hand:
            self._held_until = None
        return self._held_until is not None and now - self._held_until > _FALL_SECONDS


def layers_turned(rig: Rig, grips: tuple[str, ...]) -> frozenset[str]:
    """Return the axes that turn a layer, and not the whole cube, with grippers at positions."""
    pose = Pose(rig.home.angles, grips)
    return frozenset(axis for axis in rig.axes if _turns_layer(rig, pose, axis))


def _turns_layer(rig: Rig, pose: Pose, axis: str) -> bool:
    for detent in (90, -90):
        try:
            effects = rig.step(pose, Move(((axis, detent),))).effects
        except ForbiddenCommandError:
            continue
        return any(isinstance(effect, FaceTurn) for effect in effects)
    return False


@lru_cache(maxsize=64)
def _needs_jaws(rig: Rig) -> bool:
    """Return True if a cube falls when all grippers open."""
    pose = rig.home
    try:
        for gripper in rig.grippers:
            pose = rig.step(pose, Grip(((gripper, OPEN),))).after
    except ForbiddenCommandError:
        return True
    return False
