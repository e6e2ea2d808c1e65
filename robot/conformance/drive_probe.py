"""A drive under test: what its outputs are, and short motions of its first two channels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from robot.conformance.probe import NotApplicableError, ProtocolViolationError
from robot.drives.drive import STOP_SECONDS, Channel, Drive, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel

Outputs = Mapping[int, float | None]

# A channel is moved by this share of its range, to either side of its middle.
SHARE = 0.05
# So long a motion of the tests takes, in seconds.
MOTION_SECONDS = 0.6


class DriveBench(Protocol):
    """What a test knows of a drive's hardware, beside the drive itself."""

    def outputs(self) -> Outputs:
        """Return what each channel gets in truth, in the drive's unit; None without power."""
        ...

    def cut_power(self) -> None:
        """Take the power from the electronics for a moment."""
        ...


@dataclass(frozen=True, slots=True)
class OutputSample:
    """The outputs at a time of the drive's clock, which was read before and after."""

    before: float
    after: float
    outputs: Outputs


class DriveProbe:
    """An open drive. Its outputs are those that `bench` sees, or that it says itself."""

    def __init__(self, opened: Callable[[], Drive], bench: DriveBench | None) -> None:
        self._opened = opened
        self._bench = bench
        self.drive = opened()
        self.info = self.drive.info
        self.channels = self.info.channels[:2]
        self.first: Channel = self.info.channels[0]

    def now(self) -> float:
        """Return the time of the drive's clock."""
        return self.info.clock.now()

    def commanded(self) -> Outputs:
        """Return what the drive says of its outputs."""
        return {state.channel: state.commanded for state in self.drive.read()}

    def outputs(self) -> Outputs:
        """Return what the channels get."""
        return self._bench.outputs() if self._bench else self.commanded()

    def sample(self) -> OutputSample:
        """Return what the channels get now."""
        before = self.now()
        outputs = self.outputs()
        return OutputSample(before, self.now(), outputs)

    @property
    def sees_hardware(self) -> bool:
        """Return True if the outputs are not what the drive says of them."""
        return self._bench is not None

    def reset(self) -> None:
        """Take the power from all channels."""
        self.drive.stop(StopLevel.OFF, {})
        self.run(self.settled_seconds)

    @property
    def settled_seconds(self) -> float:
        """Return after how many seconds a stop has ended all changes."""
        return self.info.period_s + STOP_SECONDS

    def enable(self) -> None:
        """Bring the channels under test to the middle of their range."""
        for channel in self.channels:
            self.drive.enable(channel.number, channel.middle)
        self.run(self.settled_seconds)

    def target(self, channel: Channel, share: float = SHARE) -> float:
        """Return a target beside the middle, by a share of the range; a whole number of steps."""
        step = self.info.step
        reach = max(round(share * (channel.highest - channel.lowest) / step), 1) * step
        return channel.middle + reach

    def segment(self, share: float = SHARE, seconds: float = MOTION_SECONDS) -> Segment:
        """Return a segment of the first channel that begins in two periods."""
        begin = self.now() + 2 * self.info.period_s
        return Segment(self.first.number, begin, self.target(self.first, share), seconds)

    def run(self, seconds: float, *, beats: bool = True) -> list[OutputSample]:
        """Let time pass, with the beats of a period or without; return what was seen."""
        end, samples = self.now() + seconds, [self.sample()]
        while (left := end - self.now()) > 0:
            self.info.clock.sleep(min(self.info.period_s / 2, left))
            if beats:
                self.drive.beat()
            samples.append(self.sample())
        return samples

    def run_until(self, time: float) -> list[OutputSample]:
        """Let time pass until a time of the drive's clock."""
        return self.run(max(time - self.now(), 0.0))

    def cut_power(self) -> None:
        """Take the power for a moment. Raises NotApplicableError where nobody can."""
        if self._bench is None:
            raise NotApplicableError("the power is taken away by an emulator only")
        self._bench.cut_power()

    def reopen(self) -> None:
        """Close the drive and open it again."""
        self.drive.close()
        self.drive = self._opened()
        self.info = self.drive.info

    def require_refused(self, what: str, segments: tuple[Segment, ...]) -> DriveError:
        """Return the error with which a batch is refused. Raises ProtocolViolationError."""
        before = self.outputs()
        try:
            self.drive.start(segments)
        except DriveError as error:
            self.require_still(before, what)
            return error
        raise ProtocolViolationError(f"{what} is not refused")

    def require_still(self, before: Outputs, after_what: str) -> None:
        """Raise ProtocolViolationError if the outputs change within some periods."""
        for sample in self.run(5 * self.info.period_s):
            for channel in self.info.channels:
                was, now = before[channel.number], sample.outputs[channel.number]
                if was != now:
                    raise ProtocolViolationError(
                        f"after {after_what} channel {channel.number} went from "
                        f"{self.words(was)} to {self.words(now)}"
                    )

    def require_at(self, number: int, target: float | None, after_what: str) -> None:
        """Raise ProtocolViolationError unless a channel has a target, by a step."""
        now = self.outputs()[number]
        is_there = now is target if now is None or target is None else self.is_near(now, target)
        if not is_there:
            raise ProtocolViolationError(
                f"after {after_what} channel {number} is at {self.words(now)}, not at "
                f"{self.words(target)}"
            )

    def is_near(self, now: float, target: float) -> bool:
        """Return True for two targets that differ by a step at most."""
        return abs(now - target) <= self.info.step * (1 + 1e-6)

    def words(self, target: float | None) -> str:
        """Return a target as it is printed."""
        return "no power" if target is None else f"{target:g} {self.info.unit}"

    def close(self) -> None:
        """Take the power from all channels, as well as that can be, and close the drive."""
        with suppress(DriveError):
            self.drive.stop(StopLevel.OFF, {})
        self.drive.close()
