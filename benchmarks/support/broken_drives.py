"""Twins of a drive, each of which breaks one of the twelve rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from robot.drives.drive import ChannelState, OnSilence, Segment
from robot.drives.stepped_drive import SteppedDrive
from robot.link.protocol import StopLevel


class MovesByReading(SteppedDrive):
    """D1: each reading is a step further."""

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        states = super().read()
        for each in states:
            if each.commanded is not None:
                self.write({each.channel: each.commanded + 2 * self.info.step})
        return states


class PowersByStarting(SteppedDrive):
    """D2: a segment gives a channel its first pulse."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        commanded = self.commanded()
        for each in segments:
            if each.channel in commanded and commanded[each.channel] is None:
                self.power(each.channel, each.target)
        super().start(segments)


class TakesOneByOne(SteppedDrive):
    """D3: what stands before a bad segment is taken."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        for each in segments:
            super().start((each,))


class TakesTwice(SteppedDrive):
    """D4: a segment that is repeated later moves again."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        now = self.info.clock.now()
        super().start(
            tuple(
                replace(each, at=now) if each.at < now - self.info.period_s else each
                for each in segments
            )
        )


class ClampsTargets(SteppedDrive):
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


class MovesTooFast(SteppedDrive):
    """D6: a segment takes less time than it says."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(tuple(replace(each, seconds=0.7 * each.seconds) for each in segments))


class StopsAtTheTarget(SteppedDrive):
    """D7: a stop at HOLD lets a motion end at its target."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(segments)
        self._last = segments[-1]

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        is_moving = not self._queue.is_empty
        super().stop(level, targets)
        if is_moving and level is StopLevel.HOLD:
            self.write({self._last.channel: self._last.target})


class EnablesLater(SteppedDrive):
    """D8: the first pulse comes after a stop that ended it."""

    _enabled: tuple[int, float] | None = None

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        super().enable(channel, target)
        self._enabled = channel, target

    def beat(self) -> None:
        """See `Drive`."""
        super().beat()
        if self._enabled and self.commanded()[self._enabled[0]] is None:
            self.power(*self._enabled)


class BeatsItself(SteppedDrive):
    """D9: the segments go on although the program is silent."""

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        super().start(segments)
        devices: list[Callable[[], None]] = getattr(self.info.clock, "devices", [])
        devices.append(self.beat)


class RemembersWithoutPower(SteppedDrive):
    """D10: what was commanded last is said to hold, whatever the electronics went through."""

    _known: Mapping[int, float | None] = {}

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(
            replace(each, commanded=self._known.get(each.channel, each.commanded))
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


class ClosesOtherwise(SteppedDrive):
    """D11: closing takes the power away where it is said to stay, and leaves it where it ends."""

    def close(self) -> None:
        """See `Drive`."""
        if self.info.on_silence is OnSilence.HOLD:
            self.end()
            super().close()


class SaysZero(SteppedDrive):
    """D12: a channel without power is said to be at 0."""

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        return tuple(replace(each, commanded=each.commanded or 0.0) for each in super().read())


BROKEN_TWINS: Mapping[str, type] = {
    "D1": MovesByReading,
    "D2": PowersByStarting,
    "D3": TakesOneByOne,
    "D4": TakesTwice,
    "D5": ClampsTargets,
    "D6": MovesTooFast,
    "D7": StopsAtTheTarget,
    "D8": EnablesLater,
    "D9": BeatsItself,
    "D10": RemembersWithoutPower,
    "D11": ClosesOtherwise,
    "D12": SaysZero,
}


def twin_of(kind: type[SteppedDrive], broken: type) -> type[SteppedDrive]:
    """Return a class of drives that is like `kind` but for what `broken` does."""
    return cast("type[SteppedDrive]", type(f"{broken.__name__}{kind.__name__}", (broken, kind), {}))
