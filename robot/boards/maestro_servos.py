"""Servo driver that moves a rig through a Maestro: it streams pulses along the course of a motion.

A program that ends, or is killed, so leaves the servos where they are.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from robot.boards.maestro_protocol import TICKS_PER_SECOND, UNITS_PER_MICROSECOND, MaestroClient
from robot.boards.maestro_pulses import MaestroPulses, contact_at, grip_at, pressing_at, to_units
from robot.boards.maestro_settings import (
    GripperServo,
    MaestroError,
    MaestroSettings,
    with_positions_of,
)
from robot.boards.pulse_memory import PulseMemory
from robot.clock import Clock
from robot.rigs.actuators import Completed, MotionOutcome, ServoReading
from robot.rigs.command import (
    CLOSED,
    CONTACT,
    ENABLE_SECONDS,
    JOG_SPEED,
    RELEASE,
    Enable,
    Grip,
    Jog,
    MotionCommand,
    Move,
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
_TIME_TOLERANCE = 1e-9
# The speed of a jog, in the Maestro's units.
JOG_UNITS = int(JOG_SPEED * UNITS_PER_MICROSECOND / TICKS_PER_SECOND)
# The highest limit of a speed that a Maestro takes.
_FASTEST = 0x3FFF


@dataclass(frozen=True, slots=True)
class _PulseRamp:
    """A motion in progress: (channel, from, to), in the Maestro's units, and its course.

    It was commanded at `began`, and its course begins at `start_time`, once all servos are enabled.
    """

    channels: tuple[tuple[int, int, int], ...]
    began: float
    start_time: float
    profile: MotionProfile

    def pulses(self, now: float) -> dict[int, int]:
        """Return the pulse of each channel at a time."""
        part = self.profile.part(now - self.start_time)
        return {
            channel: round(start + part * (end - start)) for channel, start, end in self.channels
        }

    def has_ended(self, now: float) -> bool:
        """Return True once its time is over."""
        return now - self.start_time >= self.profile.seconds - _TIME_TOLERANCE

    @property
    def moves(self) -> bool:
        """Return True if a pulse is on its way."""
        return any(start != end for _, start, end in self.channels)


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
    Every method raises MaestroError if the board does not answer or reports an error.
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
        self._next: Move | Grip | None = None
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
        self._ramp: _PulseRamp | None = None
        self._ramp_ended: float | None = None
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
        return ("load", "off", "jog", "enable", "relax")

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
        self._start_stream(_PulseRamp(((channel, before, target),), now, now, course))

    def _start_stream(self, ramp: _PulseRamp) -> None:
        """Begin to send the pulses of a motion, with a limit in case that they come late."""
        for channel, start, end in ramp.channels:
            if start != end:
                fastest = abs(end - start) * ramp.profile.peak_speed / TICKS_PER_SECOND
                self._maestro.set_speed(channel, min(math.ceil(fastest) + 1, _FASTEST))
        self._ramp, self._ramp_ended = ramp, None
        self._sent, self._due = {}, self._clock.now()
        self._stream()

    def _stream(self) -> None:
        """Send the pulses of the motion in progress, if they are due."""
        now = self._clock.now()
        if self._ramp is None or now < self._due - _TIME_TOLERANCE:
            return
        self._due = now + PULSE_PERIOD_SECONDS
        for channel, pulse in self._ramp.pulses(now).items():
            if self._sent.get(channel) != pulse:
                self._maestro.set_target(channel, pulse)
                self._sent[channel] = pulse

    def _channel(self, kind: str, name: str) -> int:
        servos = self._settings.axes if kind == "axis" else self._settings.grippers
        return servos[name].channel

    def start(self, command: MotionCommand) -> None:
        """Start servos, which reach their targets together, in the rig's duration.

        Those without pulses are enabled before, in `poll`, and relaxed jaws close again.
        """
        assert not isinstance(command, Regrip)
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
            self._start_ramp(command)

    def relax(self) -> bool:
        """See `ServoDriver`. The Maestro goes there by itself, also once this program has ended."""
        return self._send_jaws(contact_at) or any(
            CONTACT in dict(servo.pulses) or RELEASE in dict(servo.pulses)
            for servo in self._settings.grippers.values()
        )

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

    def _start_ramp(self, command: Move | Grip) -> None:
        positions = self._positions()
        travels = tuple(
            (channel, positions[channel], pulse)
            for channel, pulse in self._pulses.targets(command, positions)
        )
        self._memory.update(
            positions | {ch: self._pulses.cut_off(ch, *ends) for ch, *ends in travels}
        )
        course = self._pulses.course(command, positions)
        self._start_stream(_PulseRamp(travels, self._began, self._clock.now(), course))

    def find_home(self) -> None:
        """Do nothing: hobby servos have no reference marks."""

    def halt(self) -> None:
        """Set every servo's target to its present pulse."""
        channels = [channel for channel, _, _ in self._ramp.channels] if self._ramp else []
        if self._next is not None:
            # Jaws may be on their way back to closed.
            channels += [servo.channel for servo in self._settings.grippers.values()]
        positions = self._maestro.positions(channels)
        for channel, now in positions.items():
            self._maestro.set_target(channel, now)
        self._memory.update({channel: now for channel, now in positions.items() if now})
        self._ramp = self._next = None
        self._to_enable.clear()

    def is_stopped(self) -> bool:
        """Return True once `halt` was called: the pulses do not change any more."""
        return self._ramp is None and self._next is None

    def read(self) -> ServoReading:
        """Return the pose of the present pulses; the servos' actual positions are not measured."""
        now = self._positions()
        remembered = {channel: pulse or self._memory.get(channel) for channel, pulse in now.items()}
        return ServoReading(self._pulses.pose(remembered), self._progress(now))

    def poll(self) -> MotionOutcome | None:
        """Return, once, that the last motion ended; a Maestro cannot detect a jam or a slip."""
        self._go_on()
        self._stream()
        ramp, now = self._ramp, self._clock.now()
        if ramp is None or not self._has_arrived(ramp, now):
            return None
        if self._ramp_ended is None:
            self._ramp_ended = now
        settle = self._settings.settle if ramp.moves else 0.0
        if now - self._ramp_ended < PULSE_PERIOD_SECONDS + settle - _TIME_TOLERANCE:
            return None
        if errors := self._maestro.errors():
            raise MaestroError(f"Maestro error: {', '.join(errors)}; check the cable")
        self._ramp = None
        self._memory.update(self._positions())
        return Completed(now - ramp.began)

    def _has_arrived(self, ramp: _PulseRamp, now: float) -> bool:
        """Return True once the Maestro gives the last pulses of a motion."""
        if not ramp.has_ended(now):
            return False
        if any(self._sent.get(channel) != end for channel, _, end in ramp.channels):
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

    def _progress(self, now: dict[int, int]) -> float:
        if self._next is not None:
            return 0.0
        if self._ramp is None:
            return 1.0
        if not self._ramp.moves:
            passed, seconds = self._clock.now() - self._ramp.start_time, self._ramp.profile.seconds
            return min(passed / seconds, 1.0) if seconds else 1.0
        channel, start, end = max(
            self._ramp.channels, key=lambda travel: abs(travel[2] - travel[1])
        )
        return (now[channel] - start) / (end - start)
