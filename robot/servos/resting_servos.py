"""Closed jaws at rest: they relax, also where the drive hears nothing, and press again to move."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping

from robot.drives.drive import RELAX_SECONDS, Drive, OnSilence, Segment
from robot.drives.segments import check_channel
from robot.link.protocol import StopLevel
from robot.rigs.command import CLOSED, JOG_SPEED
from robot.servos.segment_feed import SegmentFeed
from robot.servos.servo_outputs import ServoOutputs
from robot.servos.servo_pulses import ServoPulses
from robot.servos.servo_settings import GripperServo


class RestingServos:
    """What the servos of a drive do between motions, slowly: the drive itself moves them."""

    def __init__(
        self, drive: Drive, pulses: ServoPulses, outputs: ServoOutputs, feed: SegmentFeed
    ) -> None:
        self._drive, self._pulses, self._outputs, self._feed = drive, pulses, outputs, feed
        self._clock, self._step = drive.info.clock, drive.info.step
        # Where relaxed jaws close, None before they are asked, and when they have, by the clock.
        self._pressing: dict[int, int] | None = None
        self.pressed_at = math.inf
        # When jaws have relaxed, by the clock; where the drive was told to relax in silence.
        self.relaxed_at = 0.0
        self._relaxing: Mapping[int, float] | None = None
        # Where a servo goes back to that was held fast, in steps, until it is there.
        self._freed: dict[int, int] = {}

    @property
    def can_relax(self) -> bool:
        """Return whether a gripper knows another place to rest than closed."""
        return any(map(self._pulses.can_relax, self._pulses.grippers))

    def relax(self) -> bool:
        """Let closed jaws go to where they rest (`resting_pulse`); other servos stand still.

        Returns False where no gripper knows another place to rest than closed.
        """
        resting = self._other_places(self._pulses.resting_at, self._outputs.positions())
        if resting:
            self._go({channel: steps * self._step for channel, steps in resting.items()})
        return bool(resting) or self.can_relax

    def finish_relaxing(self) -> None:
        """Wait until jaws are relaxed that began to."""
        while self._clock.now() < self.relaxed_at:
            if not self._other_places(self._pulses.resting_at, self._outputs.positions()):
                return
            self._clock.sleep(self._drive.info.period_s)
            self._drive.beat()

    def end_relaxing(self) -> None:
        """Stop what is still on its way, as a motion begins."""
        if self._clock.now() < self.relaxed_at:
            self._drive.stop(StopLevel.HOLD, {})
            self.relaxed_at = 0.0

    def end_silence(self) -> None:
        """Go on after the drive has heard nothing for long."""
        if self._drive.stopped_by == "silence":
            self._drive.stop(StopLevel.HOLD, {})

    def relax_in_silence(self, positions: Mapping[int, int], moving: Container[int] = ()) -> None:
        """Let the drive relax in silence what is closed, but for channels on their way."""
        self._tell_drive(
            {
                each.channel: self._pulses.resting_at(each, positions[each.channel]) * self._step
                for each in self._pulses.grippers
                if each.channel not in moving
                and self._pulses.grip_at(each, positions[each.channel]) == CLOSED
            }
        )

    def stay_in_silence(self) -> None:
        """Let the drive relax nothing in silence."""
        self._tell_drive({})

    def _tell_drive(self, targets: Mapping[int, float]) -> None:
        if self._drive.info.on_silence is OnSilence.RELAX and targets != self._relaxing:
            self._drive.set_relaxing(targets)
            self._relaxing = targets

    def begin_pressing(self) -> None:
        """Let relaxed jaws be closed by `press`, once."""
        self._pressing, self.pressed_at = None, math.inf

    def press(self, now: float, settle: float) -> bool:
        """Return True once no jaws are relaxed any more; close those that are.

        They have closed `settle` seconds after they have come.
        """
        if self._pressing is None:
            positions = self._outputs.positions()
            self._pressing = self._other_places(self._pulses.pressing_at, positions)
            if not self._pressing:
                return True
            self._close(self._pressing, positions)
        if not self._pressing:
            return True
        if self.pressed_at == math.inf and self._outputs.are_at(self._pressing, now):
            self.pressed_at = now + self._drive.info.period_s + settle
        return now >= self.pressed_at

    def _close(self, ends: Mapping[int, int], positions: Mapping[int, int]) -> None:
        # Those that are still relaxing stop first.
        self._drive.stop(StopLevel.HOLD, {})
        ways = [abs(to - positions[channel]) for channel, to in ends.items()]
        seconds = max(ways) * self._step / JOG_SPEED
        lead = self._feed.lead(len(ends))
        self._feed.start(
            lambda now: tuple(
                Segment(channel, now + lead, to * self._step, seconds)
                for channel, to in ends.items()
            )
        )
        self._outputs.expect_motion()

    def stop_pushing(self, held: Mapping[int, float]) -> dict[int, int]:
        """Let servos that are held fast go back to where they stand: nothing loads them then.

        Returns where that is, in steps.
        """
        limits = (check_channel(self._drive.info, number) for number in held)
        targets = {
            each.number: min(max(held[each.number], each.lowest), each.highest) for each in limits
        }
        self._go(targets)
        self._freed = {number: self._pulses.to_steps(at) for number, at in targets.items()}
        return self._freed

    def pushes_no_more(self, now: float) -> bool:
        """Return True once no servo goes back any more that was held fast.

        A motion that began before would find it held again.
        """
        if self._freed:
            positions = self._outputs.positions()
            is_there = all(positions[channel] == end for channel, end in self._freed.items())
            if is_there or now >= self.relaxed_at:
                self._freed = {}
        return not self._freed

    def _go(self, targets: Mapping[int, float]) -> None:
        self._drive.stop(StopLevel.RELAX, targets)
        self._relaxing = targets
        self.relaxed_at = self._clock.now() + RELAX_SECONDS

    def _other_places(
        self, to: Callable[[GripperServo, int], int], positions: Mapping[int, int]
    ) -> dict[int, int]:
        """Return the pulse of each gripper by a rule, of those that have another one now."""
        ways = {each.channel: to(each, positions[each.channel]) for each in self._pulses.grippers}
        return {channel: pulse for channel, pulse in ways.items() if pulse != positions[channel]}
