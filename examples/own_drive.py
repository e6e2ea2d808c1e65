"""A drive of one's own: outputs without servos, whose first pulses and segments are printed.

In a package with this entry point, every command takes `--port timed://desk?settings=FILE`:

    [project.entry-points."rokumen.drives"]
    timed = "own_drive:TimedDrive"
"""

from collections.abc import Mapping
from typing import ClassVar, Self
from urllib.parse import parse_qs, urlsplit

from rokumen.extend import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    OnSilence,
    Segment,
    SegmentQueue,
    StopLevel,
    SystemClock,
    check_enabling,
)


class TimedDrive(Drive):
    """Outputs in this program, by the name of a desk: `timed://NAME?settings=FILE`."""

    desks: ClassVar[dict[str, dict[int, float]]] = {}

    def __init__(self, outputs: dict[int, float], channels: tuple[Channel, ...]) -> None:
        self._outputs = outputs
        self._info = DriveInfo(
            "timed-drive/1.0",
            channels,
            ChannelKind.PULSE,
            "µs",
            step=0.5,
            period_s=0.02,
            depth=32,
            clock=SystemClock(),
            on_silence=OnSilence.HOLD,
        )
        self._queue = SegmentQueue(self._info)

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the drive; a real one would open the device that `url` names.

        The channels and limits of the settings come as ?channels=0,1,2,3&min=500&max=2500.
        """
        options = parse_qs(urlsplit(url).query)
        low, high = (float(options[name][0]) for name in ("min", "max"))
        numbers = [int(number) for number in options["channels"][0].split(",")]
        outputs = cls.desks.setdefault(urlsplit(url).netloc, {})
        return cls(outputs, tuple(Channel(number, low, high) for number in numbers))

    @property
    def info(self) -> DriveInfo:
        """Return what the drive says of itself."""
        return self._info

    @property
    def late_s(self) -> float:
        """Return how late the steps are that this program makes."""
        return self._queue.late_s

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
        for channel, target in self._queue.step().items():
            self._outputs[channel] = round(2 * target) / 2

    def close(self) -> None:
        """Drop all segments; a real drive would release its device."""
        self._queue.clear()


if __name__ == "__main__":
    drive = TimedDrive.open("timed://desk?channels=0,1&min=500&max=2500")
    drive.enable(0, 1500.0)
    begin = drive.info.clock.now()
    drive.start((Segment(0, begin, 2000.0, 0.5), Segment(0, begin + 0.5, 1500.0, 0.5)))
    drive.stop(StopLevel.HOLD, {})
