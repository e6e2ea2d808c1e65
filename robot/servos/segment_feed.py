"""Gives a drive the segments of motions, some time before they begin, as it can take them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from robot.drives.drive import Drive, Segment
from robot.errors import REFUSED_TARGET, DriveError
from robot.servos.servo_ramps import PIECE_SECONDS, ChannelMotion, ChannelRamp

# For how long, in seconds, a drive gets segments ahead at most.
_AHEAD_SECONDS = 0.5
# So many segments a drive gets at a time: a line to a chip has no more.
_BATCH = 4
# How often segments are given to a drive that refuses them because they are late.
_TRIES = 10


class SegmentFeed:
    """Gives `drive` the segments of a motion that begin soon: half of what it keeps.

    It gets them `longest` seconds ahead at most.
    """

    def __init__(self, drive: Drive, longest: float = _AHEAD_SECONDS) -> None:
        self._drive = drive
        self._ahead = min(max(drive.info.depth // 2 - 1, 1) * PIECE_SECONDS, longest)

    def time(self) -> float:
        """Return the time by which the drive executes segments: the clock's, but for late steps."""
        return self._drive.info.clock.now() - self._drive.late_s

    def lead(self, channels: int) -> float:
        """Return how long before it begins a drive gets a motion of so many channels."""
        return self._drive.info.lead_s * math.ceil(channels / _BATCH)

    def motion(self, ramps: Sequence[ChannelRamp], began: float) -> ChannelMotion:
        """Return a motion of these ramps, in pieces that are no shorter than it takes to say one.

        `began` is when, by the clock, it was asked for.
        """
        info = self._drive.info
        return ChannelMotion(ramps, began, info.step, info.lead_s / _BATCH)

    def feed(self, motion: ChannelMotion) -> None:
        """Give the drive what is due of a motion."""
        lead = self.lead(len(motion.ends))
        ahead = self._ahead + lead
        # Where there is no slow line a drive gets all at once.
        batch = _BATCH if lead else None
        while count := self.start(lambda now: motion.due(now, now + ahead, lead)[:batch]):
            motion.drop(count)

    def start(self, due: Callable[[float], tuple[Segment, ...]]) -> int:
        """Start the segments that are due at a time, now; return how many these are.

        A computer that is too busy, or a slow line, is late, which the drive refuses: then they
        begin later, by as long as it took to say them. Raises DriveError for anything else.
        """
        clock, tries, taken = self._drive.info.clock, _TRIES, 0.0
        while not self._drive.stopped_by:
            now, tries = clock.now(), tries - 1
            segments = due(self.time() + taken)
            try:
                if segments:
                    self._drive.start(segments)
            except DriveError as error:
                if self._drive.stopped_by:
                    break
                taken = clock.now() - now
                is_late = error.code == REFUSED_TARGET and taken > self._drive.info.period_s
                if not (tries and is_late):
                    raise
            else:
                return len(segments)
        return 0
