"""Segments of a drive: which are refused, and where they bring a channel at a time."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Container, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise, takewhile

from robot.drives.drive import TURN_NUMBERS, Channel, DriveInfo, Segment
from robot.errors import REFUSED_TARGET, DriveError

# No segment takes longer, or begins further ahead, in seconds: a chip counts no further.
LONGEST_SECONDS = 1000.0
# A rounding error of times, in seconds, by which segments that follow one another may overlap.
TIME_TOLERANCE = 1e-6


class Refusal(StrEnum):
    """Why a drive refuses a command of a channel; docs/protocol.md has them as codes."""

    CHANNEL = "CHANNEL"
    LIMIT = "LIMIT"
    POWER = "POWER"
    TIME = "TIME"
    PAST = "PAST"
    FULL = "FULL"
    SPEED = "SPEED"
    OVERLAP = "OVERLAP"


def refused(why: Refusal, words: str, channel: int, value: float | None = None) -> DriveError:
    """Return the error of a drive that refuses a command of one channel."""
    words = f"channel {channel}: {words}"
    return DriveError(words, channel, value, code=REFUSED_TARGET, refusal=why)


def check_channel(info: DriveInfo, number: int) -> Channel:
    """Return the channel with a number. Raises DriveError for one that the drive has not."""
    for channel in info.channels:
        if channel.number == number:
            return channel
    known = ", ".join(str(each.number) for each in info.channels)
    words = f"there is none with this number; {info.name} has {known}"
    raise refused(Refusal.CHANNEL, words, number, number)


def check_target(info: DriveInfo, number: int, target: float) -> None:
    """Raise DriveError for an unknown channel and a target that it does not take."""
    channel = check_channel(info, number)
    if not math.isfinite(target):
        raise refused(Refusal.LIMIT, f"the target {target} is no number", number, target)
    if not channel.lowest <= target <= channel.highest:
        raise refused(
            Refusal.LIMIT,
            f"the target {target:g} {info.unit} is not from {channel.lowest:g} to "
            f"{channel.highest:g}",
            number,
            target,
        )


def check_enabling(info: DriveInfo, number: int, target: float, commanded: float | None) -> None:
    """Raise DriveError where `Drive.enable` refuses: the channel has the target `commanded`."""
    check_target(info, number, target)
    if commanded is not None:
        words = f"it has power, at {commanded:g} {info.unit}: start a segment"
        raise refused(Refusal.POWER, words, number, target)


def check_power(number: int, target: float, commanded: float | None) -> None:
    """Raise DriveError for a segment of a channel without power."""
    if commanded is None:
        raise refused(Refusal.POWER, "it has no power: enable it first", number, target)


def check_batch(
    info: DriveInfo,
    segments: Iterable[Segment],
    pending: Sequence[Segment],
    commanded: Mapping[int, float | None],
    now: float,
) -> tuple[Segment, ...]:
    """Return those of some segments that are new, by their start, or raise DriveError.

    `pending`: those that were taken before and have not ended, which no new one comes before;
    `commanded`: the target of each channel at the time `now`. Refused are an unknown channel, one
    without power, a target, a start or a duration that is no number or beyond its limits, a start
    in the past by more than a period, segments of a channel that overlap, and more than it keeps.
    """
    new, known = [], set(pending)
    for segment in segments:
        check_target(info, segment.channel, segment.target)
        if segment not in known:
            check_power(segment.channel, segment.target, commanded[segment.channel])
            _check_times(info, segment, now)
            new.append(segment)
            known.add(segment)
    new.sort(key=lambda each: each.at)
    for number in {each.channel for each in new}:
        _check_queue(info, number, _of_channel(number, pending), _of_channel(number, new))
    return tuple(new)


def _check_times(info: DriveInfo, segment: Segment, now: float) -> None:
    number = segment.channel
    if not 0 < segment.seconds <= LONGEST_SECONDS:
        words = f"a segment cannot take {segment.seconds} s"
        raise refused(Refusal.TIME, words, number, segment.seconds)
    if not segment.at <= now + LONGEST_SECONDS:
        words = f"a segment cannot begin at {segment.at}"
        raise refused(Refusal.TIME, words, number, segment.at)
    if segment.at < now - info.period_s:
        raise refused(
            Refusal.PAST,
            f"a segment would begin {now - segment.at:.3f} s before now, which is more than a "
            "period",
            number,
            segment.at,
        )


def _of_channel(number: int, segments: Iterable[Segment]) -> list[Segment]:
    return [each for each in segments if each.channel == number]


def _check_queue(
    info: DriveInfo, number: int, pending: Sequence[Segment], new: Sequence[Segment]
) -> None:
    queue = [*pending, *new]
    if len(queue) > info.depth:
        words = f"it keeps {info.depth} segments, not {len(queue)}"
        raise refused(Refusal.FULL, words, number, queue[info.depth].at)
    # Those that were taken before follow one another.
    for before, after in pairwise([*pending[-1:], *new]):
        if after.at < before.end - TIME_TOLERANCE:
            raise refused(
                Refusal.OVERLAP,
                f"a segment would begin {before.end - after.at:.3f} s before the end of another",
                number,
                after.at,
            )


def ending_turns(
    pending: Iterable[Segment], now: float, detents: Mapping[int, int]
) -> tuple[Segment, ...]:
    """Return those of some segments that end turns which have begun, see `Drive.set_detents`.

    `pending`: those that have not ended, by their start within a channel.
    """
    kept: list[Segment] = []
    by_channel: dict[int, list[Segment]] = {}
    for segment in pending:
        by_channel.setdefault(segment.channel, []).append(segment)
    for number, segments in by_channel.items():
        every = detents.get(number, 0)
        if not every or segments[0].at > now + TIME_TOLERANCE:
            continue
        at_detent = (n for n, each in enumerate(segments, 1) if each.target % every == 0)
        kept += segments[: next(at_detent, len(segments))]
    return tuple(kept)


class SegmentQueue:
    """The segments of a drive that makes its steps itself, in `Drive.beat`.

    Steps that come late make a motion longer, never faster: all segments wait meanwhile, also those
    that are given later, so that channels move as they would have moved one beside the other.
    """

    def __init__(self, info: DriveInfo) -> None:
        self._info = info
        # They are executed by a clock that stops while steps are late.
        self._pending: dict[int, deque[Segment]] = {}
        # Where the first segment of each channel began or begins.
        self._begin: dict[int, float] = {}
        # Those that were taken, so that a repeated one is known.
        self._taken: dict[int, dict[Segment, None]] = {each.number: {} for each in info.channels}
        # Where turns end, how many each channel has begun, and the channels that are in one.
        self._detents: Mapping[int, int] = {}
        self._turns = dict.fromkeys((each.number for each in info.channels), 0)
        self._turning: set[int] = set()
        # When the last steps were made, and how late the segments were then, in seconds.
        self._stepped_at = 0.0
        self._late = 0.0

    @property
    def is_empty(self) -> bool:
        """Return True if no segment is on its way or to come."""
        return not self._pending

    @property
    def late_s(self) -> float:
        """Return how late the segments are by now, in seconds."""
        return self._late_at(self._info.clock.now())

    def _late_at(self, now: float) -> float:
        if self.is_empty:
            return 0.0
        return self._late + max(now - self._stepped_at - 2 * self._info.period_s, 0.0)

    def add(
        self,
        segments: Iterable[Segment],
        commanded: Mapping[int, float | None],
        now: float | None = None,
    ) -> None:
        """Take a batch. Raises what `check_batch` does, and takes nothing then.

        `now`: the time at which it was given, if the drive has asked its device since.
        """
        now = self._info.clock.now() if now is None else now
        unknown = [each for each in segments if each not in self._taken.get(each.channel, ())]
        numbers = {each.channel for each in unknown}
        pending = [each for number in numbers for each in self._pending.get(number, ())]
        late = self._late_at(now)
        new = check_batch(self._info, unknown, pending, commanded, now - late)
        if self.is_empty:
            self._stepped_at, self._late = now, 0.0
        for segment in new:
            begin = commanded[segment.channel]
            assert begin is not None
            if segment.channel not in self._pending:
                self._begin[segment.channel] = begin
            self._pending.setdefault(segment.channel, deque()).append(segment)
            taken = self._taken[segment.channel]
            taken[segment] = None
            if len(taken) > 2 * self._info.depth:
                del taken[next(iter(taken))]

    def step(self) -> dict[int, float]:
        """Return the target that each channel is to have now, of those that are on their way.

        A channel whose last segment has ended is returned once, with its target.
        """
        now = self._info.clock.now()
        self._late, self._stepped_at = self._late_at(now), now
        return self.places(now - self._late)

    def places(self, time: float) -> dict[int, float]:
        """Return the target of each channel on its way at a time, not before that of the last call.

        A channel whose last segment has ended is returned once, with its target.
        """
        found: dict[int, float] = {}
        for number in tuple(self._pending):
            place = self._place(number, time)
            if place is not None:
                found[number] = place
        return found

    def last_targets(self) -> dict[int, float | None]:
        """Return where each channel goes that is on its way, or soon will be."""
        return {number: queue[-1].target for number, queue in self._pending.items()}

    def bends(self, until: float) -> list[float]:
        """Return the times before `until` at which the way of all channels together is not even.

        Channels whose segments begin and end together go to their targets side by side, until one
        of them turns back.
        """
        begun = {
            number: list(takewhile(lambda each: each.at < until, queue))
            for number, queue in self._pending.items()
        }
        ways = [[(each.at, each.end) for each in segments] for segments in begun.values()]
        are_together = all(way == ways[0] for way in ways)
        found = set()
        for number, segments in begun.items():
            begin, direction = self._begin[number], 0.0
            for segment in segments:
                step = segment.target - begin
                if not are_together or step * direction < 0:
                    found.add(segment.at)
                begin, direction = segment.target, step or direction
            found.update(each.end for each in segments[-1:])
        return sorted(time for time in found if time < until)

    def fastest(self, number: int) -> float:
        """Return the highest speed of a channel's segments, in its unit a second."""
        begin, found = self._begin.get(number, 0.0), 0.0
        for segment in self._pending.get(number, ()):
            found = max(found, abs(segment.target - begin) / segment.seconds)
            begin = segment.target
        return found

    def set_detents(self, steps: Mapping[int, int]) -> None:
        """See `Drive`."""
        self._detents = dict(steps)

    def turns(self) -> dict[int, int]:
        """See `Drive`."""
        return {number: count % TURN_NUMBERS for number, count in self._turns.items()}

    def end_turns(self, others: Container[int] = ()) -> None:
        """Drop all segments but those of `ending_turns`; and all those of other channels."""
        now = self._info.clock.now() - self.late_s
        pending = [each for queue in self._pending.values() for each in queue]
        staying = {number: each for number, each in self._detents.items() if number not in others}
        kept = ending_turns(pending, now, staying)
        counts = Counter(each.channel for each in kept)
        self._turning &= counts.keys()
        for number in tuple(self._pending):
            if counts[number]:
                self._begin_turn(number)
            self._pending[number] = deque(list(self._pending[number])[: counts[number]])
            if not self._pending[number]:
                del self._pending[number]

    def clear(self) -> None:
        """Drop all segments."""
        self._turning.clear()
        self._pending.clear()

    def _begin_turn(self, number: int) -> None:
        """Count the turn of a channel whose segment has begun, if it is in none."""
        if self._detents.get(number, 0) and number not in self._turning:
            self._turning.add(number)
            self._turns[number] += 1

    def _place(self, number: int, time: float) -> float | None:
        """Return the target of a channel at a time, None before its first segment begins."""
        queue, place = self._pending[number], None
        while queue and time >= queue[0].at - TIME_TOLERANCE:
            begin, segment = self._begin[number], queue[0]
            self._begin_turn(number)
            if time < segment.end - TIME_TOLERANCE:
                share = max((time - segment.at) / segment.seconds, 0.0)
                return begin + share * (segment.target - begin)
            place = self._begin[number] = segment.target
            queue.popleft()
            every = self._detents.get(number, 0)
            if every and segment.target % every == 0:
                self._turning.discard(number)
        if not queue:
            self._turning.discard(number)
            del self._pending[number]
        return place
