"""The servos of a rig behind any drive: courses of motions, enabling, jams, and rest."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from robot.drives.drive import ChannelKind, Drive, Feedback
from robot.drives.segments import TIME_TOLERANCE
from robot.link.protocol import StopLevel
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading, Stalled
from robot.rigs.command import (
    CLOSED,
    ENABLE_SECONDS,
    JOG_SPEED,
    Enable,
    Jog,
    MotionCommand,
    Move,
    Regrip,
)
from robot.rigs.motion_profile import MotionProfile
from robot.servos.jam_detection import JamDetector, reported_fault
from robot.servos.pulse_memory import PulseMemory
from robot.servos.resting_servos import RestingServos
from robot.servos.segment_feed import SegmentFeed
from robot.servos.servo_outputs import ServoOutputs, check_power
from robot.servos.servo_pulses import ServoPulses
from robot.servos.servo_ramps import ChannelMotion, ChannelRamp
from robot.servos.servo_settings import GripperServo, ServoSettings

# How often a motion is polled, in seconds.
POLL_SECONDS = 0.01
# How long a servo without pulses may take to reach its first target where it is known where it was,
# in seconds; elsewhere ENABLE_SECONDS.
NEXT_ENABLE_SECONDS = 0.3
# How often a drive at rest hears of the program in the time of its watchdog.
_BEATS = 4
# What shows that a motion does not go as it should.
_FELT = (Feedback.MEASURED, Feedback.LOAD, Feedback.ERRORS)


@dataclass(frozen=True, slots=True)
class _Enabling:
    """A servo without pulses that gets its first one, and the seconds until it is there."""

    channel: int
    seconds: float


class DriveServos:
    """The servos of `settings`, which follow what they are told in `advance`.

    Servos that get no pulses are limp. Axes are where the drive measures them; other servos are
    assumed to be where `memory` says that they were last; else a gripper holds nothing, and an axis
    is at home. The first motion enables them there before it begins, one after the other: closed
    grippers first, which hold the cube, axes last. An axis that jams is held where it stands.
    Every method raises DriveError if the drive does.
    """

    def __init__(
        self,
        drive: Drive,
        settings: ServoSettings,
        memory: PulseMemory | None = None,
        feed: SegmentFeed | None = None,
    ) -> None:
        self.settings = settings
        self._drive = drive
        self._step = drive.info.step
        self.clock = drive.info.clock
        self._memory = memory or PulseMemory()
        self._pulses = ServoPulses(settings, self._step)
        self._outputs = ServoOutputs(drive, settings, self._memory)
        self._feed = feed or SegmentFeed(drive)
        self._rest = RestingServos(drive, self._pulses, self._outputs, self._feed)
        self._jams = JamDetector(settings)
        self._to_enable: deque[_Enabling] = deque()
        self._next: MotionCommand | None = None
        self._began = self._enabled_at = 0.0
        self._motion: ChannelMotion | None = None
        # When it ends, by the clock, once it has come there, and whether that was late.
        self._motion_ended: float | None = None
        self._is_behind = False

    @property
    def name(self) -> str:
        """Return the name of the drive as the wire protocol takes it, in one word."""
        return re.sub(r"[^A-Za-z0-9._/+-]+", "-", self._drive.info.name)

    @property
    def feedback(self) -> tuple[str, ...]:
        """Return what is measured of the pose that `read` returns: nothing."""
        return ("none",)

    @property
    def _feels(self) -> bool:
        """Return True if the drive measures what shows a jam, or says what is wrong."""
        return not self._drive.info.feedback.isdisjoint(_FELT)

    @property
    def _measures(self) -> bool:
        """Return True if the drive measures where the servos stand."""
        return Feedback.MEASURED in self._drive.info.feedback

    @property
    def can(self) -> tuple[str, ...]:
        """Return what of `load`, `off`, `jog`, `enable`, `relax`, `overlap` they can do."""
        overlap = ("overlap",) if self.settings.rig.overlap else ()
        return ("load", "off", "jog", "enable", "relax", *overlap)

    @property
    def lead_s(self) -> float:
        """Return how long before a motion of four servos begins the drive gets it, in seconds."""
        return self._drive.info.lead_s

    @property
    def rests(self) -> bool:
        """Return True if closed jaws relax at rest: where they know a place to."""
        return bool(self.settings.rest) and self._rest.can_relax

    @property
    def stopped_by(self) -> str:
        """Return why the drive has stopped by itself since `halt`, "" where it has not.

        In silence that stops nothing at rest, where jaws have relaxed.
        """
        why = self._drive.stopped_by
        return "" if why == "silence" and self.is_stopped() else why

    @property
    def has_power(self) -> bool:
        """Return True if every servo gets pulses."""
        return all(self._outputs.positions().values())

    def unpower(self) -> None:
        """Take the power from all servos, which stand still."""
        self._drive.stop(StopLevel.OFF, {})

    def close(self) -> None:
        """Release the drive."""
        self._drive.close()

    def finish_relaxing(self) -> None:
        """Wait until jaws are relaxed that began to."""
        self._rest.finish_relaxing()

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none. Moves nothing."""
        return round(self._outputs.positions()[self._channel(kind, name)] * self._step)

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return the lowest and the highest pulse of a jog, in microseconds."""
        return self.settings.limits

    def jog(self, jog: Jog) -> None:
        """Start to move one servo by a step of its pulse, at JOG_SPEED at most.

        The servo gets a pulse, and the step ends within `pulse_limits`.
        """
        self._rest.end_silence()
        channel = self._channel(jog.kind, jog.name)
        before = self._outputs.positions()[channel]
        target = before + self._pulses.to_steps(jog.step) if before else 0
        course = MotionProfile(abs(jog.step) / JOG_SPEED, acceleration=0.0)
        self._start_pulse(channel, before, target, course)

    def enable(self, enable: Enable) -> None:
        """Give a servo that gets no pulse its first one; the motion takes ENABLE_SECONDS."""
        self._rest.end_silence()
        channel = self._channel(enable.kind, enable.name)
        pulse = self._pulses.to_steps(enable.pulse)
        self._drive.enable(channel, pulse * self._step)
        self._start_pulse(channel, pulse, pulse, MotionProfile(ENABLE_SECONDS))

    def _start_pulse(self, channel: int, before: int, target: int, course: MotionProfile) -> None:
        """Start a motion of one servo."""
        self._memory.update({channel: self._pulses.cut_off(channel, before, target)})
        self._rest.stay_in_silence()
        now = self.clock.now()
        begin = now + self._feed.lead(1)
        self._start_ramps((ChannelRamp(((channel, before, target),), begin, course),), now)

    def _start_ramps(self, ramps: Sequence[ChannelRamp], began: float) -> None:
        self._motion = self._feed.motion(ramps, began)
        self._motion_ended, self._is_behind = None, False
        self._outputs.expect_motion()
        self._jams.forget()
        self._feed.feed(self._motion)

    def _channel(self, kind: str, name: str) -> int:
        servos = self.settings.axes if kind == "axis" else self.settings.grippers
        return servos[name].channel

    def start(self, command: MotionCommand) -> None:
        """Start servos, which reach their targets together, in the rig's duration.

        Those without pulses are enabled before, in `advance`, and relaxed jaws close again. The
        parts of a Regrip overlap as the rig says.
        """
        self._rest.end_silence()
        self._next = command
        self._rest.begin_pressing()
        self._began = self._enabled_at = self.clock.now()
        self._to_enable = deque(self._enabling_order(self._outputs.positions()))
        if self._to_enable:
            self._rest.stay_in_silence()
        self._go_on()

    def _go_on(self) -> None:
        """Enable the servos that are due, close relaxed jaws, then start the motion.

        A drive that has stopped by itself is left alone, until it was halted.
        """
        if self._drive.stopped_by:
            return
        while self._to_enable and self.clock.now() >= self._enabled_at:
            each = self._to_enable.popleft()
            self._drive.enable(each.channel, self._resting_pulse(each.channel) * self._step)
            # From now on, however late this computer was.
            self._enabled_at = self.clock.now() + each.seconds
        now = self.clock.now()
        are_enabled = not self._to_enable and now >= self._enabled_at
        may_move = are_enabled and self._rest.pushes_no_more(now)
        if self._next is not None and may_move and self._rest.press(now, self.settings.settle):
            command, self._next = self._next, None
            self._start_motion(command)

    def relax(self) -> bool:
        """Let closed jaws go slowly to where they rest (`resting_pulse`); the pose stays.

        The servos stand still otherwise. Returns False where no gripper knows another place to rest
        than closed.
        """
        return self._rest.relax()

    def _start_motion(self, command: MotionCommand) -> None:
        self._rest.end_relaxing()
        positions = self._outputs.positions()
        # All were enabled, but this computer may have been busy since.
        check_power(positions, positions)
        if isinstance(command, Regrip):
            timed = self._pulses.parts(command, positions)
        else:
            timed = ((0.0, command),)
        targets = (self._pulses.targets(part, positions) for _, part in timed)
        moving = {channel for each in targets for channel, _ in each}
        self._rest.relax_in_silence(positions, moving)
        ramps, reached, first = [], positions, self.clock.now() + self._feed.lead(len(moving))
        for start, part in timed:
            travels = tuple(
                (channel, reached[channel], pulse)
                for channel, pulse in self._pulses.targets(part, reached)
            )
            course = self._pulses.course(part, reached)
            ramps.append(
                ChannelRamp(travels, first + start, course, self._beyond(command, positions))
            )
            reached = reached | {channel: end for channel, _, end in travels}
        self._memory.update(positions | self._cut_off(command, ramps))
        self._start_ramps(ramps, self._began)

    def _beyond(self, command: MotionCommand, positions: dict[int, int]) -> dict[int, int]:
        """Return where servos first go that may stop short of their targets, unmeasured."""
        if not isinstance(command, Move) or self._drive.info.kind is not ChannelKind.PULSE:
            return {}
        return {} if self._measures else self._pulses.beyond(command, positions)

    def _cut_off(self, command: MotionCommand, ramps: Sequence[ChannelRamp]) -> dict[int, int]:
        """Return where servos are to be enabled if the power fails in a motion.

        Jaws that let go in a Regrip are open then: the other ones hold the cube.
        """
        if not isinstance(command, Regrip):
            ways = ramps[0].channels
            return {channel: self._pulses.cut_off(channel, *ends) for channel, *ends in ways}
        opening, turning, _ = ramps
        ways = turning.channels
        halves = {channel: self._pulses.cut_off(channel, *ends) for channel, *ends in ways}
        return halves | {channel: end for channel, _, end in opening.channels}

    def find_home(self) -> Stalled | None:
        """Do nothing: hobby servos have no reference marks."""
        return None

    def halt(self) -> None:
        """Stop all servos; closed grippers stay closed. Those that were to get power get none."""
        self._hold()

    def _hold(self) -> None:
        """Stop all servos where they are, and those that wait."""
        self._drive.stop(StopLevel.HOLD, {})
        self._memory.update(self._outputs.positions())
        self._motion = self._next = None
        self._to_enable.clear()

    def is_stopped(self) -> bool:
        """Return True once `halt` was called: the pulses do not change any more."""
        return self._motion is None and self._next is None

    def read(self) -> ServoReading:
        """Return the pose of the present pulses, but for servos that are measured elsewhere.

        A place is measured to a tenth of a degree.
        """
        return ServoReading(self._pulses.pose(self._standing()), self._progress())

    def _standing(self) -> dict[int, int]:
        """Return the pulse of each channel in steps, or that of the place where it is measured."""
        places = self._outputs.last_places()
        for state in self._drive.read():
            if state.measured is not None and self._jams.is_elsewhere(state):
                places[state.channel] = round(state.measured / self._step)
        return places

    def advance(self) -> None:
        """Do what is due by now, at rest too."""
        self._is_behind = self._is_behind or self._drive.late_s > 0
        if not self._drive.info.lead_s:
            # A drive makes the steps that are due before it gets more.
            self._drive.beat()
        self._go_on()
        if self._motion is not None:
            self._feed.feed(self._motion)
        if self._drive.info.lead_s:
            # What is said over a line of a motion is a beat too, and does not wait for one.
            self._drive.beat()

    def poll(self) -> MotionOutcome | None:
        """Do what is due, and return what `outcome` does then."""
        self.advance()
        return self.outcome()

    def outcome(self) -> MotionOutcome | None:
        """Return, once, how the last motion had ended at the last `advance`; None before that.

        A drive that measures nothing feels no jam.
        """
        motion, now = self._motion, self.clock.now()
        if motion is None:
            return None
        has_ended = motion.has_ended(self._feed.time())
        if self._feels and (fault := self._felt(has_ended=has_ended)):
            return fault
        if not has_ended:
            return None
        if self._jams.is_strained:
            self._is_behind = True
            return None
        if self._motion_ended is None:
            if not self._outputs.are_at(motion.ends, now):
                self._is_behind = True
                return None
            self._motion_ended = now if self._is_behind else motion.end_time
        return None if self._left_to_settle(motion) > TIME_TOLERANCE else self._completed(motion)

    @property
    def unsettled_seconds(self) -> float:
        """Return how long the servos of a motion still settle; infinity before they arrive."""
        if self._motion is None or self._jams.is_strained:
            return math.inf
        return self._left_to_settle(self._motion)

    def end_settling(self) -> Completed:
        """End a motion whose pulses have arrived, while its servos still settle."""
        assert self._motion is not None
        return self._completed(self._motion)

    def _left_to_settle(self, motion: ChannelMotion) -> float:
        """Return the seconds until the servos of a motion have settled; infinity while it lasts."""
        return self._settled_at(motion) - self.clock.now()

    def _settled_at(self, motion: ChannelMotion) -> float:
        if self._motion_ended is None:
            return math.inf
        # Pulses may be a period late; servos that measure where they are have come there.
        settle = 0.0 if self._measures else self._drive.info.period_s
        return self._motion_ended + settle + (self.settings.settle if motion.moves else 0.0)

    def _completed(self, motion: ChannelMotion) -> Completed:
        ended = min(self._settled_at(motion), self.clock.now())
        self._motion = None
        positions = self._outputs.positions()
        self._memory.update(positions)
        self._rest.relax_in_silence(positions)
        return Completed(ended - motion.began)

    def _felt(self, *, has_ended: bool) -> MotionOutcome | None:
        """Return what the servos feel, or say, that ends the motion, which stops then."""
        states = self._drive.read()
        if fault := reported_fault(states, self.settings):
            self._hold()
            return fault
        found = self._jams.find(states, has_ended=has_ended)
        if found is not None:
            self._hold()
            held = {
                state.channel: state.measured
                for state in states
                if state.measured is not None and self._jams.is_elsewhere(state)
            }
            if isinstance(found, Stalled):
                axis = self.settings.axes[found.axis]
                held[axis.channel] = axis.pulse(found.at)
            self._memory.update(self._rest.stop_pushing(held))
            self._rest.relax_in_silence(self._outputs.positions())
        return found

    def next_wakeup(self) -> float | None:
        """Return the time, by the clock, of the next poll."""
        if not self.is_stopped():
            return self.clock.now() + POLL_SECONDS
        info, now = self._drive.info, self.clock.now()
        if now < self._rest.relaxed_at:
            return now + info.period_s
        return None if info.watchdog_s is None else now + info.watchdog_s / _BEATS

    def _due_times(self) -> list[float]:
        """Return when, by the clock, something of a motion is due that has begun."""
        times = [self._enabled_at, self._rest.pressed_at, self._rest.relaxed_at]
        if self._motion is not None:
            times.append(self._motion.end_time)
            if self._motion_ended is not None:
                times.append(self._settled_at(self._motion))
        return times

    def _enabling_order(self, positions: dict[int, int]) -> Iterator[_Enabling]:
        """Return how servos without pulses are enabled: closed grippers, grippers, axes."""
        if all(positions.values()):
            return
        grippers = sorted(self._pulses.grippers, key=lambda each: not self._closes(each))
        channels = [servo.channel for servo in grippers]
        channels += [servo.channel for servo in self.settings.axes.values()]
        places, near = self._outputs.last_places(), self._near_enough()
        for channel in channels:
            if positions[channel] == 0:
                usual = NEXT_ENABLE_SECONDS if places[channel] else ENABLE_SECONDS
                yield _Enabling(channel, 0.0 if channel in near else usual)

    def _near_enough(self) -> set[int]:
        """Return the channels that are measured where they are to be enabled: these do not jump."""
        aimed = (
            replace(state, commanded=self._resting_pulse(state.channel) * self._step)
            for state in self._drive.read()
            if state.measured is not None
        )
        return {state.channel for state in aimed if not self._jams.is_elsewhere(state)}

    def _closes(self, gripper: GripperServo) -> bool:
        """Return True if a gripper without pulses is to be closed."""
        return self._pulses.grip_at(gripper, self._resting_pulse(gripper.channel)) == CLOSED

    def _resting_pulse(self, channel: int) -> int:
        """Return the pulse for a servo without one: its last within the limits, or that of home."""
        last = self._outputs.last_places()[channel]
        lowest, highest = self.settings.limits
        is_known = last != 0 and lowest <= last * self._step <= highest
        return last if is_known else self._pulses.home()[channel]

    def _progress(self) -> float:
        if self._next is not None:
            return 0.0
        return self._motion.part(self._feed.time()) if self._motion else 1.0
