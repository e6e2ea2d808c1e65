"""The way of servos to their targets: ramps that may overlap, and their segments for a drive.

Targets are in steps of the drive, by channel.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from robot.drives.drive import Segment
from robot.drives.segments import TIME_TOLERANCE
from robot.rigs.motion_profile import MotionProfile

# The even parts of a course, in seconds: hobby servos get a pulse as often.
PIECE_SECONDS = 0.02
# How long pulses take to come back from beyond their targets, in seconds: a soft servo still creeps
# there meanwhile, with a time constant of 40 ms.
BACK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ChannelRamp:
    """Targets on their way: (channel, from, to), and their course.

    `beyond`: where channels go at first, in steps, to come back to their targets from there.
    """

    channels: tuple[tuple[int, int, int], ...]
    start_time: float
    profile: MotionProfile
    beyond: Mapping[int, int] = field(default_factory=dict)

    @property
    def end_time(self) -> float:
        """Return the time at which the targets are reached."""
        back = BACK_SECONDS if self.beyond else 0.0
        return self.start_time + self.profile.seconds + back

    def segments(self, step: float, piece_seconds: float = PIECE_SECONDS) -> Iterator[Segment]:
        """Yield the segments of the channels that move, in the drive's unit."""
        pieces = max(round(self.profile.seconds / piece_seconds), 1)
        seconds = self.profile.seconds / pieces
        for piece in range(pieces):
            at = self.start_time + piece * seconds
            part = self.profile.part((piece + 1) * seconds) if piece + 1 < pieces else 1.0
            for channel, start, end in self.channels:
                if start != end:
                    target = (start + part * (self.beyond.get(channel, end) - start)) * step
                    yield Segment(channel, at, target, seconds)
        for channel, _, end in self.channels:
            if channel in self.beyond:
                yield Segment(channel, self.end_time - BACK_SECONDS, end * step, BACK_SECONDS)


class ChannelMotion:
    """A motion in progress: the segments of its ramps that the drive has not got yet.

    The ramps of a channel follow one another. It was commanded at `began`, before servos were
    enabled and jaws closed again. The drive gets a segment in `line_seconds`.
    """

    def __init__(
        self, ramps: Iterable[ChannelRamp], began: float, step: float, line_seconds: float = 0.0
    ) -> None:
        self.began = began
        ramps = tuple(ramps)
        # The last target of each channel, in steps.
        self.ends = {channel: end for ramp in ramps for channel, _, end in ramp.channels}
        # By the clock, when the last targets are reached, and when the first ramp begins.
        self.end_time = max(ramp.end_time for ramp in ramps)
        self._start_time = ramps[0].start_time
        # Of many channels the parts are longer: a slow line has no time for more.
        piece_seconds = max(PIECE_SECONDS, line_seconds * len(self.ends))
        found = (segment for ramp in ramps for segment in ramp.segments(step, piece_seconds))
        self._segments = deque(sorted(found, key=lambda each: each.at))
        self.moves = bool(self._segments)

    def due(self, now: float, until: float, lead: float = 0.0) -> tuple[Segment, ...]:
        """Return the segments that begin before a time.

        Where these are late, they and all others begin later, `lead` seconds from now.
        """
        if self._segments and now > self._segments[0].at:
            late = now + lead - self._segments[0].at
            self._segments = deque(replace(each, at=each.at + late) for each in self._segments)
            self.end_time += late
        return tuple(takewhile(lambda each: each.at <= until, self._segments))

    def drop(self, count: int) -> None:
        """Forget the first segments, which the drive has got."""
        for _ in range(count):
            self._segments.popleft()

    def part(self, now: float) -> float:
        """Return how much of the time of moving has passed, 0 to 1."""
        whole = self.end_time - self._start_time
        return min((now - self._start_time) / whole, 1.0) if whole else 1.0

    def has_ended(self, now: float) -> bool:
        """Return True once its time is over."""
        return not self._segments and now >= self.end_time - TIME_TOLERANCE
