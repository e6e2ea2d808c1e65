"""Twins of a drive, each of which breaks one of the twelve rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Self

from firmware_sim.drives.device_clock import DeviceClock
from robot.drives.drive import ChannelState, Drive, DriveInfo, OnSilence, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel


class DriveTwin(Drive):
    """A drive that does what another one does, whose electronics have the time of `clock`."""

    def __init__(self, drive: Drive, clock: DeviceClock) -> None:
        self._drive = drive
        self._clock = clock

    @classmethod
    def open(cls, url: str) -> Self:
        """Raise DriveError: there is no URL of a twin."""
        raise DriveError(f"{url!r} is not the URL of a twin")

    @property
    def info(self) -> DriveInfo:
        """See `Drive`."""
        return self._drive.info

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return self._drive.read()

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        self._drive.start(segments)

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        self._drive.stop(level, targets)

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        self._drive.enable(channel, target)

    def beat(self) -> None:
        """See `Drive`."""
        self._drive.beat()

    def close(self) -> None:
        """See `Drive`."""
        self._drive.close()


class MovesByReading(DriveTwin):
    """D1: each reading is a step further."""

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        states, period = super().read(), self.info.period_s
        for each in states:
            if each.commanded is not None:
                begin, target = self.info.clock.now() + period, each.commanded + 2 * self.info.step
                with suppress(DriveError):
                    super().start((Segment(each.channel, begin, target, period),))
        return states


class PowersByStarting(DriveTwin):
    """D2: a segment gives a channel its first pulse."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        commanded = {each.channel: each.commanded for each in super().read()}
        for each in segments:
            if each.channel in commanded and commanded[each.channel] is None:
                super().enable(each.channel, each.target)
        super().start(segments)


class TakesOneByOne(DriveTwin):
    """D3: what stands before a bad segment is taken."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        for each in segments:
            super().start((each,))


class TakesTwice(DriveTwin):
    """D4: a segment that is repeated later moves again."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        now, period = self.info.clock.now(), self.info.period_s
        super().start(
            tuple(
                replace(each, at=now + period) if each.at < now - period else each
                for each in segments
            )
        )


class ClampsTargets(DriveTwin):
    """D5: a target beyond the limits is moved to them, and not refused."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        limits = {each.number: each for each in self.info.channels}
        super().start(
            tuple(
                replace(
                    each,
                    target=min(
                        max(each.target, limits[each.channel].lowest), limits[each.channel].highest
                    ),
                )
                if each.channel in limits and math.isfinite(each.target)
                else each
                for each in segments
            )
        )


class MovesTooFast(DriveTwin):
    """D6: a segment takes less time than it says."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(tuple(replace(each, seconds=0.7 * each.seconds) for each in segments))


class StopsByOffAlone(DriveTwin):
    """D7: a motion goes on after a stop at any level but OFF."""

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        if level is StopLevel.OFF:
            super().stop(level, targets)


class EnablesLater(DriveTwin):
    """D8: the first pulse comes after a stop that ended it."""

    _enabled: tuple[int, float] | None = None

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        super().enable(channel, target)
        self._enabled = channel, target

    def beat(self) -> None:
        """See `Drive`."""
        super().beat()
        if self._enabled:
            channel, target = self._enabled
            if any(each.channel == channel and each.commanded is None for each in self.read()):
                super().enable(channel, target)


class BeatsItself(DriveTwin):
    """D9: the segments go on although the program is silent."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(segments)
        self._clock.devices.append(self._go_on)

    def _go_on(self) -> None:
        # A beat lets time pass, in which no other one begins.
        self._clock.devices.remove(self._go_on)
        super().beat()
        self._clock.devices.append(self._go_on)

    def close(self) -> None:
        """See `Drive`."""
        while self._go_on in self._clock.devices:
            self._clock.devices.remove(self._go_on)
        super().close()


class RemembersWithoutPower(DriveTwin):
    """D10: what was commanded last is said to hold, whatever the electronics went through."""

    _known: Mapping[int, float] = {}

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(
            replace(each, commanded=self._known.get(each.channel))
            if each.commanded is None
            else each
            for each in super().read()
        )

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        super().enable(channel, target)
        self._known = {**self._known, channel: target}

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        super().stop(level, targets)
        self._known = {}


class ClosesOtherwise(DriveTwin):
    """D11: closing takes the power away where it is said to stay, and leaves it where it ends."""

    def close(self) -> None:
        """See `Drive`."""
        if self.info.on_silence not in (OnSilence.OFF, OnSilence.DROPS_POWER):
            self.stop(StopLevel.OFF, {})
            super().close()


class SaysZero(DriveTwin):
    """D12: a channel without power is said to be at 0."""

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(replace(each, commanded=each.commanded or 0.0) for each in super().read())


BROKEN_TWINS: Mapping[str, type[DriveTwin]] = {
    "D1": MovesByReading,
    "D2": PowersByStarting,
    "D3": TakesOneByOne,
    "D4": TakesTwice,
    "D5": ClampsTargets,
    "D6": MovesTooFast,
    "D7": StopsByOffAlone,
    "D8": EnablesLater,
    "D9": BeatsItself,
    "D10": RemembersWithoutPower,
    "D11": ClosesOtherwise,
    "D12": SaysZero,
}
