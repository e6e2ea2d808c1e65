"""Servo driver that moves a rig through a Maestro: it streams pulses along the course of a motion.

A program that ends, or is killed, so leaves the servos where they are.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from robot.boards.maestro_protocol import TICKS_PER_SECOND, UNITS_PER_MICROSECOND, MaestroClient
from robot.boards.maestro_pulses import (
    MaestroPulses,
    can_relax,
    grip_at,
    pressing_at,
    resting_at,
    to_units,
)
from robot.boards.maestro_ramps import TIME_TOLERANCE, ChannelMotion, ChannelRamp
from robot.boards.maestro_settings import (
    GripperServo,
    MaestroSettings,
    with_positions_of,
)
from robot.boards.pulse_memory import PulseMemory
from robot.clock import Clock
from robot.errors import DriveError
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading
from robot.rigs.command import (
    CLOSED,
    ENABLE_SECONDS,
    JOG_SPEED,
    Enable,
    Jog,
    MotionCommand,
    Regrip,
)
from robot.rigs.motion_profile import MotionProfile

# How often a motion is polled, in seconds.
POLL_SECONDS = 0.01
# How often a servo gets a pulse, in seconds; its last one so long after the motion has ended.
PULSE_PERIOD_SECONDS = 0.02
# How long a servo without pulses may take to reach its first target where it is known where it was,
# in seconds; elsewhere ENABLE_SECONDS.
NEXT_ENABLE_SECONDS = 0.3
# The speed of a jog, in the Maestro's units.
JOG_UNITS = int(JOG_SPEED * UNITS_PER_MICROSECOND / TICKS_PER_SECOND)


@dataclass(frozen=True, slots=True)
class _Enabling:
    """When, by the clock, a servo without pulses gets its first one."""

    channel: int
    due: float


class MaestroServos:
    """Drives the servos of `settings`; see `robot.rigs.actuators.ServoDriver`.

    Servos that get no pulses are limp. They are assumed to be where `memory` says that they were
    last; else a gripper holds nothing, and an axis is at home. The first motion enables them there
    before it begins, one after the other: closed grippers first, which hold the cube, axes last.
    Every method raises DriveError if the board does not answer or reports an error.
    """

    def __init__(
        self,
        maestro: MaestroClient,
        settings: MaestroSettings,
        clock: Clock,
        memory: PulseMemory | None = None,
    ) -> None:
        self._memory = memory or PulseMemory()
        self._to_enable: deque[_Enabling] = deque()
        self._next: MotionCommand | None = None
        self._began = self._enabled_at = 0.0
        # When relaxed jaws have closed again, by the clock: infinite on their way, None before.
        self._pressed_at: float | None = None
        self._maestro = maestro
        self._settings = replace(
            settings,
            grippers={
                name: with_positions_of(settings.rig, name, servo)
                for name, servo in settings.grippers.items()
            },
        )
        self._pulses = MaestroPulses(self._settings)
        self._clock = clock
        self._motion: ChannelMotion | None = None
        self._motion_ended: float | None = None
        # The pulses that were sent last, and when the next ones are due.
        self._sent: dict[int, int] = {}
        self._due = 0.0
        maestro.stop_script()
        maestro.discard_earlier()
        for servo in settings.servos:
            maestro.set_acceleration(servo.channel, 0)

    @property
    def can(self) -> tuple[str, ...]:
        """See `ServoDriver`."""
        overlap = ("overlap",) if self._settings.rig.overlap else ()
        return ("load", "off", "jog", "enable", "relax", *overlap)

    @property
    def has_power(self) -> bool:
        """Return True if every servo gets pulses."""
        return all(self._positions().values())

    def unpower(self) -> None:
        """End the pulses of all servos, which makes them limp."""
        for servo in self._settings.servos:
            self._maestro.set_target(servo.channel, 0)

    def pulse(self, kind: str, name: str) -> int:
        """See `ServoDriver`."""
        channel = self._channel(kind, name)
        return round(self._positions()[channel] / UNITS_PER_MICROSECOND)

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return the limits of the settings."""
        return self._settings.limits

    def jog(self, jog: Jog) -> None:
        """See `ServoDriver`. A servo without pulses gets none."""
        channel = self._channel(jog.kind, jog.name)
        before = self._positions()[channel]
        target = before + to_units(jog.step) if before else 0
        course = MotionProfile(abs(jog.step) / JOG_SPEED, acceleration=0.0)
        self._start_pulse(channel, before, target, course)

    def enable(self, enable: Enable) -> None:
        """See `ServoDriver`. A Maestro gives a first pulse without a ramp."""
        channel, pulse = self._channel(enable.kind, enable.name), to_units(enable.pulse)
        self._start_pulse(channel, pulse, pulse, MotionProfile(ENABLE_SECONDS))

    def _start_pulse(self, channel: int, before: int, target: int, course: MotionProfile) -> None:
        """Start a motion of one servo."""
        self._memory.update({channel: self._pulses.cut_off(channel, before, target)})
        now = self._clock.now()
        ramp = ChannelRamp(((channel, before, target),), now, course)
        self._start_stream(ChannelMotion((ramp,), now))

    def _start_stream(self, motion: ChannelMotion) -> None:
        """Begin to send the pulses of a motion, with a limit in case that they come late."""
        limits: dict[int, int] = {}
        for ramp in motion.ramps:
            for channel, units in ramp.peak_units().items():
                limits[channel] = max(limits.get(channel, 0), units)
        for channel, units in limits.items():
            self._maestro.set_speed(channel, units)
        self._motion, self._motion_ended = motion, None
        self._sent, self._due = {}, self._clock.now()
        self._stream()

    def _stream(self) -> None:
        """Send the pulses of the motion in progress, if they are due."""
        now = self._clock.now()
        if self._motion is None or now < self._due - TIME_TOLERANCE:
            return
        self._due = now + PULSE_PERIOD_SECONDS
        for channel, pulse in self._motion.pulses(now).items():
            if self._sent.get(channel) != pulse:
                self._maestro.set_target(channel, pulse)
                self._sent[channel] = pulse

    def _channel(self, kind: str, name: str) -> int:
        servos = self._settings.axes if kind == "axis" else self._settings.grippers
        return servos[name].channel

    def start(self, command: MotionCommand) -> None:
        """Start servos, which reach their targets together, in the rig's duration.

        Those without pulses are enabled before, in `poll`, and relaxed jaws close again. The parts
        of a Regrip overlap as the rig says.
        """
        self._next = command
        self._pressed_at = None
        self._began = self._clock.now()
        self._to_enable = deque(self._enabling_order(self._positions()))
        self._go_on()

    def _go_on(self) -> None:
        """Enable the servos that are due, close relaxed jaws, then start the motion."""
        now = self._clock.now()
        while self._to_enable and self._to_enable[0].due <= now:
            enabling = self._to_enable.popleft()
            self._maestro.set_target(enabling.channel, self._resting_pulse(enabling.channel))
        are_enabled = not self._to_enable and now >= self._enabled_at
        if self._next is not None and are_enabled and self._jaws_press(now):
            command, self._next = self._next, None
            self._start_motion(command)

    def relax(self) -> bool:
        """See `ServoDriver`. The Maestro goes there by itself, also once this program has ended."""
        return self._send_jaws(resting_at) or any(map(can_relax, self._settings.grippers.values()))

    def _jaws_press(self, now: float) -> bool:
        """Return True once no jaws are relaxed any more; close those that are."""
        if self._pressed_at is None:
            self._pressed_at = now
            if self._send_jaws(pressing_at):
                self._pressed_at = math.inf
        if self._pressed_at == math.inf and not self._maestro.is_moving():
            self._pressed_at = now + PULSE_PERIOD_SECONDS + self._settings.settle
        return now >= self._pressed_at

    def _send_jaws(self, to: Callable[[GripperServo, int], int]) -> bool:
        """Send each gripper slowly to another pulse; return False where all have theirs."""
        positions, has_sent = self._positions(), False
        for servo in self._settings.grippers.values():
            now = positions[servo.channel]
            target = to(servo, now)
            if target != now:
                self._maestro.set_speed(servo.channel, JOG_UNITS)
                self._maestro.set_target(servo.channel, target)
                has_sent = True
        return has_sent

    def _start_motion(self, command: MotionCommand) -> None:
        positions, now = self._positions(), self._clock.now()
        if isinstance(command, Regrip):
            timed = self._pulses.parts(command, positions)
        else:
            timed = ((0.0, command),)
        ramps, reached = [], positions
        for start, part in timed:
            travels = tuple(
                (channel, reached[channel], pulse)
                for channel, pulse in self._pulses.targets(part, reached)
            )
            ramps.append(ChannelRamp(travels, now + start, self._pulses.course(part, reached)))
            reached = reached | {channel: end for channel, _, end in travels}
        self._memory.update(positions | self._cut_off(command, ramps))
        self._start_stream(ChannelMotion(tuple(ramps), self._began))

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

    def find_home(self) -> None:
        """Do nothing: hobby servos have no reference marks."""

    def halt(self) -> None:
        """Set every servo's target to its present pulse."""
        channels = list(self._motion.ends) if self._motion else []
        if self._next is not None:
            # Jaws may be on their way back to closed.
            channels += [servo.channel for servo in self._settings.grippers.values()]
        positions = self._maestro.positions(channels)
        for channel, now in positions.items():
            self._maestro.set_target(channel, now)
        self._memory.update({channel: now for channel, now in positions.items() if now})
        self._motion = self._next = None
        self._to_enable.clear()

    def is_stopped(self) -> bool:
        """Return True once `halt` was called: the pulses do not change any more."""
        return self._motion is None and self._next is None

    def read(self) -> ServoReading:
        """Return the pose of the present pulses; the servos' actual positions are not measured."""
        now = self._positions()
        remembered = {channel: pulse or self._memory.get(channel) for channel, pulse in now.items()}
        return ServoReading(self._pulses.pose(remembered), self._progress())

    def poll(self) -> MotionOutcome | None:
        """Return, once, that the last motion ended; a Maestro cannot detect a jam or a slip."""
        self._go_on()
        self._stream()
        motion, now = self._motion, self._clock.now()
        if motion is None or not self._stream_to_end(motion, now):
            return None
        if self._motion_ended is None:
            self._motion_ended = now
        settle = self._settings.settle if motion.moves else 0.0
        if now - self._motion_ended < PULSE_PERIOD_SECONDS + settle - TIME_TOLERANCE:
            return None
        if errors := self._maestro.errors():
            raise DriveError(f"Maestro error: {', '.join(errors)}; check the cable")
        self._motion = None
        self._memory.update(self._positions())
        return Completed(now - motion.began)

    def _stream_to_end(self, motion: ChannelMotion, now: float) -> bool:
        """Send the last pulses of a motion at its end; return whether the Maestro gives them."""
        if not motion.has_ended(now):
            return False
        if any(self._sent.get(channel) != end for channel, end in motion.ends.items()):
            self._due = now
            self._stream()
        return not self._maestro.is_moving()

    def next_wakeup(self) -> float | None:
        """Return the time, by the clock, of the next poll."""
        return None if self.is_stopped() else self._clock.now() + POLL_SECONDS

    def _positions(self) -> dict[int, int]:
        return self._maestro.positions([servo.channel for servo in self._settings.servos])

    def _enabling_order(self, positions: dict[int, int]) -> Iterator[_Enabling]:
        """Return when each servo without pulses is enabled: closed grippers, grippers, axes."""
        due = self._began
        grippers = sorted(self._settings.grippers.values(), key=lambda each: not self._closes(each))
        channels = [servo.channel for servo in grippers]
        channels += [servo.channel for servo in self._settings.axes.values()]
        for channel in channels:
            if positions[channel] == 0:
                yield _Enabling(channel, due)
                is_known = self._memory.get(channel)
                due += NEXT_ENABLE_SECONDS if is_known else ENABLE_SECONDS
        self._enabled_at = due

    def _closes(self, gripper: GripperServo) -> bool:
        """Return True if a gripper without pulses is to be closed."""
        return grip_at(gripper, self._resting_pulse(gripper.channel)) == CLOSED

    def _resting_pulse(self, channel: int) -> int:
        """Return the pulse for a servo without one: its last, or that of home."""
        return self._memory.get(channel) or self._pulses.home()[channel]

    def _progress(self) -> float:
        if self._next is not None:
            return 0.0
        return self._motion.part(self._clock.now()) if self._motion else 1.0
