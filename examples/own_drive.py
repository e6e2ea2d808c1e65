"""A drive of one's own: electronics that say on the terminal what they would do.

In a package with this entry point, every command takes `--port printing://desk?settings=FILE`:

    [project.entry-points."rokumen.drives"]
    printing = "own_drive:PrintingDrive"
"""

from collections.abc import Mapping
from typing import Self

from rokumen.extend import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    Segment,
    SegmentQueue,
    StopLevel,
    SystemClock,
    check_enabling,
)


class PrintingDrive(Drive):
    """Four channels without servos."""

    def __init__(self) -> None:
        channels = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
        self._info = DriveInfo(
            "printing-drive/1.0",
            channels,
            ChannelKind.PULSE,
            "µs",
            step=1.0,
            period_s=0.02,
            depth=32,
            clock=SystemClock(),
        )
        self._queue = SegmentQueue(self._info)
        self._outputs: dict[int, float] = {}

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the drive; a real one would open the device that `url` names."""
        return cls()

    @property
    def info(self) -> DriveInfo:
        """Return what the drive says of itself."""
        return self._info

    def read(self) -> tuple[ChannelState, ...]:
        """Return what each channel gets now."""
        now = self._info.clock.now()
        numbers = [channel.number for channel in self._info.channels]
        return tuple(ChannelState(each, now, self._outputs.get(each)) for each in numbers)

    def start(self, segments: tuple[Segment, ...]) -> None:
        """Take segments, all or none."""
        self._queue.add(segments, {each.channel: each.commanded for each in self.read()})
        for each in segments:
            print(f"channel {each.channel} to {each.target:g} µs in {each.seconds:g} s")

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """Drop all segments."""
        self._queue.clear()
        if level is StopLevel.OFF:
            self._outputs.clear()
        for channel in targets.keys() & self._outputs.keys():
            self._outputs[channel] = targets[channel]

    def enable(self, channel: int, target: float) -> None:
        """Give a channel its first pulse."""
        check_enabling(self._info, channel, target, self._outputs.get(channel))
        self._outputs[channel] = target
        print(f"channel {channel} gets {target:g} µs")

    def beat(self) -> None:
        """Make the steps that are due."""
        self._outputs |= self._queue.step()

    def close(self) -> None:
        """Release the device: there is none."""


if __name__ == "__main__":
    drive = PrintingDrive.open("printing://desk")
    drive.enable(0, 1500.0)
    begin = drive.info.clock.now()
    drive.start((Segment(0, begin, 2000.0, 0.5), Segment(0, begin + 0.5, 1500.0, 0.5)))
    drive.stop(StopLevel.HOLD, {})
