"""The numbered segments of a chip's lines, in batches; a drive executes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from robot.drives.drive import Channel, ChannelKind, Drive, Segment
from robot.drives.segments import (
    Refusal,
    check_batch,
    check_power,
    check_target,
    ending_turns,
    refused,
)
from robot.errors import DriveError, FrameError
from robot.rigs.command import USUAL_PULSES

MICROSECONDS = 1_000_000
# The chip's time wraps around at _WRAP; nothing begins further ahead or takes longer than
# _LONGEST (microseconds).
_WRAP = 1 << 32
_LONGEST = (1 << 30) - 1
NUMBERS = 1 << 16
_LARGEST = (1 << 31) - 1
_INTEGER = re.compile(r"-?[0-9]+")

# The limits of targets, at first and at most, where the drive has no narrower ones.
_USUAL = {ChannelKind.STEPPER: (-1e5, 1e5)}
_WIDEST = (-1e9, 1e9)
# Refusals whose value is a begin.
_OF_BEGINS = (Refusal.PAST, Refusal.OVERLAP, Refusal.FULL)


def whole(text: str | None, low: int = -_LARGEST, high: int = _LARGEST) -> int:
    """Return a whole number. Raises FrameError."""
    if text is None or not _INTEGER.fullmatch(text) or not low <= int(text) <= high:
        raise FrameError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


def time_of(text: str | None) -> int:
    """Return a time of the chip's clock. Raises FrameError."""
    if text is None or not text.isdecimal() or int(text) >= _WRAP:
        raise FrameError(f"{text!r} is no time of the clock")
    return int(text)


def integer_lists(text: str, count: int) -> list[list[int]]:
    """Return the numbers of "0,1,2;3,4,5", `count` in each. Raises FrameError."""
    return [integers(part, count) for part in parts_of(text)]


def parts_of(text: str) -> list[str]:
    """Return what stands between the semicolons."""
    return text.removesuffix(";").split(";") if text else []


def integers(text: str, count: int) -> list[int]:
    """Return some numbers with commas between them. Raises FrameError."""
    texts = text.split(",")
    if len(texts) != count:
        raise FrameError(f"{text!r} is not {count} numbers")
    return [whole(each) for each in texts]


