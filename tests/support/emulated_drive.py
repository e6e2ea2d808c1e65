"""A drive without electronics, by a virtual clock, and what its outputs are in truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from robot.clock import Clock, VirtualClock
from robot.drives.drive import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    OnSilence,
    Segment,
)
from robot.drives.segments import SegmentQueue, check_enabling
from robot.link.protocol import StopLevel

CHANNELS = (Channel(3, 500.0, 2500.0), Channel(5, 500.0, 2500.0))
WATCHDOG_SECONDS = 2.0


@dataclass
class Outputs:
    """The outputs of the electronics, which outlast a program that drives them."""

    clock: Clock = field(default_factory=VirtualClock)
    pulses: dict[int, float] = field(default_factory=dict)
    channels: tuple[Channel, ...] = CHANNELS

    def outputs(self) -> Mapping[int, float | None]:
        """See `robot.conformance.drive_probe.DriveBench`."""
        return {channel.number: self.pulses.get(channel.number) for channel in self.channels}

    def cut_power(self) -> None:
        """See `robot.conformance.drive_probe.DriveBench`."""
        self.pulses.clear()


class EmulatedDrive(Drive):
    """A drive whose steps are made by `beat`; the outputs stay once the program is silent."""

    def __init__(
        self,
        outputs: Outputs,
        kind: ChannelKind = ChannelKind.PULSE,
        step: float = 0.25,
        depth: int = 4,
        period_s: float = 0.02,
    ) -> None:
        self._outputs = outputs
        self._info = DriveInfo(
            "emulated/1.0",
            outputs.channels,
            kind,
            "steps" if kind is ChannelKind.STEPPER else "µs",
            step=step,
            period_s=period_s,
            depth=depth,
            clock=outputs.clock,
            on_silence=OnSilence.HOLD,
            watchdog_s=WATCHDOG_SECONDS,
        )
        self._queue = SegmentQueue(self._info)
        self._heard = outputs.clock.now()

    @classmethod
    def open(cls, url: str) -> Self:
        """Return a drive of its own."""
        return cls(Outputs())

    @property
    def info(self) -> DriveInfo:
        """See `Drive`."""
        return self._info

    @property
    def late_s(self) -> float:
        """See `Drive`."""
        return self._queue.late_s

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        now = self._info.clock.now()
        pulses = self._outputs.outputs()
        return tuple(
            ChannelState(each.number, now, pulses[each.number]) for each in self._outputs.channels
        )

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        self._queue.add(segments, self._outputs.outputs())

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        if level is StopLevel.OFF:
            self._queue.clear()
            self._outputs.pulses.clear()
        self._queue.end_turns()
        self._outputs.pulses |= {
            number: pulse for number, pulse in targets.items() if number in self._outputs.pulses
        }

    def set_detents(self, steps: Mapping[int, int]) -> None:
        """See `Drive`."""
        self._queue.set_detents(steps)

    def turns(self) -> dict[int, int]:
        """See `Drive`."""
        return self._queue.turns()

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        check_enabling(self._info, channel, target, self._outputs.outputs().get(channel))
        self._outputs.pulses[channel] = target

    def beat(self) -> None:
        """See `Drive`."""
        now = self._info.clock.now()
        if now - self._heard >= WATCHDOG_SECONDS:
            self._queue.clear()
        self._heard = now
        for channel, pulse in self._queue.step().items():
            if channel in self._outputs.pulses:
                self._outputs.pulses[channel] = round(pulse / self._info.step) * self._info.step

    def close(self) -> None:
        """See `Drive`."""
        self._queue.clear()
