"""A robot's servos behind their pulses: how they move, squeeze, get hot, and what the cube does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.cube_forces import USUAL_FORCES, CubeHold, CubeLoads, Forces
from firmware_sim.physics.hobby_axes import OVERSHOT_DEGREES, Give
from firmware_sim.physics.hobby_servos import HobbyServos
from firmware_sim.physics.jaws import IDEAL_CONTACT, WRIST, JawContact, pulse_maps
from firmware_sim.physics.powered_servos import USUAL_OHM, PoweredServos, Supply
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel, degrees_of, pulse_of
from firmware_sim.physics.servo_faults import ServoFaults
from firmware_sim.physics.servo_heat import OVERHEATED, went_out
from firmware_sim.physics.servo_motor import HornLoad
from firmware_sim.physics.state import (
    COLLISION,
    Accident,
    PhysicalState,
    with_one,
)
from firmware_sim.wiring import RIGHT_WIRING, Wiring
from robot.clock import Clock
from robot.rigs.rig import Effect, FaceTurn, Rig, canonical_pose, with_all_motions
from robot.servos.jam_detection import UNDERVOLTAGE

if TYPE_CHECKING:
    from firmware_sim.physics.touches import TouchFinder

# A board that shares the servos' supply resets below these volts: an ATmega328P as an Uno has it
# set, whose chip is specified down to 3.8 V at its 16 MHz. Above, only the servos are weaker.
BROWN_OUT_VOLTS = 2.7

# An ideal servo's way is looked at every so many degrees, and so often on the way of jaws.
_DEGREES, _OPENING = 4.0, 0.05

# What a supply that is too weak for its servos gives.
_UNDERVOLTAGE_VOLTS = 4.1
# What a servo reports that is too hot to go on.
_TOO_HOT = "overheating"

# How far a layer of an ordinary cube may be misaligned and still let another one turn across it.
CORNER_CUTTING_DEGREES = 15.0

# How far (degrees) a servo can turn beyond the last detent that it reaches.
_BEYOND_LAST_DETENT = 5.0


@dataclass(frozen=True, slots=True)
class FeltServo:
    """What a servo measures: its pulse (microseconds), a share of its torque, and the supply.

    `errors` are what it reports to be wrong.
    """

    pulse: float
    load: float
    volts: float
    errors: tuple[str, ...]


class ServoMechanics:
    """Servos of one kind, in the order of `rig`'s axes and grippers, and the cube.

    `jaws` are the actual positions at which grippers touch the cube; `faults` are injected between
    the pulses and what they move; `wiring` is how the servos are connected; `forces` the supply
    that they share, and the cube. Servos that measure where they stand stop when something holds
    them, and do no harm: a layer that is misaligned by up to `corner_cutting` degrees is aligned by
    the next turn across it, or by jaws that close on it; beyond that, or of other servos, it is in
    the way. What turns the faces of a rig without grippers is no hobby servo, and measures where it
    stands. All lives by `clock`. `state` may be called from any thread, nothing else may.
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
        forces: Forces = USUAL_FORCES,
        *,
        measures: bool = False,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
    ) -> None:
        if not rig.grippers:
            servo, measures = IDEAL_SERVO, True
        self.rig = rig
        self.clock = clock
        self.jaws = jaws
        self.schedule = faults or FaultSchedule()
        self.measures = measures
        self.is_ideal = servo.is_ideal
        # What the mechanism can do does not depend on what its firmware makes use of.
        rig = with_all_motions(rig)
        servo = _reaching(servo, rig)
        self._names = (*rig.axes, *rig.grippers)
        self._axes = len(rig.axes)
        self._wiring = wiring
        give = Give(corner_cutting if measures else 0.0, is_felt=measures)
        self._cube = HobbyServos(rig, clock, state, jaws, self._slipped, give)
        self._faults = ServoFaults(
            rig, self.schedule, self._cube.record_accident, measures=measures
        )
        self._loads = CubeLoads(rig, jaws, forces.cube)
        self._hold = CubeHold(rig, forces.cube)
        self._lowest_volts = math.inf
        self._maps = pulse_maps(rig)
        self._rig = rig
        # Between which degrees an axis is kept, and what was around it then.
        self._walls: dict[int, tuple[tuple[float, float], PhysicalState]] = {}
        angles = [degrees_of(a.pulse(b)) for a, b in zip(self._maps, _places(state), strict=True)]
        relaxed = servo.gear_friction / jaws.spring + servo.play / 2
        for number, load in enumerate(self._loads.of(state)):
            # Jaws press no more than friction keeps, until their servos get pulses.
            angles[number] = max(angles[number], load.contact - relaxed)
        supply = forces.supply or Supply(servo.volts, USUAL_OHM)
        self._servos = PoweredServos(servo, angles, supply)
        if not servo.is_ideal:
            self._servos.push(self._loads.of(state))

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
        """Return True if every servo stands still, where its pulse says or as near as it can."""
        return self.is_ideal or self._servos.are_still

    @property
    def servos(self) -> PoweredServos:
        """Return the servos, which share their supply."""
        return self._servos

    @property
    def turns_begun(self) -> int:
        """Count the turns of faces that pulses have begun."""
        return self._faults.turns_begun

    @property
    def turns_made(self) -> int:
        """Count the turns of faces that have come to their end."""
        return self._faults.turns_made

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is: 0 is cool, at 1 it burns or cuts out."""
        return tuple(heat.share for heat in self._servos.heat)

    def loads(self) -> tuple[float, ...]:
        """Return the share of its whole drive (0 to 1) that each servo gives now."""
        return tuple(abs(motor.drive) for motor in self._servos.motors)

    def felt(self) -> Iterator[FeltServo]:
        """Yield what each servo measures."""
        state = self._cube.state()
        for number, (servo, place) in enumerate(zip(self._maps, _places(state), strict=True)):
            stands, motor = servo.pulse(place), self._servos.motors[number]
            errors, volts = self._faults.errors(number), self._servos.volts
            if self._servos.heat[number].is_out:
                errors = (*errors, _TOO_HOT)
            if UNDERVOLTAGE in errors:
                volts = _UNDERVOLTAGE_VOLTS
            at = stands if self.is_ideal else pulse_of(motor.horn)
            load = 1.0 if self._faults.feels_false_load(number) else min(abs(motor.drive), 1.0)
            yield FeltServo(at, load, volts, errors)

    def lowest_volts(self) -> float:
        """Return the least volts of the supply since this was last asked."""
        least, self._lowest_volts = self._lowest_volts, math.inf
        return least

    @property
    def faults(self) -> ServoFaults:
        """Return what is wrong with the servos."""
        return self._faults

    def repair(self) -> None:
        """Repair the cube as a person would, see `PhysicalState.repaired`."""
        self._faults.repair()
        self._cube.replace_state(self._cube.state().repaired())

    def follow(
        self,
        pulses: Sequence[float | None],
        now: float,
        moving: Mapping[int, float | None] | None = None,
    ) -> None:
        """Let the servos follow the pulses of their board until `now`.

        These are in microseconds, axes first, and the same since the last call; ideal servos have
        gone to them evenly since then. `moving`: the last pulses of those that go on, None where
        their board does not say. A servo without a pulse, or one that is burnt, has no force:
        friction holds it.
        """
        given = self._wiring.servo_pulses(pulses)
        pulses = self._faults.with_force(given, self._cube.state(), now, moving)
        if self.is_ideal:
            self._move_evenly(pulses)
            self._cube.replace_state(self._faults.ended(self._cube.state()))
            return
        both = zip(given, pulses, strict=True)
        weak = {number for number, (was, left) in enumerate(both) if was and left is None}
        self._servos.weaken(weak)
        self._servos.push(self._walled(self._loads.of(self._cube.state())))
        targets = [None if pulse is None else degrees_of(pulse) for pulse in pulses]
        burnt = self._servos.follow(targets, now)
        self._lowest_volts = min(self._lowest_volts, self._servos.lowest_volts)
        horns = enumerate(self._servos.horns())
        held = [None if number in weak else pulse_of(horn) for number, horn in horns]
        self._move_cube(self._faults.held(held))
        self._cube.replace_state(self._faults.ended(self._cube.state()))
        for number in burnt:
            what = went_out(self._names[number], self._servos.motors[number].servo)
            self._cube.record_accident(OVERHEATED, what)
        presses = [motor.press for motor in self._servos.motors[self._axes :]]
        in_hand = self._cube.is_in_hand()
        if self._hold.lets_fall(self._cube.state(), presses, now, in_hand=in_hand):
            self._cube.drop("no gripper pressed the cube hard enough to hold it")

    def _move_evenly(self, pulses: Sequence[float | None]) -> None:
        """Move the cube along a straight way of all servos, in steps where something is near."""
        before = self._cube.state()
        begin = [servo.pulse(at) for servo, at in zip(self._maps, _places(before), strict=True)]
        ends = [at if to is None else to for at, to in zip(begin, pulses, strict=True)]
        places = tuple(servo.position(to) for servo, to in zip(self._maps, ends, strict=True))
        steps = step_count(before, places)
        way = self._touches.way(before, places) if steps > 1 else None
        if way is not None and self._touches.is_clear(way):
            steps, way = 1, None
        is_near = False
        for step in range(1, steps):
            part = step / steps
            here = [
                None if to is None else at + part * (to - at)
                for at, to in zip(begin, pulses, strict=True)
            ]
            self._move_cube(self._faults.held(here))
            is_near = is_near or self._touches.is_near(self._cube.state())
        self._move_cube(self._faults.held(pulses))
        if way is not None and not (is_near or self._touches.is_near(self._cube.state())):
            self._touches.note_clear(way)

    def _move_cube(self, horns: Sequence[float | None]) -> None:
        before = self._cube.state()
        self._cube.apply_pulses(horns)
        now = self._cube.state()
        moved = (before.angles, before.openings) != (now.angles, now.openings)
        if moved and (what := self._touches.touch_on_the_way(now, before)):
            self._cube.record_accident(COLLISION, what)

    @cached_property
    def _touches(self) -> TouchFinder:
        # Imported with the first motion: numpy takes longer to load than all the rest.
        from firmware_sim.physics.touches import touch_finder

        return touch_finder(self._rig)

    def _around(self, axis: int) -> PhysicalState:
        """Return the state without the angle of an axis, and what it turns."""
        state = self._cube.state()
        angles = with_one(state.angles, axis, 0.0)
        return replace(state, angles=angles, layers=(), tilt=None)

    def _slipped(self, turned: FaceTurn, here: float) -> Sequence[Effect]:
        return self._faults.effects(turned, here)

    def _walled(self, loads: Sequence[HornLoad]) -> tuple[HornLoad, ...]:
        """Return loads with walls where the cube or another gripper keeps an axis from going on.

        A wall stays until something else than this axis has moved, or its target is before it.
        """
        state = self._cube.state()
        walled = list(loads)
        for axis, motor in enumerate(self._servos.motors[: self._axes]):
            kept = self._walls.pop(axis, None)
            if kept and motor.is_beyond(*kept[0]) and kept[1] == self._around(axis):
                limits = kept[0]
                self._walls[axis] = kept
            else:
                stands, at = WRIST.position(pulse_of(motor.horn)), state.angles[axis]
                limits = self._faults.limits(axis)
                if abs(stands - at) > OVERSHOT_DEGREES:
                    limits = (-math.inf, at) if stands > at else (at, math.inf)
                    self._walls[axis] = (limits, self._around(axis))
            if limits != (loads[axis].lowest, loads[axis].highest):
                walled[axis] = replace(loads[axis], lowest=limits[0], highest=limits[1])
        return tuple(walled)


def _places(state: PhysicalState) -> tuple[float, ...]:
    """Return where each servo stands, in degrees and parts of the travel."""
    return (*state.angles, *state.openings)


def step_count(before: PhysicalState, places: Sequence[float]) -> int:
    """Return into how many steps a way to some places is divided, after each of which is looked."""
    axes = len(before.angles)
    turned = (abs(to - at) for at, to in zip(before.angles, places, strict=False))
    opened = (abs(to - at) for at, to in zip(before.openings, places[axes:], strict=True))
    ways = (max(turned, default=0.0) / _DEGREES, max(opened, default=0.0) / _OPENING)
    return max(1, math.ceil(max(ways)))


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
