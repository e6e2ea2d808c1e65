"""What drives share whose steps this program makes itself, in `Drive.beat`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeVar

from files.wording import reason
from robot.clock import Clock, SystemClock
from robot.drives.drive import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    Feedback,
    Segment,
)
from robot.drives.segments import SegmentQueue, check_enabling, check_target
from robot.errors import DriveError
from robot.link.protocol import StopLevel

# How often a channel gets another target, in seconds, and how many segments one keeps.
PERIOD_SECONDS = 0.02
DEPTH = 64
# A device that did not answer rightly is asked so many times again, each after so long.
RETRIES, RETRY_SECONDS = 3, 0.01
# So long the way to where a channel relaxes takes here, in seconds, of RELAX_SECONDS at most.
_RELAX_WAY_SECONDS = 0.8

T = TypeVar("T")


def stepped_info(
    name: str,
    channels: tuple[Channel, ...],
    step: float,
    clock: Clock | None,
    kind: ChannelKind = ChannelKind.PULSE,
    feedback: frozenset[Feedback] = frozenset(),
) -> DriveInfo:
    """Return the description of a drive whose targets are the pulses of hobby servos."""
    return DriveInfo(
        name,
        channels,
        kind,
        unit="µs",
        step=step,
        period_s=PERIOD_SECONDS,
        depth=DEPTH,
        clock=clock or SystemClock(),
        feedback=feedback,
    )


class SteppedDrive(Drive):
    """A drive whose device does what it was told last, until it is told another target.

    What the channels get is asked of the device each time, so that a loss of power shows.
    """

    def __init__(self, info: DriveInfo) -> None:
        self._info = info
        self._queue = SegmentQueue(info)

    @property
    def info(self) -> DriveInfo:
        """See `Drive`."""
        return self._info

    @property
    def late_s(self) -> float:
        """See `Drive`."""
        return self._queue.late_s

    @abstractmethod
    def commanded(self) -> dict[int, float | None]:
        """Return what each channel gets, in the drive's unit; None without power."""

    @abstractmethod
    def write(self, targets: Mapping[int, float]) -> None:
        """Give channels that have power new targets. A device that lost its power moves nothing."""

    @abstractmethod
    def power(self, channel: int, target: float) -> None:
        """Give a channel without power its first target."""

    @abstractmethod
    def end(self) -> None:
        """Take the power from all channels."""

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        now, commanded = self.info.clock.now(), self.ask(self.commanded)
        return tuple(
            ChannelState(each.number, now, commanded[each.number]) for each in self.info.channels
        )

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        given_at, on_their_way = self.info.clock.now(), self._queue.last_targets()
        # A channel on its way that loses its power is found when it gets its next target.
        is_known = all(each.channel in on_their_way for each in segments)
        self._queue.add(segments, on_their_way if is_known else self.ask(self.commanded), given_at)

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        if level is StopLevel.OFF:
            self._queue.clear()
            self.ask(self.end)
            return
        self._queue.end_turns(targets)
        if level is StopLevel.RELAX:
            self._relax(targets)

    def _relax(self, targets: Mapping[int, float]) -> None:
        for number, target in targets.items():
            check_target(self._info, number, target)
        commanded, now = self.ask(self.commanded), self.info.clock.now()
        ways = (
            Segment(number, now, target, _RELAX_WAY_SECONDS)
            for number, target in targets.items()
            if commanded[number] is not None
        )
        self._queue.add(ways, commanded, now)

    def set_detents(self, steps: Mapping[int, int]) -> None:
        """See `Drive`. It is for motors: a servo stops where it is."""
        if self._info.kind is not ChannelKind.STEPPER:
            super().set_detents(steps)
        self._queue.set_detents(steps)

    def turns(self) -> dict[int, int]:
        """See `Drive`."""
        return self._queue.turns()

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        commanded = self.ask(self.commanded)
        check_enabling(self.info, channel, target, commanded.get(channel))
        self.ask(lambda: self.power(channel, target), channel)

    def beat(self) -> None:
        """See `Drive`."""
        targets = self._queue.step()
        if targets:
            self.ask(lambda: self.write(targets))

    def close(self) -> None:
        """See `Drive`. The device goes on with what it was told last."""
        self._queue.clear()

    def ask(self, action: Callable[[], T], channel: int | None = None) -> T:
        """Return what an action returns; one that fails with an OSError is done again.

        Raises DriveError after the last time: all segments are dropped, the outputs stay.
        """
        for _ in range(RETRIES):
            try:
                return action()
            except DriveError:
                self._queue.clear()
                raise
            except OSError:
                self.info.clock.sleep(RETRY_SECONDS)
        try:
            return action()
        except OSError as error:
            self._queue.clear()
            raise DriveError(
                f"{self.info.name} does not answer: {reason(error)}", channel
            ) from error