class ChipSegments:
    """Segments as a chip's lines number them, its channels (from 0) and their limits.

    `taken` is the number of the next segment.
    """

    def __init__(self, drive: Drive) -> None:
        self._drive = drive
        self._started_at = drive.info.clock.now()
        kind = drive.info.kind
        self._widest = self._limits(_WIDEST)
        usual = self._limits(_USUAL.get(kind, USUAL_PULSES))
        self.info = replace(drive.info, channels=usual)
        self.taken = 0
        self._drafted: list[Segment] = []
        self._pending: list[Segment] = []
        self._ending: list[Segment] = []

    def clock(self) -> int:
        """Return the microseconds since the chip's start."""
        return round((self._drive.info.clock.now() - self._started_at) * MICROSECONDS)

    def commanded(self) -> dict[int, float | None]:
        """Return the target of each channel, None without power."""
        return {number: state.commanded for number, state in enumerate(self._drive.read())}

    def are_pending(self) -> bool:
        """Return True if any segment is on its way or to come."""
        self._drop_ended()
        return bool(self._pending)

    def set_limits(self, channel: int, low: int, high: int) -> None:
        """Set the limits of a channel. Raises FrameError for some that it cannot have."""
        widest = self._widest[channel]
        if not widest.lowest <= low <= high <= widest.highest:
            raise FrameError(f"{low} and {high} are no limits of channel {channel}")
        channels = list(self.info.channels)
        channels[channel] = Channel(channel, low, high)
        self.info = replace(self.info, channels=tuple(channels))

    def allows(self, channel: int, target: int) -> bool:
        """Return True if a channel takes a target."""
        limits = self.info.channels[channel]
        return limits.lowest <= target <= limits.highest

    def number_of(self, channel: int) -> int:
        """Return the number of a channel at the drive."""
        return self._drive.info.channels[channel].number

    def drop(self) -> None:
        """Forget all segments, which the drive has dropped."""
        self._drafted.clear()
        self._pending.clear()

    def end_turns(self, detents: Mapping[int, int]) -> None:
        """Forget the segments but those that end turns, which the drive has kept."""
        self._drafted.clear()
        self._drop_ended()
        now = self._drive.info.clock.now()
        self._ending = self._pending = list(ending_turns(self._pending, now, detents))

    def are_ending(self) -> bool:
        """Return True if a turn is to end after a stop."""
        now = self._drive.info.clock.now()
        return any(each.end > now for each in self._ending)

    def drop_batch(self) -> None:
        """Drop the batch that was begun."""
        self._drafted.clear()

    @property
    def expected(self) -> int:
        """Return the number that the next segment of a line has to have."""
        return (self.taken + len(self._drafted)) % NUMBERS

    def were_taken(self, number: int, text: str) -> bool:
        """Return True if the segments of a line, of which the first has a number, were taken."""
        behind = (self.taken - number) % NUMBERS
        return 0 < behind < NUMBERS // 2 - 1 and text.count(";") < behind

    def draft(self, begin: int, text: str) -> None:
        """Add the segments of a line to the batch, or drop it.

        Raises FrameError and DriveError.
        """
        try:
            for part in parts_of(text) or [""]:
                self._draft_one(begin, *integers(part, 4))
        except (FrameError, DriveError):
            self.drop_batch()
            raise

    def commit(self) -> None:
        """Let the drive take the batch, or drop it. Raises DriveError."""
        drafted, self._drafted = self._drafted, []
        self._drop_ended()
        # What was in time as it was drafted may be late by now.
        by_channel = sorted(drafted, key=lambda each: each.channel)
        self._check(by_channel, self._pending, self.commanded())
        try:
            self._give(drafted)
        except DriveError as error:
            raise self.translated(error) from error
        self._pending += drafted
        self.taken = (self.taken + len(drafted)) % NUMBERS

    def go(self, targets: Mapping[int, int], microseconds: int) -> None:
        """Go to some targets at once, after a stop. Raises DriveError."""
        now, commanded = self._drive.info.clock.now(), self.commanded()
        ways = tuple(
            Segment(channel, now, target, microseconds / MICROSECONDS)
            for channel, target in targets.items()
            if commanded[channel] is not None and self.allows(channel, target)
        )
        self._give(ways)
        self._pending = [*self._pending, *ways]

    def translated(self, error: DriveError) -> DriveError:
        """Return the error of a drive with the line's channel and value, if it is a refusal."""
        numbers = [each.number for each in self._drive.info.channels]
        if not error.refusal or error.channel not in numbers:
            return error
        return self._refusal(error, numbers.index(error.channel))

    def check_enabling(self, channel: int, target: int) -> None:
        """Raise DriveError for a channel or a target that there is not."""
        try:
            check_target(self.info, channel, target)
        except DriveError as error:
            raise self._refusal(error, channel) from error

    def _give(self, segments: Sequence[Segment]) -> None:
        self._drive.start(
            tuple(replace(each, channel=self.number_of(each.channel)) for each in segments)
        )

    def _limits(self, limits: tuple[float, float]) -> tuple[Channel, ...]:
        """Return the channels, from 0, with the narrower of these limits and the drive's."""
        low, high = limits
        return tuple(
            Channel(number, max(each.lowest, low), min(each.highest, high))
            for number, each in enumerate(self._drive.info.channels)
        )

    def _draft_one(self, begin: int, channel: int, offset: int, target: int, duration: int) -> None:
        self._drop_ended()
        self.check_enabling(channel, target)
        if not 0 <= offset <= _LONGEST:
            raise refused(Refusal.TIME, "it begins too late", channel, offset)
        commanded, now = self.commanded(), self.clock()
        try:
            check_power(channel, target, commanded[channel])
        except DriveError as error:
            raise self._refusal(error, channel) from error
        ahead = (begin + offset - now + _WRAP // 2) % _WRAP - _WRAP // 2
        if duration > _LONGEST:
            raise refused(Refusal.TIME, "it takes too long", channel, duration)
        at = self._not_before_the_last(channel, self._started_at + (now + ahead) / MICROSECONDS)
        segment = Segment(channel, at, float(target), duration / MICROSECONDS)
        if duration > 0 and ahead > _LONGEST:
            raise refused(Refusal.TIME, "it begins too late", channel, self._line_time(at))
        self._check([segment], [*self._pending, *self._drafted], commanded)
        self._drafted.append(segment)

    def _not_before_the_last(self, channel: int, at: float) -> float:
        """Return when a segment begins: one that came late ends late, by a period at most."""
        period, queue = self.info.period_s, (*self._pending, *self._drafted)
        end = max((each.end for each in queue if each.channel == channel), default=at)
        is_in_time = at >= self._drive.info.clock.now() - period
        return end if is_in_time and end - period <= at < end else at

    def _check(
        self, segments: list[Segment], pending: list[Segment], commanded: dict[int, float | None]
    ) -> None:
        """Raise DriveError for segments that are not to be taken."""
        now = self._drive.info.clock.now()
        try:
            new = check_batch(self.info, segments, pending, commanded, now)
            if len(new) < len(segments):  # under numbers of their own they are others
                words = "a segment would begin with another"
                raise refused(Refusal.OVERLAP, words, segments[0].channel, segments[0].at)
        except DriveError as error:
            raise self._refusal(error, error.channel or 0) from error

    def _refusal(self, error: DriveError, channel: int) -> DriveError:
        """Return a refusal with its value as it is on the line."""
        why, value = Refusal(error.refusal), error.value or 0.0
        if why is Refusal.TIME:
            value = round(value * MICROSECONDS)
        elif why in _OF_BEGINS:
            value = self._line_time(value)
        return refused(why, error.message, channel, value)

    def _line_time(self, at: float) -> int:
        """Return a begin as the chip's clock counts it, as a number with a sign."""
        time = round((at - self._started_at) * MICROSECONDS)
        return (time + _WRAP // 2) % _WRAP - _WRAP // 2

    def _drop_ended(self) -> None:
        now = self._drive.info.clock.now()
        self._pending = [each for each in self._pending if each.end > now]
