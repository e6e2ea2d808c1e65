"""Simulated motors and cube: motion over time, jams and collisions.

The firmware reaches it only through the interface `robot.rigs.actuators.ServoDriver`. The
`PhysicalState` is visible to tests and the camera, never to the firmware.
"""

from __future__ import annotations

import logging
import math
from dataclasses import replace

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.cube_forces import USUAL_FORCES, Forces
from firmware_sim.physics.fault_effects import MotionFaultInjector
from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact, grips_of
from firmware_sim.physics.kinematics import Kinematics, on_detents
from firmware_sim.physics.motion_profile import (
    Braking,
    ConstantSpeed,
    Course,
    ServoCourse,
)
from firmware_sim.physics.powered_servos import USUAL_OHM, Supply
from firmware_sim.physics.pushing_servos import PushingServos
from firmware_sim.physics.servo import IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_heat import OVERHEATED
from firmware_sim.physics.state import (
    COLLISION,
    DROPPED,
    Accident,
    JammedMotor,
    Motion,
    PhysicalState,
)
from robot.clock import Clock
from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import Completed, MotionOutcome, Offline, ServoReading, Stalled
from robot.rigs.command import (
    CLOSED,
    ENABLE_SECONDS,
    GRIP_OPENINGS,
    JOG_SPEED,
    OPEN,
    USUAL_PULSES,
    Enable,
    Grip,
    Jog,
    MotionCommand,
    Pose,
    Regrip,
)
from robot.rigs.rig import Rig

# How far a layer of an ordinary cube may be misaligned and still let another one turn across it.
CORNER_CUTTING_DEGREES = 15.0
# How long a motor takes to brake from full speed, in seconds.
BRAKING_SECONDS = 0.025

_log = logging.getLogger(__name__)


