"""Servo driver of a robot without feedback: pulses along a course, whose end is the arrival."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress

from firmware_sim.physics.jaws import (
    UNTOLD_JAWS,
    JawPulses,
    grip_places,
    grips_of,
    pulse_maps,
    snap_to_position,
)
from firmware_sim.physics.pulse_ramps import PulseMotion, PulseRamp, constant_ramp
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import Accident, PhysicalState, with_one
from robot.clock import Clock
from robot.errors import ForbiddenCommandError
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading, Stalled
from robot.rigs.command import (
    CLOSED,
    ENABLE_SECONDS,
    GRIP_OPENINGS,
    JOG_SPEED,
    OPEN,
    RELEASE,
    USUAL_PULSES,
    Enable,
    Grip,
    Jog,
    MotionCommand,
    Move,
    Pose,
    Regrip,
)
from robot.rigs.rig import Part, Rig, motion_seconds

# How often the pulses change, in seconds of the servos.
PERIOD_SECONDS = 0.02
# How long after one servo the next one is enabled, so that they do not all start at once.
NEXT_ENABLE_SECONDS = 0.3


class RampServos:
    """Drives the servos of `mechanics` as firmware without feedback does.

    Motions take the rig's durations, or are `pace` times as fast. No servo gets a pulse before the
    first motion, which enables one after the other at the pulses that they had last. `jaws`: where
    its grippers close and rest, but for covers that go back. It implements
    `robot.rigs.actuators.ServoDriver`, and has the interface of `Mechanics`.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        mechanics: ServoMechanics,
        pace: float = 1.0,
        jaws: JawPulses = UNTOLD_JAWS,
    ) -> None:
        self._rig = rig
        self._clock = clock
        self._mechanics = mechanics
        self._pace = pace
        self._period = PERIOD_SECONDS / mechanics.pace
        self._maps = pulse_maps(rig)
        self._jaws = jaws
        self._places = tuple(map(self._told_places, range(len(rig.grippers))))
        self._pulses = self._pulses_of(mechanics.state())
        self._motion: PulseMotion | None = None
        # How far closed jaws are relaxed: from 0, they press, to 1, they rest.
        self._relaxed = constant_ramp(0.0, clock.now())
        self._time = clock.now()
        # When each servo gets its first pulse.
        self._enabled_at = (math.inf,) * len(self._pulses)
        self._follow()

    @property
    def accidents(self) -> tuple[Accident, ...]:
        """Return the accidents: what would have damaged a real robot."""
        return self._mechanics.accidents

    @property
    def turns_done(self) -> int:
        """Count the turns of faces that were made, which such a robot does not know itself."""
        return self._mechanics.turns_made

    @property
    def turn_attempts(self) -> int:
        """Count the turns of faces that were begun."""
        return self._mechanics.turns_begun

    @property
    def can(self) -> tuple[str, ...]:
        """See `ServoDriver`."""
        overlap = ("overlap",) if self._rig.overlap else ()
        return ("load", "off", "jog", "enable", "relax", *overlap)

    @property
    def has_power(self) -> bool:
        """Return True if every servo gets pulses."""
        return max(self._enabled_at) <= self._clock.now()

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self._mechanics.state()

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None while a servo moves."""
        self.advance()
        moves = self._motion or not self._mechanics.have_arrived
        return None if moves else self._mechanics.state()

    def heat(self) -> tuple[float, ...]:
        """Return how hot each servo is: 0 is cool, at 1 it burns or cuts out."""
        return self._mechanics.heat()

    def lowest_volts(self) -> float:
        """Return the least volts of the supply since this was last asked."""
        return self._mechanics.lowest_volts()

    def repair(self) -> None:
        """See `PhysicalState.repaired`. To be called at rest."""
        self._mechanics.repair()

    def power_off(self) -> PhysicalState:
        """Switch off; servos keep their places. Returns the final physical state."""
        return self._mechanics.state()

    def unpower(self) -> None:
        """See `ServoDriver`."""
        self.advance()
        self._enabled_at = (math.inf,) * len(self._pulses)

    def pulse(self, kind: str, name: str) -> int:
        """See `ServoDriver`."""
        self.advance()
        number = self._number(kind, name)
        is_enabled = self._enabled_at[number] <= self._clock.now()
        return round(self._sent(self._clock.now())[number]) if is_enabled else 0

    def start(self, command: MotionCommand) -> None:
        """See `ServoDriver`."""
        self.advance()
        now = self._clock.now()
        delay = self._enable_all()
        delay += self._close_relaxed(delay)
        self._motion = PulseMotion(tuple(self._ramps(command, now + delay)), now)

    def _ramps(self, command: MotionCommand, begin: float) -> Iterator[PulseRamp]:
        """Yield the ramps of the parts of a command, which begin at a time or later."""
        pulses = self._pulses
        for part in self._parts(command):
            end = self._targets(part.command, pulses)
            speed = part.command.speed / 100 if isinstance(part.command, Move) else 1.0
            moved = tuple(n for n, pulse in enumerate(end) if pulse != pulses[n])
            yield PulseRamp(
                moved,
                tuple(pulses[n] for n in moved),
                tuple(end[n] for n in moved),
                begin + part.start / self._pace,
                part.seconds / self._pace,
                self._rig.acceleration / (speed * self._pace),
            )
            pulses = end

    def _parts(self, command: MotionCommand) -> tuple[Part, ...]:
        """Return the parts of a command, also of a move that ends between detents."""
        now = self.read().pose
        if isinstance(command, Regrip):
            return self._rig.parts(now, command)
        seconds = motion_seconds(self._rig, now, command)
        if not seconds and self._targets(command, self._pulses) != self._pulses:
            # Grippers were stopped on their way to where they go now.
            seconds = max(step.seconds for step in self._rig.steps(self._rig.home))
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        return (Part(command, 0.0, seconds / speed),)

    def relax(self) -> bool:
        """See `ServoDriver`."""
        self.advance()
        now = self._clock.now()
        (relaxed,) = self._relaxed.pulses(now)
        seconds = (1 - relaxed) * self._longest_way() / JOG_SPEED
        self._relaxed = PulseRamp((0,), (relaxed,), (1.0,), now, seconds)
        return any(to != at for at, to in self._resting_pulses().values())

    def _close_relaxed(self, delay: float) -> float:
        """Close relaxed jaws after `delay` seconds; return how long that takes."""
        now = self._clock.now()
        (relaxed,) = self._relaxed.pulses(now)
        seconds = relaxed * self._longest_way() / JOG_SPEED
        self._relaxed = PulseRamp((0,), (relaxed,), (0.0,), now + delay, seconds)
        return seconds

    def _longest_way(self) -> float:
        """Return the longest way of jaws from closed to where they rest, in microseconds."""
        return max((abs(to - at) for at, to in self._resting_pulses().values()), default=0.0)

    def _resting_pulses(self) -> dict[int, tuple[float, float]]:
        """Return the pulses of each closed gripper that may relax: closed, and at rest.

        A cover that goes back once it has closed rests already.
        """
        found = {}
        for gripper, places in enumerate(self._places):
            number = len(self._rig.axes) + gripper
            closed = self._maps[number].pulse(places[CLOSED])
            if RELEASE not in places and self._pulses[number] == closed:
                found[number] = closed, self._jaws.resting
        return found

    def _sent(self, time: float) -> tuple[float, ...]:
        """Return the pulse that each servo is to get: that of the pose, or of relaxed jaws."""
        (relaxed,) = self._relaxed.pulses(time)
        pulses = self._pulses
        for number, (closed, resting) in self._resting_pulses().items() if relaxed else ():
            pulses = with_one(pulses, number, closed + relaxed * (resting - closed))
        return pulses

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return those of the usual servos."""
        return USUAL_PULSES

    def jog(self, jog: Jog) -> None:
        """See `ServoDriver`. The pace does not matter: the speed is one of servos."""
        self.advance()
        number = self._number(jog.kind, jog.name)
        end = with_one(self._pulses, number, float(round(self._pulses[number]) + jog.step))
        self._start_ramp(end, abs(jog.step) / JOG_SPEED)

    def enable(self, enable: Enable) -> None:
        """See `ServoDriver`."""
        self.advance()
        number = self._number(enable.kind, enable.name)
        self._pulses = with_one(self._pulses, number, float(enable.pulse))
        self._enabled_at = with_one(self._enabled_at, number, self._clock.now())
        self._start_ramp(self._pulses, ENABLE_SECONDS)

    def _start_ramp(self, end: tuple[float, ...], seconds: float) -> None:
        """Start pulses at constant speed."""
        now = self._clock.now()
        numbers = tuple(range(len(end)))
        self._motion = PulseMotion((PulseRamp(numbers, self._pulses, end, now, seconds),), now)

    def _enable_all(self) -> float:
        """Enable servos without pulses, closed grippers first, which hold the cube, then axes.

        Returns after how many seconds all are enabled.
        """
        axes, grips = len(self._rig.axes), self.read().pose.grips
        grippers = sorted(range(len(grips)), key=lambda each: grips[each] != CLOSED)
        due = now = self._clock.now()
        for number in (*(axes + each for each in grippers), *range(axes)):
            if self._enabled_at[number] > now:
                self._enabled_at = with_one(self._enabled_at, number, due)
                due += NEXT_ENABLE_SECONDS / self._pace
        return due - now

    def _number(self, kind: str, name: str) -> int:
        axes = self._rig.axes
        return axes.index(name) if kind == "axis" else len(axes) + self._rig.grippers.index(name)

    def find_home(self) -> Stalled | None:
        """Return None: hobby servos have no reference marks."""
        return None

    def halt(self) -> None:
        """See `ServoDriver`. The pulses stay as they are."""
        self.advance()
        now = self._clock.now()
        self._enabled_at = tuple(due if due <= now else math.inf for due in self._enabled_at)
        self._motion = None
        self._relaxed = constant_ramp(self._relaxed.pulses(now)[0], now)

    def is_stopped(self) -> bool:
        """See `ServoDriver`."""
        self.advance()
        return self._motion is None

    def read(self) -> ServoReading:
        """Return the pose that the pulses command; where the servos stand is not measured."""
        self.advance()
        progress = self._motion.part(self._clock.now()) if self._motion else 1.0
        return ServoReading(self._pose_at(self._pulses), progress)

    def _pose_at(self, pulses: tuple[float, ...]) -> Pose:
        axes = len(self._rig.axes)
        places = [each.position(pulse) for each, pulse in zip(self._maps, pulses, strict=True)]
        angles = tuple(round(place, 1) + 0.0 for place in places[:axes])
        openings = [self._opening(*each) for each in enumerate(places[axes:])]
        return Pose(angles, grips_of(self._rig, openings))

    def poll(self) -> MotionOutcome | None:
        """Return, once, that the pulses have reached their targets."""
        # One moment for both: on a busy machine seconds pass between two looks at the clock.
        now = self._clock.now()
        self._advance_until(now)
        motion = self._motion
        if motion is None or not motion.has_ended(now):
            return None
        self._motion = None
        return Completed(motion.end_time - motion.began)

    def next_wakeup(self) -> float | None:
        """Return when the pulses change or the servos have moved on, None if nothing moves."""
        self.advance()
        now = self._clock.now()
        if self._motion:
            return max(min(self._motion.end_time, now + self._period), now)
        is_still = self._mechanics.have_arrived and self._relaxed.part(now) == 1
        return None if is_still else now + self._period

    def advance(self) -> None:
        """Let the servos follow the pulses until now."""
        self._advance_until(self._clock.now())

    def _advance_until(self, now: float) -> None:
        # The clock may have been advanced by more than a period.
        while self._time < now:
            self._time = min(self._time + self._period, now)
            if self._motion:
                self._pulses = self._motion.pulses(self._pulses, self._time)
            self._follow()
            is_still = not self._motion and self._relaxed.part(self._time) == 1
            if is_still and self._mechanics.have_arrived:
                self._time = now
                self._follow()
        if self._motion and self._motion.has_ended(now):
            self._pulses = self._motion.pulses(self._pulses, now)
            self._follow()

    def _follow(self) -> None:
        pulses = zip(self._sent(self._time), self._enabled_at, strict=True)
        enabled = [pulse if at <= self._time else None for pulse, at in pulses]
        self._mechanics.follow(enabled, self._time)

    def _targets(self, command: Move | Grip, pulses: tuple[float, ...]) -> tuple[float, ...]:
        """Return the pulses at the end of a command that begins with others."""
        rig, now = self._rig, self._pose_at(pulses)
        angles, grips = dict(zip(rig.axes, now.angles, strict=True)), now.grips
        named: dict[str, str] = {}
        with suppress(ForbiddenCommandError):
            grips = rig.step(now, command).after.grips
        if isinstance(command, Move):
            angles |= dict(command.targets)
        else:
            named = dict(command.targets)
        ends = [each.pulse(angle) for each, angle in zip(self._maps, angles.values(), strict=False)]
        for gripper, name in enumerate(rig.grippers):
            number, places = len(ends), self._places[gripper]
            if name in named or grips[gripper] != now.grips[gripper]:
                # A gripper without a position for loading opens.
                to = places.get(named.get(name, grips[gripper]), places[OPEN])
                ends.append(self._maps[number].pulse(to))
            else:
                ends.append(pulses[number])
        return tuple(ends)

    def _pulses_of(self, state: PhysicalState) -> tuple[float, ...]:
        openings = [
            places[CLOSED] if at == GRIP_OPENINGS[CLOSED] and RELEASE not in places else at
            for at, places in zip(state.openings, self._places, strict=True)
        ]
        places = (*state.angles, *openings)
        return tuple(each.pulse(place) for each, place in zip(self._maps, places, strict=True))

    def _told_places(self, gripper: int) -> Mapping[str, float]:
        """Return the opening of each position of a gripper; that of closed as the robot is told."""
        places = grip_places(self._rig, gripper)
        if RELEASE in places:
            return places
        jaws = self._maps[len(self._rig.axes) + gripper]
        return {**places, CLOSED: jaws.position(self._jaws.closed)}

    def _opening(self, gripper: int, place: float) -> float:
        """Return the opening of a gripper at a place, 0 where that is as closed as it is told."""
        places = self._places[gripper]
        near = snap_to_position(place, places)
        is_closed = near == places[CLOSED] and RELEASE not in places
        return GRIP_OPENINGS[CLOSED] if is_closed else near