class Mechanics:
    """The motors of `rig` and the cube that they hold.

    With a `pace` of N motions run N times faster than the rig's durations, by `clock`; the
    durations reported are the rig's. A layer that is misaligned by up to `corner_cutting` degrees
    is aligned by the next turn across it; beyond that the turn jams. Halted motors brake evenly for
    `braking_seconds` of the mechanism's time, but at most a quarter of their motion's duration.
    With a `servo` model that is not ideal, motors move as that model does, and a motion ends when
    they report that they have arrived. A motor that jammed pushes until it is moved or halted, and
    closed grippers press the cube, which they touch at `contact`: both get hot, as `ServoModel`
    says. `state` may be called from any thread, nothing else may.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        state: PhysicalState,
        faults: FaultSchedule,
        pace: float = 1.0,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
        braking_seconds: float = BRAKING_SECONDS,
        servo: ServoModel = IDEAL_SERVO,
        contact: JawContact = IDEAL_CONTACT,
        forces: Forces = USUAL_FORCES,
    ) -> None:
        self._servo = servo
        self._heat = PushingServos(rig, servo, contact)
        supply = forces.supply or Supply(servo.volts, USUAL_OHM)
        # One servo at a time turns a layer; at a standstill it takes its whole current.
        volts = supply.under(servo.stall_current / servo.volts, 0.0)
        needed = forces.cube.torque * forces.cube.breakaway
        self._is_too_weak = not servo.is_ideal and servo.torque_against(volts) < needed
        self._is_ideal = servo.is_ideal
        self._warmed_at: float | None = None
        self.accidents: list[Accident] = []
        self.turns_made = 0
        self.turns_begun = 0
        self._rig = rig
        self._clock = clock
        self._faults = faults
        self._pace = pace
        self._kinematics = Kinematics(rig, corner_cutting)
        self._braking_seconds = braking_seconds
        self._fault_injector = MotionFaultInjector(rig, faults)
        self._grip_count = 0
        self._homing_count = 0
        # One attribute holds either, so that another thread sees a consistent state.
        self._current: PhysicalState | Course = state
        self._outcome: MotionOutcome | None = None
        self._powered: set[tuple[str, str]] = set()

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        now = self._current
        return now if isinstance(now, PhysicalState) else now.motion.at(self._fraction(now))

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None during a motion."""
        self.advance()
        return self._current if isinstance(self._current, PhysicalState) else None

    def heat(self) -> tuple[float, ...]:
        """Return how hot each motor is, axes first: 0 is cool, at 1 it cuts out."""
        return self._heat.heat()

    def lowest_volts(self) -> float:
        """Return infinity: motors that measure where they stand have their own supply."""
        return math.inf

    def repair(self) -> None:
        """Repair the cube, as `PhysicalState.repaired` does. To be called at rest."""
        self._current = self.state().repaired()

    def find_home(self) -> Stalled | None:
        """See `ServoDriver.find_home`."""
        self._homing_count += 1
        if not self._faults.triggers_or_latched("home_fail", self._homing_count):
            return None
        axis = self._rig.axes[0]
        return Stalled(axis, round(self.state().angles[0], 1), 1.0)

    @property
    def can(self) -> tuple[str, ...]:
        """Return what hobby servos can do; a rig without grippers has other motors."""
        if not self._rig.grippers:
            return ()
        overlap = ("overlap",) if self._rig.overlap else ()
        return ("load", "off", "jog", "enable", "relax", *overlap)

    @property
    def has_power(self) -> bool:
        """Return True if every motor has power."""
        return self._powered.issuperset(self._rig.actuators)

    def unpower(self) -> None:
        """Take the power. Limp motors stay where they are, and so does the cube in the jaws."""
        self._powered.clear()

    def pulse(self, kind: str, name: str) -> int:
        """See `ServoDriver`: with the usual pulses, 500 to 2500 µs for -90 to 90 degrees."""
        if (kind, name) not in self._powered:
            return 0
        return self._kinematics.pulse(self.state(), kind, name)

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return those of the usual servos."""
        return USUAL_PULSES

    def jog(self, jog: Jog) -> None:
        """See `ServoDriver`."""
        state = self._begin()
        pulse = self._kinematics.pulse(state, jog.kind, jog.name) + jog.step
        motion = self._kinematics.to_pulse(state, jog, pulse, abs(jog.step) / JOG_SPEED)
        self._current = self._course(motion)

    def enable(self, enable: Enable) -> None:
        """See `ServoDriver`: the servo jumps there at once."""
        self._powered.add((enable.kind, enable.name))
        jump = self._kinematics.to_pulse(self._begin(), enable, enable.pulse, 0.0).at(1)
        rest = Motion(jump, jump.angles, jump.openings, (), ENABLE_SECONDS)
        self._current = ConstantSpeed(rest, self._clock.now())

    def start(self, command: MotionCommand) -> None:
        """Start the motors. `poll` returns the outcome.

        Motors that measure where they are get their power there, all at once and without a jump.
        """
        self._powered.update(self._rig.actuators)
        state = self._begin()
        try:
            step = self._rig.step(state.pose, self._kinematics.to_detents(state, command))
        except ForbiddenCommandError as error:
            self._cause_accident(state, command, str(error))
            return
        motion = self._kinematics.plan_motion(state, command, step)
        obstacle = self._kinematics.find_collision(motion.before, command, motion.effects)
        if obstacle := obstacle or self._touch_in(motion):
            self._cause_accident(state, command, obstacle)
            return
        self._current = self._course(self._with_faults(motion, command))

    def _touch_in(self, motion: Motion) -> str | None:
        """Return what touches in a motion, in words; None for nothing."""
        # Imported with the first motion: numpy takes longer to load than all the rest.
        from firmware_sim.physics.touches import touch_in_motion

        return touch_in_motion(self._rig, motion)

    def _begin(self) -> PhysicalState:
        """Return the state in which a motion begins; what pushed before does so no longer."""
        self._warm()
        self._heat.relax()
        self._heat.press()
        self._outcome = None
        return self.state()

    def relax(self) -> bool:
        """See `ServoDriver`: motors that measure their load hold with less of it."""
        self._warm()
        self._heat.touch()
        return True

    def halt(self) -> None:
        """Cut the motors' power: they brake and stop near their present position."""
        self.advance()  # finish a motion whose time is over
        self._heat.relax()
        self._outcome = None
        if isinstance(self._current, ConstantSpeed | ServoCourse):
            motion, fraction = self._current.motion, self._fraction(self._current)
            self._current = Braking.from_motion(
                motion, self._clock.now(), fraction, self._braking_seconds
            )
            self.advance()  # without braking time the motors stand still at once

    def power_off(self) -> PhysicalState:
        """Switch off; return the state after the motors have come to rest."""
        self.halt()
        now = self._current
        return now if isinstance(now, PhysicalState) else self._at_end(now)

    def is_stopped(self) -> bool:
        """See `ServoDriver.is_stopped`."""
        return self.state_at_rest() is not None

    def poll(self) -> MotionOutcome | None:
        """Do what is due, and return what `outcome` does then."""
        self.advance()
        return self.outcome()

    def outcome(self) -> MotionOutcome | None:
        """Return the outcome of the last `start`, once; None while it is in progress."""
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wakeup(self) -> float | None:
        """Return when the current motion ends, by the clock; None if it never does."""
        self.advance()
        now = self._current
        if isinstance(now, PhysicalState):
            return self._clock.now() if self._outcome else None
        return now.start_time + now.duration / self._pace if now.duration < math.inf else None

    def read(self) -> ServoReading:
        """Return the servos' readings, with angles to a tenth of a degree."""
        state = self.state()
        now = self._current
        progress = 1.0 if isinstance(now, PhysicalState) else self._fraction(now)
        angles = tuple(round(angle, 1) + 0.0 for angle in state.angles)
        grips = grips_of(self._rig, state.openings)
        return ServoReading(Pose(angles, grips), progress)

    def _fraction(self, profile: Course) -> float:
        return profile.fraction_at((self._clock.now() - profile.start_time) * self._pace)

    def advance(self) -> None:
        """Finish a motion whose time is over."""
        self._warm()
        now = self._current
        if (
            isinstance(now, PhysicalState)
            or (self._clock.now() - now.start_time) * self._pace < now.duration - 1e-9
        ):
            return
        self._current = self._at_end(now)
        if now.end_fraction == 1 and on_detents(now.motion.before.angles):
            self.turns_made += len(now.motion.intended_turns)
        if not isinstance(now, Braking):
            self._outcome = self._reported_outcome(now)

    def _at_end(self, profile: Course) -> PhysicalState:
        """Return the physical state at the end of a motion."""
        motion = profile.motion
        state = motion.at(profile.end_fraction)
        if profile.end_fraction == 1:
            state = self._without_jam(state)
            return motion.final_effect(state) if motion.final_effect else state
        return (
            replace(state, stuck=motion.stuck)
            if not isinstance(profile, Braking) and motion.stuck
            else state
        )

    def _course(self, motion: Motion) -> Course:
        """Return how a motion goes that begins now."""
        # The course of a single servo does not tell those of several, one after the other.
        if self._is_ideal or not motion.seconds or motion.phases:
            return ConstantSpeed(motion, self._clock.now())
        return ServoCourse.from_motion(
            motion, self._clock.now(), self._servo, self._rig.acceleration
        )

    def _reported_outcome(self, profile: Course) -> MotionOutcome | None:
        """Return the outcome that the servos report for a motion that has ended."""
        motion = profile.motion
        if motion.stuck and motion.end_fraction < 1:
            axis = motion.stuck.axis
            load = round(self._faults.rng("jam").uniform(0.85, 0.99), 2)
            number = self._rig.axes.index(axis)
            at = motion.at(motion.end_fraction).angles[number]
            self._heat.jam(axis, abs(motion.angles[number] - at))
            return Stalled(axis, round(at, 1), load)
        return motion.reported or (
            Completed(profile.duration) if motion.end_fraction == 1 else None
        )

    def _without_jam(self, state: PhysicalState) -> PhysicalState:
        """Return the state in which a jammed motor that is back at a detent is free again."""
        if state.stuck and state.angles[self._rig.axes.index(state.stuck.axis)] % 90 == 0:
            return replace(state, stuck=None)
        return state

    def _with_faults(self, motion: Motion, command: MotionCommand) -> Motion:
        """Return the motion with faults injected."""
        if out := self._heat.has_cut_out(command):
            return replace(motion, end_fraction=0.0, reported=Offline(out))
        if isinstance(command, Grip):
            return self._close_gripper(motion, command)
        if motion.seconds == 0:
            return motion
        if isinstance(command, Regrip):
            motion = self._close_gripper(motion, command.closing)
        faulty = self._turn_with_faults(motion, command.targets)
        is_whole = faulty.end_fraction == 1
        return (
            faulty
            if is_whole
            else replace(faulty, end_fraction=motion.when_turned(faulty.end_fraction))
        )

    def _turn_with_faults(self, motion: Motion, targets: tuple[tuple[str, int], ...]) -> Motion:
        """Return a motion of axes with faults, which ends after a fraction of their way."""
        before = dict(zip(self._rig.axes, motion.before.angles, strict=True))
        travels = {axis: target - before[axis] for axis, target in targets}
        blocked = self._fault_injector.latched_fault(motion, travels)
        if blocked:
            return blocked
        stuck = motion.before.stuck
        if stuck and motion.effects:
            direction = travels.get(stuck.axis, 0) * stuck.direction
            if direction > 0:
                return replace(motion, end_fraction=0.0, stuck=stuck)
            if direction < 0:
                return self._fault_injector.inject_in_back_off(motion, stuck.axis)
        if not on_detents(motion.before.angles):
            return motion
        if not on_detents(motion.angles) and not motion.intended_turns:
            return motion
        return self._turn_faces(motion, travels)

    def _turn_faces(self, motion: Motion, travels: dict[str, float]) -> Motion:
        """Return a motion between detents with the faults of its turns injected."""
        self.turns_begun += bool(motion.intended_turns)
        for number, turned in enumerate(motion.intended_turns, start=self.turns_made + 1):
            if self._is_too_weak:
                direction = 1 if travels[turned.axis] > 0 else -1
                stuck = JammedMotor(turned.axis, direction)
                return replace(motion, end_fraction=0.0, stuck=stuck)
            if motion.before.is_blocked(turned.position):
                return self._fault_injector.blocked_turn(motion, turned.axis)
            motion = self._fault_injector.inject_in_turn(
                motion, number, turned, travels[turned.axis]
            )
            if motion.end_fraction < 1:
                if self._faults.is_latched("collision", turned.axis):
                    what = f"gripper {turned.axis} collided with an obstacle"
                    self._note_accident(COLLISION, what)
                return motion
        return motion

    def _close_gripper(self, motion: Motion, command: Grip) -> Motion:
        if any(position == CLOSED for _, position in command.targets):
            self._grip_count += 1
            return self._fault_injector.inject_in_grip(motion, command, self._grip_count)
        return motion

    def _warm(self) -> None:
        """Let the servos get hotter or cooler until now. Ideal ones never do."""
        now = self._clock.now()
        if self._is_ideal or now == self._warmed_at:
            return
        self._warmed_at = now
        for what in self._heat.advance(self.state(), now):
            self._note_accident(OVERHEATED, what)

    def _note_accident(self, kind: str, what: str) -> None:
        accident = Accident(self._clock.now(), kind, what)
        _log.info("accident: %s", accident)
        self.accidents.append(accident)

    def _cause_accident(self, state: PhysicalState, command: MotionCommand, what: str) -> None:
        """Apply the effect of a forbidden command on a real robot."""
        opened = isinstance(command, Grip) and all(to == OPEN for _, to in command.targets)
        kind = DROPPED if opened else COLLISION
        self._note_accident(kind, what)
        name = command.targets[0][0]
        if opened:
            commanded = dict(command.targets)
            openings = tuple(
                GRIP_OPENINGS[OPEN] if gripper in commanded else opening
                for gripper, opening in zip(self._rig.grippers, state.openings, strict=True)
            )
            self._current = replace(state, openings=openings, dropped=True)
            self._outcome = Completed(0.0)
        else:
            self._current = state
            at = state.angles[self._rig.axes.index(name)] if name in self._rig.axes else 0.0
            self._outcome = Stalled(name, round(at, 1), 1.0)
